import { expect, test } from '@playwright/test';
import { runCommand } from '#testing/started-command';

for (const name of ['test', 'test-all'])
  test(`${name} prints what it takes instead of running if --help is given`, async () => {
    const { exitCode, output } = await runCommand([`selftest/${name}`, '--help'], {}, 60_000);
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(/^Usage: npm run test/);
  });
