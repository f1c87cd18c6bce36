import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';

/**
 * Where Playwright's own browsers would be: the headless shell, which `chromium.launch()` starts by default and which
 * may be the only one installed, and the full Chromium, the only one whose path Playwright reveals.
 * @param whole the path that Playwright reveals
 * @returns paths, any of which may not exist
 */
export async function playwrightBrowsers(whole = pathOfWhole()): Promise<readonly string[]> {
  if (whole === undefined) return [];
  const folder = dirname(whole).replace(/([\\/])chromium-(\d+)[\\/].*$/, '$1chromium_headless_shell-$2');
  const shells = await foldersIn(folder);
  const shell = process.platform === 'win32' ? 'chrome-headless-shell.exe' : 'chrome-headless-shell';
  return [...shells.map((name) => join(folder, name, shell)), whole];
}

/** Undefined on a platform for which Playwright has no Chromium. */
function pathOfWhole(): string | undefined {
  try {
    return chromium.executablePath() || undefined;
  } catch {
    return undefined;
  }
}

/** Its only folder is named after the platform: chrome-headless-shell-linux64. */
async function foldersIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}
