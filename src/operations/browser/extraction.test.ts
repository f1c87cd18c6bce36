import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { test as base, expect } from '#unit-test';
import { extractBrowser } from './extraction.js';
import { findBrowser } from './find-browser.js';
import { packagedVersion } from './packaged-browser.js';

/** Not among the artifacts of a test, which are kept: a browser takes 200 MB. */
const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'browser-'));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
});

test('The version is the one that package.json asks for', () => {
  const { dependencies } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  );
  expect(dependencies['@sparticuz/chromium']).toBe(packagedVersion);
});

test('A folder that cannot be written is told, with the way out', async ({ folder }) => {
  writeFileSync(join(folder, 'file'), '');
  await expect(extractBrowser([join(folder, 'file')])).rejects.toThrow(
    /^There is no Chromium on this machine, and the one in the package .* could not be extracted \(EEXIST in .*file\): run `npx playwright install chromium`, or set CONFORMANCE_BROWSER to the path of a Chromium or Chrome\.$/,
  );
});

// The package has a browser for no other platform.
if (process.platform === 'linux' && process.arch === 'x64') {
  test('Two processes that extract at once both get a whole browser', async ({ folder }) => {
    test.setTimeout(120_000);
    plant(join(folder, `chromium-${packagedVersion}.filling-killed`), new Date(0));
    plant(join(folder, `chromium-${packagedVersion}.filling-now`), new Date());
    plant(join(folder, `chromium-${packagedVersion}`), new Date(0));

    const versions = await Promise.all([versionExtractedTo(folder), versionExtractedTo(folder)]);
    expect(versions).toEqual([
      expect.stringContaining('Chromium 147.'),
      expect.stringContaining('Chromium 147.'),
    ]);
    expect(readdirSync(folder).sort()).toEqual([
      `chromium-${packagedVersion}`,
      `chromium-${packagedVersion}.filling-now`,
    ]);

    const path = await extractBrowser(['/dev/null', folder]);
    const { launchOptions } = await findBrowser({ CONFORMANCE_BROWSER: path });
    await using browser = await chromium.launch(launchOptions);
    expect(browser.version()).toMatch(/^147\./);
  });
}

/** A folder with a part of a browser. */
function plant(folder: string, changed: Date): void {
  mkdirSync(folder);
  writeFileSync(join(folder, 'chromium'), 'a part');
  utimesSync(folder, changed, changed);
}

/** Extracts the browser in a separate process, and starts it. */
async function versionExtractedTo(folder: string): Promise<string> {
  const module = new URL('extraction.ts', import.meta.url).href;
  const source = `
    const { extractBrowser } = await import(${JSON.stringify(module)});
    const path = await extractBrowser(${JSON.stringify([folder])});
    const { execFileSync } = await import('node:child_process');
    process.stdout.write(execFileSync(path, ['--version'], { encoding: 'utf8' }));
  `;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', source],
    { cwd: new URL('../../..', import.meta.url) },
  );
  return stdout;
}
