/** Thrown where no browser can be had; its message is one sentence with the way out. */
export class NoBrowser extends Error {
  override readonly name = 'NoBrowser';
}

/** What a user can always do, for the end of such a sentence. */
export const wayOut =
  'run `npx playwright install chromium`, or set CONFORMANCE_BROWSER to the path of a Chromium or Chrome';
