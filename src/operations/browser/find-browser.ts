import { resolve } from 'node:path';
import type { LaunchOptions } from '@playwright/test';
import { type Machine, thisMachine } from './machine.js';
import { NoBrowser, wayOut } from './no-browser.js';
import { packageName } from './packaged-browser.js';
import { systemBrowsers } from './system-browsers.js';

/** A browser that can be started. */
export interface InstalledBrowser {
  /** Where it came from, in words. */
  readonly origin: string;
  /** What `chromium.launch` takes. */
  readonly launchOptions: Required<Pick<LaunchOptions, 'executablePath' | 'args' | 'chromiumSandbox'>>;
}

/**
 * Finds a Chromium: the one that CONFORMANCE_BROWSER names, Playwright's own, the system's, or the one in a package of
 * npm, which is extracted once.
 * @param environment the process environment
 * @param machine where to look
 * @throws NoBrowser with one sentence where none can be had, or CONFORMANCE_BROWSER names none
 */
export async function findBrowser(
  environment: NodeJS.ProcessEnv,
  machine: Machine = thisMachine,
): Promise<InstalledBrowser> {
  const { origin, path } =
    (await named(environment, machine)) ??
    (await firstThatStarts('Playwright', await machine.playwrightBrowsers(), machine)) ??
    (await firstThatStarts('the system', systemBrowsers(environment, machine.platform), machine)) ??
    (await packaged(machine));
  return {
    origin,
    launchOptions: {
      executablePath: path,
      // Pictures are drawn by the processor, with or without a GPU. No switch may loosen what a page is allowed to do:
      // those that the package recommends turn off the checks that a Content-Security-Policy is tested for.
      args: ['--disable-gpu'],
      // Playwright adds --no-sandbox unless this is set.
      chromiumSandbox: await machine.hasProcessSandbox(),
    },
  };
}

interface Found {
  readonly origin: string;
  readonly path: string;
}

async function named(environment: NodeJS.ProcessEnv, machine: Machine): Promise<Found | undefined> {
  if (!environment.CONFORMANCE_BROWSER) return undefined;
  const path = resolve(environment.CONFORMANCE_BROWSER);
  if (await machine.isExecutable(path)) return { origin: 'CONFORMANCE_BROWSER', path };
  throw new NoBrowser(
    `CONFORMANCE_BROWSER names ${path}, which is no executable file: set it to the path of a Chromium or Chrome, or unset it.`,
  );
}

async function firstThatStarts(
  origin: string,
  paths: readonly string[],
  machine: Machine,
): Promise<Found | undefined> {
  for (const path of paths) {
    if (!(await machine.isExecutable(path)) || (await machine.isSnap(path))) continue;
    if ((await machine.failureToStart(path)) === undefined) return { origin, path };
  }
  return undefined;
}

async function packaged(machine: Machine): Promise<Found> {
  const { platform, architecture } = machine;
  if (platform !== 'linux' || architecture !== 'x64') {
    throw new NoBrowser(
      `There is no Chromium on this machine, and none for ${platform} ${architecture} in a package of npm: ${wayOut}.`,
    );
  }
  const path = await machine.extractBrowser();
  const failure = await machine.failureToStart(path);
  if (failure === undefined) return { origin: packageName, path };
  throw new NoBrowser(
    `There is no Chromium on this machine, and that of ${packageName} doesn't start here (${failure}): ${wayOut}.`,
  );
}
