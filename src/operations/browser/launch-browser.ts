import { createRequire } from 'node:module';
import { type Browser, type BrowserType, chromium } from '@playwright/test';
import { findBrowser } from './find-browser.js';

/**
 * Starts a headless browser of this machine; the caller closes it.
 * @throws NoBrowser with one sentence if there is none
 */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await findBrowser(process.env));
}

/**
 * Starts a headless browser of this machine that Playwright Test doesn't know about; the caller closes it. From any
 * other browser, Playwright Test keeps typed text as titles of steps, and pages as trace, screenshot, video, or
 * snapshot next to an error: none of these may contain a key or a password.
 * @param deniedHosts hosts that it must never ask; a leading `*.` means the host and everything below it
 * @throws NoBrowser with one sentence if there is none
 */
export async function launchUnrecorded(
  environment: NodeJS.ProcessEnv = process.env,
  deniedHosts: readonly string[] = [],
): Promise<Browser> {
  const found = await findBrowser(environment);
  const names = deniedHosts.flatMap((host) => (host.startsWith('*.') ? [host, host.slice(2)] : [host]));
  const rules = names.map((name) => `MAP ${name} ~NOTFOUND`).join(',');
  // The suite's own requests don't use a proxy either.
  const args = [
    ...found.args,
    '--no-proxy-server',
    ...(rules === '' ? [] : [`--host-resolver-rules=${rules}`]),
  ];
  // If Ctrl-C ends the run, the tests of a worker end first, and the browser ends with them.
  return ownPlaywright().launch({ ...found, args, handleSIGINT: false });
}

/**
 * The Chromium of a separate Playwright that Playwright Test doesn't listen to. Its package offers this without
 * documenting it. A second copy of the package would do the same, but takes 0.4 s of CPU to load.
 */
function ownPlaywright(): BrowserType {
  const { inprocess } = createRequire(import.meta.url)('playwright-core/lib/coreBundle');
  return inprocess.createInProcessPlaywright().chromium;
}
