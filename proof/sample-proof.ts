import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the sample of the proof writes to, for the tests that come after it. */
export const sampleFolder = join(
  fileURLToPath(new URL('..', import.meta.url)),
  'reports/selftest/sample-proof',
);

/** Where in it the run of the whole suite against the clean sandbox is. */
export const cleanRunFolder = join(sampleFolder, 'clean-sandbox');
