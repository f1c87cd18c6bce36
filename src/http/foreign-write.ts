/** The suite didn't send a request because it could have changed data that the run did not create. */
export class ForeignWrite extends Error {
  override readonly name = 'ForeignWrite';
}
