/** Thrown if there is no browser; its message is one sentence that says how to get one. */
export class NoBrowser extends Error {
  override readonly name = 'NoBrowser';
}

/** What a user can always do, as the end of such a sentence. */
export const wayOut =
  'run `npx playwright install chromium`, or set CONFORMANCE_BROWSER to the path of a Chromium or Chrome';
