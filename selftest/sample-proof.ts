import { join } from 'node:path';

/** Where the sample of the proof writes to, for the tests that come after it. */
export const sampleFolder = join(new URL('..', import.meta.url).pathname, 'reports/selftest/sample-proof');

/** Where in it the run of the whole suite against the clean sandbox is. */
export const cleanRunFolder = join(sampleFolder, 'clean-sandbox');
