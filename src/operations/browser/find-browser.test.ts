import { expect, test } from '#unit-test';
import { findBrowser } from './find-browser.js';
import type { Machine } from './machine.js';

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
