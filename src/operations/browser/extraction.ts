import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { cacheFolders, failureReason, NoBrowser, wayOut } from './no-browser.js';
import { isWhole, packagedVersion, packageName, startScriptName, unpackBrowser } from './packaged-browser.js';

/** Milliseconds after which a folder that is being filled counts as abandoned: filling it takes far less. */
const abandonedAfter = 600_000;

/**
 * Extracts the browser of the package once. Several processes may do so at once: each fills its own folder and then
 * renames it, so a folder with the final name is always complete.
 * @param parents folders to keep it in, the best one first
 * @returns the path of the script that starts it
 * @throws NoBrowser with one sentence if no folder can hold it
 */
export async function extractBrowser(parents?: readonly string[]): Promise<string> {
  const folders = (parents ?? (await cacheFolders())).map((parent) =>
    join(parent, `chromium-${packagedVersion}`),
  );
  for (const folder of folders) if (await isWhole(folder)) return join(folder, startScriptName);
  let failure = 'no folder to keep it in';
  for (const folder of folders) {
    try {
      await extractTo(folder);
      return join(folder, startScriptName);
    } catch (error) {
      failure = `${failureReason(error)} in ${dirname(folder)}`;
    }
  }
  throw new NoBrowser(
    `There is no Chromium on this machine, and the one in ${packageName} could not be extracted (${failure}): ${wayOut}.`,
  );
}

async function extractTo(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await removeAbandoned(folder);
  const filling = await mkdtemp(fillingPrefix(folder));
  try {
    await removeBroken(folder, join(filling, 'broken'));
    await unpackBrowser(filling);
    await chmod(filling, 0o755);
    await rename(filling, folder);
  } catch (error) {
    // Another process was faster.
    if (!(await isWhole(folder))) throw error;
  } finally {
    await rm(filling, { recursive: true, force: true });
  }
}

/** Removes a folder that has the final name but lacks a part: a cleaner of temporary files may have deleted it. */
async function removeBroken(folder: string, aside: string): Promise<void> {
  // Renaming first keeps it from removing what another process puts there in between.
  if (!existsSync(folder) || (await isWhole(folder))) return;
  await rename(folder, aside).catch(() => {});
  await rm(aside, { recursive: true, force: true });
}

/** Removes the folders of processes that were killed. */
async function removeAbandoned(folder: string): Promise<void> {
  const prefix = basename(fillingPrefix(folder));
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(prefix)) continue;
    const path = join(dirname(folder), name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > abandonedAfter) await rm(path, { recursive: true, force: true });
  }
}

function fillingPrefix(folder: string): string {
  return `${folder}.filling-`;
}
