import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type LaunchOptions } from '@playwright/test';
import { extractBrowser } from './extraction.js';
import { failureReason, NoBrowser, wayOut } from './no-browser.js';
import { hasProcessSandbox, packageName } from './packaged-browser.js';

/** Whether a path is a file that this process may run. */
export async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/**
 * Asks a browser for its version, which fails if the system lacks a library.
 * @returns undefined if it starts, otherwise the reason why it doesn't
 */
export async function failureToStart(path: string): Promise<string | undefined> {
  // On Windows, Chrome opens a window instead.
  if (process.platform === 'win32') return undefined;
  try {
    await promisify(execFile)(path, ['--version'], { timeout: 30_000, killSignal: 'SIGKILL' });
    return undefined;
  } catch (error) {
    return failureReason(error);
  }
}

/**
 * Where Playwright's own browsers would be: the headless shell, which `chromium.launch()` starts by default and which
 * may be the only one installed, and the full Chromium, the only one whose path Playwright reveals.
 * @param whole the path that Playwright reveals
 * @returns paths, any of which may not exist
 */
export async function playwrightBrowsers(whole = pathOfWhole()): Promise<readonly string[]> {
  if (whole === undefined) return [];
  const folder = dirname(whole).replace(/([\\/])chromium-(\d+)[\\/].*$/, '$1chromium_headless_shell-$2');
  const shells = await foldersIn(folder);
  const shell = process.platform === 'win32' ? 'chrome-headless-shell.exe' : 'chrome-headless-shell';
  return [...shells.map((name) => join(folder, name, shell)), whole];
}

/** Undefined on a platform for which Playwright has no Chromium. */
function pathOfWhole(): string | undefined {
  try {
    return chromium.executablePath() || undefined;
  } catch {
    return undefined;
  }
}

/** Its only folder is named after the platform: chrome-headless-shell-linux64. */
async function foldersIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}

const longestScript = 4096;

/**
 * Whether a program is a snap, or a script that does nothing but start one. A snap has its own /tmp and doesn't see
 * hidden folders: it would find neither the profile nor the pages that a test gives it.
 * @param path of a program that exists
 */
export async function isSnap(path: string): Promise<boolean> {
  if (basename(await realpath(path)) === 'snap') return true;
  const start = await startOf(path);
  return start.startsWith('#!') && start.includes('/snap/bin/');
}

/** The beginning of a file; empty if it may be run but not read, which no script allows. */
async function startOf(path: string): Promise<string> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(longestScript), 0, longestScript, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } catch {
    return '';
  }
}

/** What the search for a browser needs to know about a machine. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly architecture: string;
  isExecutable(path: string): Promise<boolean>;
  isSnap(path: string): Promise<boolean>;
  failureToStart(path: string): Promise<string | undefined>;
  playwrightBrowsers(): Promise<readonly string[]>;
  extractBrowser(): Promise<string>;
  hasProcessSandbox(): Promise<boolean>;
}

/** The machine that this process runs on. */
const thisMachine: Machine = {
  platform: process.platform,
  architecture: process.arch,
  isExecutable,
  isSnap,
  failureToStart,
  playwrightBrowsers: () => playwrightBrowsers(),
  extractBrowser: () => extractBrowser(),
  hasProcessSandbox,
};

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Where a browser of the system would be, in search order: by name on PATH, and where macOS keeps it.
 * @returns paths, any of which may not exist
 */
export function systemBrowsers(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): readonly string[] {
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return platform === 'darwin' ? [...onPath, ...applications] : onPath;
}

/** A browser that can be started. */
interface InstalledBrowser {
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
