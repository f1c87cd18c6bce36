import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  call,
  expectSmokeRun,
  installFromRegistry,
  reportIn,
  startPackagedSandbox,
  stateOf,
} from './packed.js';

/**
 * Installs the package as its users do, from the registry into an empty folder, and tests its own sandbox:
 * `npm run test:all -- package`.
 */
test('The package, installed into an empty folder with an empty cache, tests its own sandbox', async () => {
  const folder = installFromRegistry(test.info().outputPath());
  const before = stateOf(folder);
  await expectSmokeRun(folder);

  await using sandbox = await startPackagedSandbox(folder, '--log-level', 'warn', '--speed', '30');
  const settings = {
    TARGET_CONTROL_URL: sandbox.control.url,
    TARGET_CONTROL_TOKEN: sandbox.control.token,
    TARGET_WRITES: 'allow',
    TARGET_CONFIRMED_GAPS: 'all',
    TARGET_CLOCK_SPEED: '30',
  };
  const whole = await call(folder, ['run', '--url', sandbox.url], settings);
  expect(whole.exitCode, whole.output).toBe(0);
  expect(reportIn(folder)).toMatchObject({ verdict: 'conformant', exitCode: 0 });

  const learned = await call(folder, ['learn', '--url', sandbox.url, '--target', 'shop'], {
    TARGET_API_KEY: sandbox.apiKey,
  });
  expect([0, 3], learned.output).toContain(learned.exitCode);
  expect(existsSync(join(folder.path, 'targets/shop.yaml'))).toBe(true);
  expect(stateOf(folder), 'nothing was written to the package').toEqual(before);
});
