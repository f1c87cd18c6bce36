// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The folders and files of a checkout that a build reads. */
const sources = [
  ...['fixtures', 'sandbox', 'schemas', 'selftest', 'specs', 'src', 'testing', 'tools'],
  ...['package.json', 'package-lock.json', 'playwright.config.ts', 'tsconfig.json'],
];

/** Milliseconds after which a build is removed when a newer one is made. */
const keptFor = 86_400_000;

/**
 * The folder of a checkout's current build. It is built anew when a source differs in its time or its size, and a process
 * keeps the one that it began with.
 * @param {string} root folder of the project
 * @param {string} kind what is built
 * @param {(unfinished: string, folder: string) => Promise<void>} build builds in the first folder, which will be at the
 * place of the second
 * @returns {Promise<string>}
 * @throws Error if it can't be built or written
 */
export async function currentBuild(root, kind, build) {
  const stamp = stampOf(root);
  const builds = join(root, 'node_modules/.cache/seller-api-conformance', kind);
  const folder = join(builds, stamp);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    await build(unfinished, folder);
    // If a source changed meanwhile, nobody knows which of its states was built.
    if (stampOf(root) !== stamp) return await currentBuild(root, kind, build);
    // Another command may have built the same one.
    if (!existsSync(folder)) renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  for (const name of readdirSync(builds))
    if (Date.now() - (statSync(join(builds, name), { throwIfNoEntry: false })?.mtimeMs ?? 0) > keptFor)
      rmSync(join(builds, name), { recursive: true, force: true });
  return folder;
}

/**
 * What the state of all sources is called.
 * @param {string} root
 * @returns {string}
 */
function stampOf(root) {
  const files = sources.flatMap((name) => filesIn(join(root, name)));
  const states = files.map((file) => ({ file, ...statSync(file) }));
  const state = JSON.stringify(states, ['file', 'mtimeMs', 'size']);
  return createHash('sha256').update(state).digest('hex').slice(0, 16);
}

/**
 * The files of a build below a folder, or the file itself, with their paths, in order.
 * @param {string} path
 * @param {RegExp} [named]
 * @returns {string[]}
 */
export function filesIn(path, named = /\.(tsx?|mjs|css|json|yaml)$/) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => (entry.isDirectory() ? entry.name !== 'node_modules' : named.test(entry.name)))
    .flatMap((entry) => filesIn(join(path, entry.name), named))
    .toSorted();
}
