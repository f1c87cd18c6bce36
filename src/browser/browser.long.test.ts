import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serveSecurely } from '#testing/loopback-server';
import { expect, test } from '#testing/unit-test';
import packageJson from '../../package.json' with { type: 'json' };
import { trust } from '../http/connections.js';
import { authoritiesIn } from '../target/authorities.js';
import { extractBrowser, findBrowser, launchUnrecorded } from './browser.js';

test('CONFORMANCE_BROWSER takes precedence over all other browsers, and must name an executable file', async () => {
  const browser = test.info().outputPath('chrome');
  writeFileSync(browser, '');
  await expect(findBrowser({ CONFORMANCE_BROWSER: browser })).rejects.toThrow(
    `CONFORMANCE_BROWSER names ${browser}, which is not an executable file: set it to the path of a Chromium or Chrome, or unset it.`,
  );
  chmodSync(browser, 0o755);
  expect((await findBrowser({ CONFORMANCE_BROWSER: browser })).executablePath).toBe(browser);
});

// The package has a browser only for this platform.
if (process.platform === 'linux' && process.arch === 'x64') {
  test('If there is no browser, one sentence says why and what to do', async () => {
    const uninstalled = "ERR_MODULE_NOT_FOUND: Cannot find package '@sparticuz/chromium'";
    for (const [extract, why] of [
      [async () => '/nowhere/chromium', String.raw`.* doesn't start here \(spawn /nowhere/chromium ENOENT\)`],
      [() => extractBrowser({}, '/dev/null'), String.raw`.* could not be extracted \(E.*dev/null.*\)`],
      [
        () => Promise.reject(new Error(uninstalled)),
        String.raw`the package @sparticuz/chromium \S+, which has one, is not installed`,
      ],
    ] as const)
      await expect(findBrowser({}, extract)).rejects.toThrow(
        new RegExp(`^There is no Chromium on this machine, and ${why}: run .*CONFORMANCE_BROWSER`),
      );
  });

  test('Two processes that extract the browser at the same time both get a complete browser', async () => {
    test.setTimeout(600_000);
    // Not in the artifacts of the test, which are kept, because a browser takes 200 MB.
    const folder = mkdtempSync(join(tmpdir(), 'browser-'));
    const source = `const { extractBrowser } = await import(${JSON.stringify(new URL('browser.ts', import.meta.url).href)});
      const { execFileSync } = await import('node:child_process');
      process.stdout.write(execFileSync(await extractBrowser(process.env, ${JSON.stringify(folder)}), ['--version']));`;
    const run = ['--import', 'tsx', '--input-type=module', '--eval', source];
    const cwd = new URL('../..', import.meta.url);
    try {
      for (const extracted of [1, 2].map(() => promisify(execFile)(process.execPath, run, { cwd })))
        expect((await extracted).stdout).toContain('Chromium 147.');
      const version = packageJson.optionalDependencies['@sparticuz/chromium'];
      expect(readdirSync(folder)).toEqual([`chromium-${version}`]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

test('A certificate from a private authority is accepted only if the authority is named', async () => {
  const certificate = (name: string) => join(import.meta.dirname, '../../selftest/certificates', name);
  const [key = '', cert = ''] = ['server-key.pem', 'server.pem'].map((name) =>
    readFileSync(certificate(name), 'utf8'),
  );
  await using server = await serveSecurely({ key, cert }, (_, response) => response.end('Here'));
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
