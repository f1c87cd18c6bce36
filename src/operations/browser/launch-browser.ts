import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from './find-browser.js';

/**
 * Starts a headless browser of this machine; the caller closes it.
 * @throws NoBrowser with one sentence if there is none
 */
export async function launchBrowser(environment: NodeJS.ProcessEnv = process.env): Promise<Browser> {
  const { launchOptions } = await findBrowser(environment);
  return chromium.launch(launchOptions);
}
