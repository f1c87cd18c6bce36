import { createRequire } from 'node:module';
import type { Browser, BrowserType } from '@playwright/test';
import { failureReason } from './failure-reason.js';
import { findBrowser } from './find-browser.js';

/** Milliseconds after which a browser that has not started hangs, however busy the machine is. */
const patience = 60_000;

/**
 * Starts a headless browser of this machine that Playwright Test knows nothing of; whoever calls it closes it. Of every
 * other one it keeps what is typed as the title of a step, and what is shown as trace, screenshot, video, or snapshot
 * beside an error: none of them may keep a key or a password.
 * @param deniedHosts hosts that it must not ask, whatever leads there; `*.` in front stands for the host and all below it
 * @throws NoBrowser with one sentence where none can be had
 */
export async function launchUnrecorded(
  environment: NodeJS.ProcessEnv = process.env,
  deniedHosts: readonly string[] = [],
): Promise<Browser> {
  const { launchOptions } = await findBrowser(environment);
  const names = deniedHosts.flatMap((host) => (host.startsWith('*.') ? [host, host.slice(2)] : [host]));
  const args = [
    ...launchOptions.args,
    // Nobody stands between the suite's own requests and the target either.
    '--no-proxy-server',
    ...(names.length === 0
      ? []
      : [`--host-resolver-rules=${names.map((name) => `MAP ${name} ~NOTFOUND`).join(',')}`]),
  ];
  // Whoever ends the run by Ctrl-C lets the tests of a worker end first, and the browser with them.
  return ownPlaywright().chromium.launch({ ...launchOptions, args, timeout: patience, handleSIGINT: false });
}

/** Why a browser did not start, in a few words. @param error what Playwright threw */
export function launchFailure(error: unknown): string {
  return failureReason(error)
    .replace(/^browserType\.launch: /, '')
    .replace(/\.$/, '');
}

/** A Playwright beside the one that Playwright Test listens to. Its package makes it, but doesn't document that. */
function ownPlaywright(): { readonly chromium: BrowserType } {
  const { inprocess } = createRequire(import.meta.url)('playwright-core/lib/coreBundle');
  return inprocess.createInProcessPlaywright();
}
