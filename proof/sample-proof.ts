import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The output folder of the sample proof, for the tests that come after it. */
export const sampleFolder = join(
  fileURLToPath(new URL('..', import.meta.url)),
  'reports/selftest/sample-proof',
);

/** The folder in it with the run of the whole suite against the clean sandbox. */
export const cleanRunFolder = join(sampleFolder, 'clean-sandbox');
