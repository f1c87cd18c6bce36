import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { filesIn } from '../../tools/bundle/current-build.mjs';
import type { Fault } from './plantings.js';

/**
 * Returns a function that says how near a fault is to the files that the commits of the last day changed: 0 if nothing
 * leads there. A fault is near if its own file changed, or if a spec that covers its requirement loads a changed module;
 * a module that few specs load counts more than one that all load.
 */
export async function nearnessTo(root: string): Promise<(fault: Fault) => number> {
  const changed = recentlyChanged(root);
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: filesIn(join(root, 'specs'), /\.spec\.ts$/),
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    outdir: root,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'silent',
  });
  // Modules that are imported when needed have an output of their own, too.
  const entries = Object.values(metafile.outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  const loaded = entries
    .filter((entry) => entry.endsWith('.spec.ts'))
    .map((spec) => {
      const files = new Set([spec]);
      for (const file of files) for (const { path } of metafile.inputs[file]?.imports ?? []) files.add(path);
      return {
        covered: readFileSync(join(root, spec), 'utf8').match(/\b[A-Z]{3,4}-\d\d\b/g) ?? [],
        changed: changed.filter((file) => files.has(file)),
      };
    });
  const near = new Map<string, number>();
  for (const file of changed) {
    const loading = loaded.filter((spec) => spec.changed.includes(file));
    for (const id of new Set(loading.flatMap(({ covered }) => covered)))
      near.set(id, (near.get(id) ?? 0) + 1 / loading.length);
  }
  const faultFiles = changed
    .filter((file) => file.startsWith('sandbox/faults/'))
    .map((file) => readFileSync(join(root, file), 'utf8'));
  return ({ id, violates }) =>
    (near.get(violates) ?? 0) + faultFiles.filter((text) => text.includes(`'${id}'`)).length;
}

/** The files that still exist of those that commits changed in the day before the last one; none without git. */
function recentlyChanged(root: string): readonly string[] {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const since = new Date(git('log', '-1', '--format=%cI').trim()).getTime() - 86_400_000;
    const named = git('log', `--since=${new Date(since).toISOString()}`, '--format=', '--name-only');
    const existing = new Set(git('ls-files').split('\n'));
    return [...new Set(named.split('\n'))].filter((file) => file !== '' && existing.has(file));
  } catch {
    return [];
  }
}
