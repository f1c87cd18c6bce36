import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '#unit-test';
import { playwrightBrowsers } from './playwright-browsers.js';

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
