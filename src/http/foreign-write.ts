/** A request was not sent, because it could have changed what the run did not create. */
export class ForeignWrite extends Error {
  override readonly name = 'ForeignWrite';
}
