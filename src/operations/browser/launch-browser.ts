import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from './find-browser.js';

/**
 * Starts a headless browser of this machine; whoever calls it closes it.
 * @throws NoBrowser with one sentence where none can be had
 */
export async function launchBrowser(environment: NodeJS.ProcessEnv = process.env): Promise<Browser> {
  const { launchOptions } = await findBrowser(environment);
  return chromium.launch(launchOptions);
}
