import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '#unit-test';
import {
  failureToStart,
  findBrowser,
  isExecutable,
  type Machine,
  playwrightBrowsers,
  systemBrowsers,
} from './find-browser.js';

const shell = '/playwright/chromium_headless_shell-1/chrome-headless-shell';
const whole = '/playwright/chromium-1/chrome';
const extracted = '/cache/start-chromium';

const environment = { PATH: '/usr/bin' };

test('CONFORMANCE_BROWSER comes before all others', async () => {
  const machine = machineWith([shell, '/usr/bin/chromium', '/opt/chrome']);
  const found = await findBrowser({ ...environment, CONFORMANCE_BROWSER: '/opt/chrome' }, machine);
  expect(found.origin).toBe('CONFORMANCE_BROWSER');
  expect(found.launchOptions.executablePath).toBe('/opt/chrome');
});

test('Where CONFORMANCE_BROWSER names none, no other is taken', async () => {
  const search = findBrowser({ CONFORMANCE_BROWSER: '/opt/chrome' }, machineWith([shell]));
  await expect(search).rejects.toThrow(
    'CONFORMANCE_BROWSER names /opt/chrome, which is not an executable file: set it to the path of a Chromium or Chrome, or unset it.',
  );
});

const orders = [
  { there: [whole, shell, '/usr/bin/chromium'], origin: 'Playwright', path: shell },
  { there: [whole, '/usr/bin/chromium'], origin: 'Playwright', path: whole },
  {
    there: ['/usr/bin/google-chrome', '/usr/bin/chromium'],
    origin: 'the system',
    path: '/usr/bin/chromium',
  },
  { there: ['/usr/bin/google-chrome-stable'], origin: 'the system', path: '/usr/bin/google-chrome-stable' },
  { there: [], origin: 'the package @sparticuz/chromium 147.0.0', path: extracted },
];

for (const { there, origin, path } of orders) {
  test(`Of ${there.join(', ') || 'none'} that of ${origin} is taken`, async () => {
    const found = await findBrowser({ ...environment, CONFORMANCE_BROWSER: '' }, machineWith(there));
    expect(found.origin).toBe(origin);
    expect(found.launchOptions.executablePath).toBe(path);
  });
}

test('A browser that does not start, or is a snap, is passed over', async () => {
  const machine = machineWith([shell, '/usr/bin/chromium', '/usr/bin/google-chrome'], {
    failureToStart: async (path) => (path === shell ? 'libnss3.so is missing' : undefined),
    isSnap: async (path) => path === '/usr/bin/chromium',
  });
  const found = await findBrowser(environment, machine);
  expect(found.launchOptions.executablePath).toBe('/usr/bin/google-chrome');
});

test('Where the package has none for the platform, the way out is told', async () => {
  const search = findBrowser(environment, machineWith([], { architecture: 'arm64' }));
  await expect(search).rejects.toThrow(
    'There is no Chromium on this machine, and no npm package has one for linux arm64: run `npx playwright install chromium`, or set CONFORMANCE_BROWSER to the path of a Chromium or Chrome.',
  );
});

test('Where that of the package does not start, the reason and the way out are told', async () => {
  const search = findBrowser(environment, machineWith([], { failureToStart: async () => 'ENOENT' }));
  await expect(search).rejects.toThrow(
    "the one in the package @sparticuz/chromium 147.0.0 doesn't start here (ENOENT): run `npx playwright install chromium`",
  );
});

for (const allowed of [true, false]) {
  test(`Its processes are ${allowed ? '' : 'not '}locked in where the machine ${allowed ? 'allows' : 'denies'} it`, async () => {
    const machine = machineWith([shell], { hasProcessSandbox: async () => allowed });
    const { launchOptions } = await findBrowser(environment, machine);
    expect(launchOptions.chromiumSandbox).toBe(allowed);
  });
}

function machineWith(files: readonly string[], other: Partial<Machine> = {}): Machine {
  return {
    platform: 'linux',
    architecture: 'x64',
    isExecutable: async (path) => files.includes(path),
    isSnap: async () => false,
    failureToStart: async () => undefined,
    playwrightBrowsers: async () => [shell, whole],
    extractBrowser: async () => extracted,
    hasProcessSandbox: async () => true,
    ...other,
  };
}

test('Only a file that may be run is executable', async () => {
  const folder = test.info().outputPath('folder');
  mkdirSync(folder);
  expect(await isExecutable(process.execPath)).toBe(true);
  expect(await isExecutable(fileWith('text', 0o644))).toBe(false);
  expect(await isExecutable(folder)).toBe(false);
  expect(await isExecutable(`${folder}/nothing`)).toBe(false);
});

test('A program that tells its version starts', async () => {
  expect(await failureToStart(process.execPath)).toBeUndefined();
});

test('A program that ends with an error does not start, and says why', async () => {
  const broken = fileWith('#!/bin/sh\necho "error while loading shared libraries: libx.so" >&2\nexit 127\n');
  expect(await failureToStart(broken)).toBe('error while loading shared libraries: libx.so');
  expect(await failureToStart(fileWith('#!/nowhere/sh\n'))).toBe('ENOENT');
});

function fileWith(text: string, mode = 0o755): string {
  const path = test.info().outputPath(`program-${text.length}`);
  writeFileSync(path, text, { mode });
  return path;
}

test('The headless shell that Playwright would launch comes before the whole Chromium', async () => {
  const { whole, launched } = await pathsOfPlaywright(test.info().outputPath('browsers'));
  expect(launched).not.toBe(whole);
  mkdirSync(dirname(launched), { recursive: true });
  writeFileSync(launched, '');
  expect(await playwrightBrowsers(whole)).toEqual([launched, whole]);
});

test('Where nothing is installed only the whole Chromium could be there', async () => {
  const whole = test.info().outputPath('chromium-1', 'chrome-linux64', 'chrome');
  expect(await playwrightBrowsers(whole)).toEqual([whole]);
});

/** Playwright's message if its browsers were in a folder that doesn't exist; it reads that only when it starts. */
async function pathsOfPlaywright(folder: string): Promise<{ whole: string; launched: string }> {
  const source = `
    import { chromium } from '@playwright/test';
    const { message } = await chromium.launch().catch((error) => error);
    const [, launched] = /doesn't exist at (.*)/.exec(message);
    console.log(JSON.stringify({ whole: chromium.executablePath(), launched }));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: new URL('../../..', import.meta.url),
    env: { ...process.env, PLAYWRIGHT_BROWSERS_PATH: folder },
  });
  return JSON.parse(stdout);
}

test('Each name is looked for in each folder of PATH before the next one', () => {
  expect(systemBrowsers({ PATH: '/usr/local/bin::bin:/usr/bin' }, 'linux')).toEqual([
    '/usr/local/bin/chromium',
    '/usr/bin/chromium',
    '/usr/local/bin/chromium-browser',
    '/usr/bin/chromium-browser',
    '/usr/local/bin/google-chrome',
    '/usr/bin/google-chrome',
    '/usr/local/bin/google-chrome-stable',
    '/usr/bin/google-chrome-stable',
  ]);
});

test('On macOS the applications are looked at as well', () => {
  expect(systemBrowsers({}, 'darwin')).toEqual([
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]);
  expect(systemBrowsers({}, 'linux')).toEqual([]);
});
