import { findBrowser } from '../src/operations/browser/find-browser.js';
import { NoBrowser } from '../src/operations/browser/no-browser.js';

/**
 * Finds the browser once, before the workers start, which inherit its path. If there is none, each test that needs
 * one fails with that reason, and the others run.
 */
export default async function globalSetup(): Promise<void> {
  try {
    const { launchOptions } = await findBrowser(process.env);
    process.env.CONFORMANCE_BROWSER = launchOptions.executablePath;
  } catch (error) {
    if (!(error instanceof NoBrowser)) throw error;
  }
}
