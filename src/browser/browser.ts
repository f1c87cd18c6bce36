import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { type Browser, type BrowserType, chromium } from '@playwright/test';
import { isPackage, suiteFolder } from '../contract/documents/folders.js';
import { trustedAuthorities } from '../http/connections.js';
import { hostOf, lookUp } from '../http/hosts.js';

const run = promisify(execFile);

/** The version that package.json asks for; newer ones need a newer Node.js. */
const packagedVersion = '147.0.0';

/** The name of the script that starts an extracted Chromium. */
const startScriptName = 'start-chromium';

/**
 * This is a script, so that callers need only the path of one program. It prefers the system's libraries to those of
 * the package, which need a newer libc than some systems have.
 */
const startScript = `#!/bin/sh
# Starts the Chromium next to it, with fonts and libraries that a small system may lack.
here=$(dirname "$(readlink -f "$0")")
export FONTCONFIG_FILE="$here/fonts.conf"
if LD_TRACE_LOADED_OBJECTS=1 "$here/chromium" | grep -q 'not found'; then
  export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
fi
exec "$here/chromium" "$@"
`;

/**
 * The fonts of the system, or those of the package if there are none. The package's own configuration looks only in
 * /tmp.
 */
const fontsConfiguration = `<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** Keeps the browser between runs. No run writes to an installed package. */
const cacheFolder = isPackage
  ? join(homedir(), '.cache', 'seller-api-conformance')
  : join(suiteFolder, 'node_modules', '.cache', 'seller-api-conformance');

/**
 * Extracts the browser from the package once. Several processes may do so at the same time: each fills its own folder
 * and then renames it, so a folder with the final name is always complete.
 * @param environment the environment of the process that extracts it
 * @param parent the folder to keep it in
 * @returns the path of the script that starts the browser
 * @throws Error if the package is not installed, or there is not enough disk space
 * @internal exported for a test in which several processes extract the browser into the test's folder at once
 */
export async function extractBrowser(environment: NodeJS.ProcessEnv, parent = cacheFolder): Promise<string> {
  const folder = join(parent, `chromium-${packagedVersion}`);
  const script = join(folder, startScriptName);
  if (existsSync(script)) return script;
  await mkdir(parent, { recursive: true });
  const filling = await mkdtemp(`${folder}.filling-`);
  try {
    // The package always unpacks to the temporary folder of its process. It unpacks the system libraries that it
    // includes only if it believes it is running in this environment.
    const own = { TMPDIR: filling, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x', NODE_OPTIONS: '' };
    const source = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
    await run(process.execPath, ['--input-type=module', '--eval', source], {
      cwd: suiteFolder,
      env: { ...environment, ...own },
      timeout: 180_000,
    });
    await writeFile(join(filling, 'fonts.conf'), fontsConfiguration);
    await writeFile(join(filling, startScriptName), startScript);
    for (const program of ['.', startScriptName, 'chromium']) await chmod(join(filling, program), 0o755);
    // If root extracts files, they belong to the user who packed them, who may be a different user of this machine.
    if (process.getuid?.() === 0) await run('chown', ['-R', '0:0', filling]);
    await rename(filling, folder);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(script)) throw error;
  } finally {
    await rm(filling, { recursive: true, force: true });
  }
  return script;
}

/** Thrown if there is no browser; the message is one sentence that says how to get one. */
export class NoBrowser extends Error {
  override readonly name = 'NoBrowser';
}

/** The advice that helps on every machine, as the end of such a sentence. */
export const wayOut =
  'run `npx playwright install chromium`, or set CONFORMANCE_BROWSER to the path of a Chromium or Chrome';

/** Milliseconds after which a browser that has not started, or a page that has not loaded, counts as hanging. */
export const patience = 60_000;

/**
 * Finds a Chromium: the one that CONFORMANCE_BROWSER names, Playwright's own, or the one in an npm package, which is
 * extracted once.
 * @param environment the process environment
 * @param extract extracts the browser from the package
 * @returns the options with which `chromium.launch` starts it
 * @throws NoBrowser with one sentence if there is no Chromium, or CONFORMANCE_BROWSER doesn't name one
 */
export async function findBrowser(environment: NodeJS.ProcessEnv, extract = extractBrowser) {
  return {
    executablePath:
      named(environment) ??
      // The system may lack libraries that Playwright's Chromium needs.
      (await start(chromium.executablePath()).catch(() => undefined)) ??
      (await packaged(() => extract(environment))),
    // The CPU renders everything, whether or not there is a GPU. No switch may loosen what a page is allowed to do: the
    // switches that the package recommends turn off the checks that the tests of a Content-Security-Policy rely on.
    args: ['--disable-gpu'],
    // Playwright adds --no-sandbox unless this is set.
    chromiumSandbox: await hasProcessSandbox(),
    timeout: patience,
  };
}

function named({ CONFORMANCE_BROWSER: name }: NodeJS.ProcessEnv): string | undefined {
  if (!name) return undefined;
  const path = resolve(name);
  try {
    accessSync(path, constants.X_OK);
    if (statSync(path).isFile()) return path;
  } catch {}
  throw new NoBrowser(
    `CONFORMANCE_BROWSER names ${path}, which is not an executable file: set it to the path of a Chromium or Chrome, or unset it.`,
  );
}

/** Starts a browser only to check that it starts, and returns its path. @throws Error if it doesn't start */
async function start(path: string): Promise<string> {
  await run(path, ['--version'], { timeout: patience, killSignal: 'SIGKILL' });
  return path;
}

async function packaged(extract: () => Promise<string>): Promise<string> {
  const { platform, arch } = process;
  const name = `the package @sparticuz/chromium ${packagedVersion}`;
  const none = (why: string) => new NoBrowser(`There is no Chromium on this machine, and ${why}: ${wayOut}.`);
  if (platform !== 'linux' || arch !== 'x64') throw none(`no npm package has one for ${platform} ${arch}`);
  const refuse = (failed: string) => (error: unknown) => {
    const reason = failureReason(error);
    // An installation may leave out optional packages.
    const isAbsent = reason.includes('ERR_MODULE_NOT_FOUND');
    throw none(
      isAbsent ? `${name}, which has one, is not installed` : `the one in ${name} ${failed} (${reason})`,
    );
  };
  const path = await extract().catch(refuse('could not be extracted'));
  return start(path).catch(refuse("doesn't start here"));
}

/**
 * Whether Chromium can sandbox its processes here. On Linux it uses namespaces, which it refuses to do as root, and
 * which containers and some distributions deny; without them, Chromium only starts with its sandbox turned off.
 */
async function hasProcessSandbox(): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  if (process.getuid?.() === 0) return false;
  // The kinds of namespaces that Chromium makes: user, process ids, network.
  const made = run('unshare', ['-U', '-r', '-p', '-n', '-f', 'true'], { timeout: 10_000 });
  return made.then(() => true).catch(() => false);
}

/**
 * Why a program could not be run, or a file could not be written, in a few words.
 * @param error what Playwright, `execFile` or a function of `node:fs` threw
 */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { killed, stderr = '', message }: { killed?: unknown; stderr?: unknown } & Error = error;
  if (killed === true) return 'it took too long';
  const [reported = message.split('\n')[0] ?? ''] = /^.*error\b.*$/im.exec(String(stderr)) ?? [];
  // Node.js prints an error that has more fields in brackets.
  return reported.trim().replace(/^(\[|browserType\.launch: )|(\] \{|\.)$/g, '');
}

/**
 * Starts a headless browser on this machine without Playwright Test's knowledge; the caller closes it. For any other
 * browser, Playwright Test records typed text in step titles, and pages in traces, screenshots, videos, or snapshots
 * next to an error, none of which may contain a key or a password.
 * @param url the address of a target, whose certificate the browser accepts if this process does
 * @throws NoBrowser with one sentence if there is none
 */
export async function launchUnrecorded(environment: NodeJS.ProcessEnv, url = ''): Promise<Browser> {
  const found = await findBrowser(environment);
  // The suite's own requests don't use a proxy either.
  const args = [...found.args, '--no-proxy-server'];
  // Certificates with this key are accepted, no matter which authority signed them.
  if (url.startsWith('https:')) args.push(`--ignore-certificate-errors-spki-list=${await publicKeyOf(url)}`);
  // A second copy of the package would also provide a browser that Playwright Test doesn't listen to, but loading it
  // takes 0.4 s of CPU time.
  const bundle: UndocumentedBundle = createRequire(import.meta.url)('playwright-core/lib/coreBundle');
  const { chromium: unrecorded } = bundle.inprocess.createInProcessPlaywright();
  // If Ctrl-C ends the run, the tests of a worker end first, and the browser ends with them.
  return unrecorded.launch({ ...found, args, handleSIGINT: false });
}

/** The digest of the public key of a server. This process must trust the server's certificate. */
async function publicKeyOf(url: string): Promise<string> {
  const { port } = new URL(url);
  const host = hostOf(url).replace(/^\[|\]$/g, '');
  const servername = isIP(host) === 0 ? host : '';
  const secureContext = trustedAuthorities();
  const socket = connect({ host, port: Number(port || 443), lookup: lookUp, servername, secureContext });
  // A connection that fails closes itself.
  await once(socket, 'secureConnect');
  const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' }) ?? '';
  socket.destroy();
  return createHash('sha256').update(key).digest('base64');
}

/** The part of playwright-core that has no documentation. */
type UndocumentedBundle = { inprocess: { createInProcessPlaywright(): { chromium: BrowserType } } };
