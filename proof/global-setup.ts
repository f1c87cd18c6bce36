import { findBrowser, NoBrowser } from '../src/operations/browser/browser.js';

/**
 * Finds the browser once, before the workers start, which inherit its path. If there is none, each test that needs
 * one fails with that reason, and the others run.
 */
export default async function globalSetup(): Promise<void> {
  try {
    process.env.CONFORMANCE_BROWSER = (await findBrowser(process.env)).executablePath;
  } catch (error) {
    if (!(error instanceof NoBrowser)) throw error;
  }
}
