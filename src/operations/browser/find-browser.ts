import { resolve } from 'node:path';
import type { LaunchOptions } from '@playwright/test';
import { type Machine, thisMachine } from './machine.js';
import { NoBrowser, wayOut } from './no-browser.js';
import { packageName } from './packaged-browser.js';
import { systemBrowsers } from './system-browsers.js';

/** A browser that can be started. */
export interface InstalledBrowser {
  /** Where it comes from, in words. */
  readonly origin: string;
  /** Options for `chromium.launch`. */
  readonly launchOptions: Required<Pick<LaunchOptions, 'executablePath' | 'args' | 'chromiumSandbox'>>;
}

/**
 * Finds a Chromium: the one that CONFORMANCE_BROWSER names, Playwright's own, the system's, or the one in an npm
 * package, which is extracted once.
 * @param environment the process environment
 * @param machine where to look
 * @throws NoBrowser with one sentence if there is none, or CONFORMANCE_BROWSER doesn't name one
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
      // The processor draws pictures, with or without a GPU. No switch may loosen what a page is allowed to do: those
      // that the package recommends turn off the checks that the tests of a Content-Security-Policy rely on.
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
    `CONFORMANCE_BROWSER names ${path}, which is not an executable file: set it to the path of a Chromium or Chrome, or unset it.`,
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
      `There is no Chromium on this machine, and no npm package has one for ${platform} ${architecture}: ${wayOut}.`,
    );
  }
  const path = await machine.extractBrowser();
  const failure = await machine.failureToStart(path);
  if (failure === undefined) return { origin: packageName, path };
  throw new NoBrowser(
    `There is no Chromium on this machine, and the one in ${packageName} doesn't start here (${failure}): ${wayOut}.`,
  );
}
