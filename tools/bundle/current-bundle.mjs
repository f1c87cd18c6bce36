// @ts-check
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join, relative } from 'node:path';

/** The folders with the sources of a bundle. */
const folders = ['fixtures', 'sandbox', 'schemas', 'selftest', 'specs', 'src', 'testing', 'tools/bundle'];

/** Milliseconds after which a bundle that nothing has used is removed. */
const keptFor = 86_400_000;

/**
 * The folder of a checkout's bundle. Its name is a digest of the sources: a stale one is never used.
 * @param {string} root folder of the project
 * @param {(unfinished: string, folder: string) => Promise<void>} build builds a bundle in the first folder, which will be
 * at the place of the second
 * @returns {Promise<string>}
 * @throws Error if there is none, and none can be built or written
 */
export async function currentBundle(root, build) {
  const files = [
    ...folders.flatMap((name) => filesBelow(join(root, name))),
    ...['package.json', 'package-lock.json', 'playwright.config.ts', 'tsconfig.json'].map((name) =>
      join(root, name),
    ),
  ];
  const cache = join(root, 'node_modules/.cache/seller-api-conformance/bundles');
  const folder = join(cache, digestOf(files));
  if (!existsSync(folder)) await buildAsWhole(folder, build);
  try {
    removeOld(cache, folder);
  } catch {
    // In a folder of somebody else, the bundle can be used all the same.
  }
  return folder;
}

/**
 * Removes the bundles that nothing has used for a while.
 * @param {string} cache
 * @param {string} used the one that is used now
 */
function removeOld(cache, used) {
  const now = new Date();
  utimesSync(used, now, now);
  // Another command may have removed it.
  for (const name of readdirSync(cache))
    if ((statSync(join(cache, name), { throwIfNoEntry: false })?.mtimeMs ?? 0) < now.getTime() - keptFor)
      rmSync(join(cache, name), { recursive: true, force: true });
}

/**
 * Builds a bundle next to its place and moves it there as a whole, because another command may build the same one.
 * @param {string} folder
 * @param {(unfinished: string, folder: string) => Promise<void>} build
 */
async function buildAsWhole(folder, build) {
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    await build(unfinished, folder);
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/**
 * The files below a folder that a bundle consists of, with their paths, in order.
 * @param {string} folder
 */
export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.(tsx?|mjs|css|json|yaml)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !relative(folder, file).includes('node_modules'))
    .toSorted();
}

/** @param {readonly string[]} files */
function digestOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 16);
}
