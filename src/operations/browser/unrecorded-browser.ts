import { createRequire } from 'node:module';
import { type Browser, type BrowserType, chromium } from '@playwright/test';
import { findBrowser } from './find-browser.js';
import { failureReason } from './no-browser.js';

/** Milliseconds after which a browser that has not started counts as hanging, however busy the machine is. */
const patience = 60_000;

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
  const { launchOptions } = await findBrowser(environment);
  const names = deniedHosts.flatMap((host) => (host.startsWith('*.') ? [host, host.slice(2)] : [host]));
  const args = [
    ...launchOptions.args,
    // The suite's own requests don't use a proxy either.
    '--no-proxy-server',
    ...(names.length === 0
      ? []
      : [`--host-resolver-rules=${names.map((name) => `MAP ${name} ~NOTFOUND`).join(',')}`]),
  ];
  // If Ctrl-C ends the run, the tests of a worker end first, and the browser ends with them.
  return ownPlaywright().chromium.launch({ ...launchOptions, args, timeout: patience, handleSIGINT: false });
}

/** Why a browser did not start, in a few words. @param error what Playwright threw */
export function launchFailure(error: unknown): string {
  return failureReason(error)
    .replace(/^browserType\.launch: /, '')
    .replace(/\.$/, '');
}

/** A separate Playwright that Playwright Test doesn't listen to. Its package offers this without documenting it. */
function ownPlaywright(): { readonly chromium: BrowserType } {
  const { inprocess } = createRequire(import.meta.url)('playwright-core/lib/coreBundle');
  return inprocess.createInProcessPlaywright();
}

/**
 * Starts a headless browser of this machine; the caller closes it.
 * @throws NoBrowser with one sentence if there is none
 */
export async function launchBrowser(environment: NodeJS.ProcessEnv = process.env): Promise<Browser> {
  const { launchOptions } = await findBrowser(environment);
  return chromium.launch(launchOptions);
}
