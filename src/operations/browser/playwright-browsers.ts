import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';

/**
 * Where Playwright's own browsers would be: the headless shell, which `chromium.launch()` starts by default and which
 * may be the only one that was installed, and the whole Chromium, the only one whose path Playwright tells.
 * @param whole the path that Playwright tells
 * @returns paths of which any may not exist
 */
export async function playwrightBrowsers(whole = pathOfWhole()): Promise<readonly string[]> {
  if (whole === undefined) return [];
  const folder = dirname(whole).replace(/([\\/])chromium-(\d+)[\\/].*$/, '$1chromium_headless_shell-$2');
  const shells = await foldersIn(folder);
  const shell = process.platform === 'win32' ? 'chrome-headless-shell.exe' : 'chrome-headless-shell';
  return [...shells.map((name) => join(folder, name, shell)), whole];
}

/** Undefined on a platform that Playwright has no Chromium for. */
function pathOfWhole(): string | undefined {
  try {
    return chromium.executablePath() || undefined;
  } catch {
    return undefined;
  }
}

/** Its only folder is named for the platform: chrome-headless-shell-linux64. */
async function foldersIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}
