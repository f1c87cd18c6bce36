import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readFile, realpath, stat } from 'node:fs/promises';
import { basename, delimiter, isAbsolute, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type LaunchOptions } from '@playwright/test';
import { extractBrowser, packageName } from './packaged-browser.js';

/** Thrown if there is no browser; its message is one sentence that says how to get one. */
export class NoBrowser extends Error {
  override readonly name = 'NoBrowser';
}

/** What a user can always do, as the end of such a sentence. */
export const wayOut =
  'run `npx playwright install chromium`, or set CONFORMANCE_BROWSER to the path of a Chromium or Chrome';

/** Milliseconds after which a browser that has not started counts as hanging, however busy the machine is. */
const patience = 60_000;

/** The options with which `chromium.launch` starts a browser of this machine. */
type Launch = Required<Pick<LaunchOptions, 'executablePath' | 'args' | 'chromiumSandbox' | 'timeout'>>;

/**
 * Finds a Chromium that starts: the one that CONFORMANCE_BROWSER names, Playwright's own, the system's, or the one in
 * an npm package, which is extracted once.
 * @param environment the process environment
 * @param extract extracts the browser of the package, and returns its path
 * @param known the browsers whose places Playwright knows
 * @throws NoBrowser with one sentence if there is none, or CONFORMANCE_BROWSER doesn't name one
 */
export async function findBrowser(
  environment: NodeJS.ProcessEnv,
  extract: () => Promise<string> = extractBrowser,
  known: readonly LaunchOptions[] = [{}, { channel: 'chromium' }, { channel: 'chrome' }],
): Promise<Launch> {
  const options = {
    // The processor draws pictures, with or without a GPU. No switch may loosen what a page is allowed to do: those
    // that the package recommends turn off the checks that the tests of a Content-Security-Policy rely on.
    args: ['--disable-gpu'],
    // Playwright adds --no-sandbox unless this is set.
    chromiumSandbox: await hasProcessSandbox(),
    timeout: patience,
  };
  const executablePath =
    (await named(environment)) ??
    (await firstThatStarts([...known, ...(await onPath(environment))], options)) ??
    (await packaged(extract));
  return { executablePath, ...options };
}

async function named(environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (!environment.CONFORMANCE_BROWSER) return undefined;
  const path = resolve(environment.CONFORMANCE_BROWSER);
  if (await isExecutable(path)) return path;
  throw new NoBrowser(
    `CONFORMANCE_BROWSER names ${path}, which is not an executable file: set it to the path of a Chromium or Chrome, or unset it.`,
  );
}

/** The path of the first browser that starts. */
async function firstThatStarts(
  candidates: readonly LaunchOptions[],
  options: LaunchOptions,
): Promise<string | undefined> {
  for (const candidate of candidates) {
    // Playwright says at once if there is no such browser.
    const server = await chromium.launchServer({ ...options, ...candidate }).catch(() => undefined);
    const path = server?.process().spawnfile;
    await server?.close();
    if (path !== undefined) return path;
  }
  return undefined;
}

/** The browsers on PATH, by their names, and where macOS keeps a Chromium. */
async function onPath(environment: NodeJS.ProcessEnv): Promise<readonly LaunchOptions[]> {
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found: LaunchOptions[] = [];
  for (const executablePath of [...paths, '/Applications/Chromium.app/Contents/MacOS/Chromium'])
    if ((await isExecutable(executablePath)) && !(await isSnap(executablePath)))
      found.push({ executablePath });
  return found;
}

async function packaged(extract: () => Promise<string>): Promise<string> {
  const { platform, arch } = process;
  const none = 'There is no Chromium on this machine, and';
  if (platform !== 'linux' || arch !== 'x64')
    throw new NoBrowser(`${none} no npm package has one for ${platform} ${arch}: ${wayOut}.`);
  let failed = 'could not be extracted';
  try {
    const path = await extract();
    failed = "doesn't start here";
    await promisify(execFile)(path, ['--version'], { timeout: patience, killSignal: 'SIGKILL' });
    return path;
  } catch (error) {
    throw new NoBrowser(`${none} the one in ${packageName} ${failed} (${failureReason(error)}): ${wayOut}.`);
  }
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

const longestScript = 4096;

/**
 * Whether a program is a snap, or a script that does nothing but start one. A snap has its own /tmp and doesn't see
 * hidden folders: it would find neither the profile nor the pages that a test gives it.
 */
async function isSnap(path: string): Promise<boolean> {
  if (basename(await realpath(path)) === 'snap') return true;
  return (await stat(path)).size <= longestScript && (await readFile(path, 'latin1')).includes('/snap/bin/');
}

/**
 * Whether Chromium can sandbox its processes here. On Linux it uses namespaces, which it refuses to do as root, and
 * which containers and some distributions deny; without them, Chromium only starts if it is told not to sandbox.
 */
async function hasProcessSandbox(): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  if (process.getuid?.() === 0) return false;
  try {
    // The kinds of namespaces that Chromium makes: user, process ids, network.
    await promisify(execFile)('unshare', ['-U', '-r', '-p', '-n', '-f', 'true'], { timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}

/**
 * Why a program could not be run, or a file not be written, in a few words.
 * @param error what Playwright, `execFile` or a function of `node:fs` threw
 */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { killed, stderr }: { killed?: unknown; stderr?: unknown } & Error = error;
  if (killed === true) return 'it took too long';
  const reported = /^.*error\b.*$/im.exec(String(stderr ?? ''))?.[0].trim();
  const [line = error.name] = error.message.split('\n');
  // Node.js prints an error that has more fields in brackets.
  return (
    reported?.replace(/^\[|\] \{$/g, '') ?? line.replace(/^browserType\.launch: /, '').replace(/\.$/, '')
  );
}
