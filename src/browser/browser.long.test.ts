import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serveSecurely } from '#testing/loopback-server';
import { test as base, expect } from '#testing/unit-test';
import packageJson from '../../package.json' with { type: 'json' };
import { trust } from '../http/connections.js';
import { authoritiesIn } from '../target/authorities.js';
import { extractBrowser, failureReason, findBrowser, launchBrowser, launchUnrecorded } from './browser.js';

/** Not among the artifacts of a test, which are kept: a browser takes 200 MB. */
const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'browser-'));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
});

test('CONFORMANCE_BROWSER takes precedence over all other browsers, and must name an executable file', async ({
  folder,
}) => {
  const browser = join(folder, 'chrome');
  writeFileSync(browser, '');
  await expect(findBrowser({ CONFORMANCE_BROWSER: browser })).rejects.toThrow(
    `CONFORMANCE_BROWSER names ${browser}, which is not an executable file: set it to the path of a Chromium or Chrome, or unset it.`,
  );
  chmodSync(browser, 0o755);
  expect((await findBrowser({ CONFORMANCE_BROWSER: browser })).executablePath).toBe(browser);
});

// The package has a browser for no other platform.
if (process.platform === 'linux' && process.arch === 'x64') {
  test("Playwright's own browser is found where Playwright installs it", async ({ folder }) => {
    const { executablePath: real } = await findBrowser(process.env);
    const found = await outputOf(
      `const { chromium } = await import('@playwright/test');
      const { mkdirSync, writeFileSync } = await import('node:fs');
      const { dirname } = await import('node:path');
      const program = chromium.executablePath();
      mkdirSync(dirname(program), { recursive: true });
      writeFileSync(program, ${JSON.stringify(`#!/bin/sh\nexec ${real} "$@"\n`)}, { mode: 0o755 });
      process.stdout.write(String((await findBrowser({})).executablePath === program));`,
      { PLAYWRIGHT_BROWSERS_PATH: folder },
    );
    expect(found).toBe('true');
  });

  test('If there is no browser, one sentence says why and what to do', async () => {
    const search = (extract: () => Promise<string>) => findBrowser({}, extract);
    await expect(search(async () => '/nowhere/chromium')).rejects.toThrow(
      /^There is no Chromium on this machine, and the one in the package .* doesn't start here \(spawn \/nowhere\/chromium ENOENT\): run `npx/,
    );
    await expect(search(() => extractBrowser(process.env, '/dev/null'))).rejects.toThrow(
      /could not be extracted \(E.*dev\/null.*\): run `npx playwright install chromium`, or set CONFORMANCE_BROWSER to the path of a Chromium or Chrome\.$/,
    );
    const uninstalled = new Error("ERR_MODULE_NOT_FOUND: Cannot find package '@sparticuz/chromium'");
    await expect(search(() => Promise.reject(uninstalled))).rejects.toThrow(
      /^There is no Chromium on this machine, and the package @sparticuz\/chromium \S+, which has one, is not installed: run `npx/,
    );
  });

  test('Two processes that extract the browser at the same time both get a complete browser', async ({
    folder,
  }) => {
    test.setTimeout(600_000);
    const versions = await Promise.all([versionExtractedTo(folder), versionExtractedTo(folder)]);
    for (const version of versions) expect(version).toContain('Chromium 147.');
    expect(readdirSync(folder)).toEqual([
      `chromium-${packageJson.optionalDependencies['@sparticuz/chromium']}`,
    ]);
  });
}

/** Extracts the browser in a separate process, and starts it. */
async function versionExtractedTo(folder: string): Promise<string> {
  return outputOf(
    `const { execFileSync } = await import('node:child_process');
    process.stdout.write(execFileSync(await extractBrowser(process.env, ${JSON.stringify(folder)}), ['--version']));`,
  );
}

/** Runs a script with functions of this module in a separate process, and returns its output. */
async function outputOf(source: string, environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const browserModule = JSON.stringify(new URL('browser.ts', import.meta.url).href);
  const importing = `const { extractBrowser, findBrowser } = await import(${browserModule});\n`;
  const run = ['--import', 'tsx', '--input-type=module', '--eval', importing + source];
  const { stdout } = await promisify(execFile)(process.execPath, run, {
    cwd: new URL('../..', import.meta.url),
    env: { ...process.env, ...environment },
  });
  return stdout;
}

/** The fields and message of a thrown error, and its reason in a few words. */
const failures: readonly (readonly [fields: object, message: string, reason: string])[] = [
  [{}, 'browserType.launch: Timeout 20000ms exceeded.\nCall log:', 'Timeout 20000ms exceeded'],
  [{ code: null, killed: true }, 'Command failed', 'it took too long'],
  [{ stderr: '' }, 'Command failed: x', 'Command failed: x'],
  [
    { stderr: 'node:internal\n\n[Error: ENOSPC: no space left, write] {\n  errno: -28' },
    'Command failed: x',
    'Error: ENOSPC: no space left, write',
  ],
];

test('The reason for a failure is in a few words', () => {
  for (const [fields, message, reason] of failures)
    expect(failureReason(Object.assign(new Error(message), fields))).toBe(reason);
});

test('A page obeys its Content-Security-Policy', async () => {
  await using browser = await launchBrowser(process.env);
  const page = await browser.newPage();
  await page.setContent(`<!doctype html>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-known'">
    <script>document.title = 'without a nonce'</script>
    <script nonce="known">document.title += 'with its nonce'</script>`);
  expect(await page.title()).toBe('with its nonce');
});

test('A certificate from a private authority is accepted only if the authority is named', async () => {
  const [key, cert] = ['server-key.pem', 'server.pem'].map((name) => readFileSync(certificate(name), 'utf8'));
  await using server = await serveSecurely({ key: key ?? '', cert: cert ?? '' }, (_, response) =>
    response.end('Here'),
  );
  const shown = async (caFile: string) => {
    trust(authoritiesIn(certificate(caFile)));
    await using browser = await launchUnrecorded(process.env, server.url);
    const page = await browser.newPage();
    await page.goto(server.url);
    return await page.textContent('body');
  };
  expect(await shown('authority.pem')).toBe('Here');
  await expect(shown('self-signed.pem')).rejects.toThrow('unable to verify the first certificate');
});

function certificate(name: string): string {
  return fileURLToPath(new URL(`../../selftest/certificates/${name}`, import.meta.url));
}
