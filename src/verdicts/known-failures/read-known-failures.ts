import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { targetFolder } from '../../contract/closings/target-file.js';
import type { KnownFailures } from './known-failure.js';
import { KnownFailuresError, parseKnownFailures } from './parse-known-failures.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const ownFolder = join(root, 'known-failures');

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The known failures of a target: from the file that CONFORMANCE_KNOWN_FAILURES names (`none` for no file), otherwise
 * from `known-failures/NAME.yaml` if that file exists.
 * @param target the target's name in reports
 * @param folder the folder with the files of all targets
 * @returns undefined if there is no file
 * @throws KnownFailuresError with one sentence if the file is missing, unreadable or malformed
 */
export function readKnownFailures(
  environment: Environment,
  target: string,
  folder: string = ownFolder,
): KnownFailures | undefined {
  const named = environment.CONFORMANCE_KNOWN_FAILURES?.trim() || undefined;
  if (named === 'none') return undefined;
  const path = named ?? join(folder, fileOf(target));
  if (named === undefined && !existsSync(path)) return undefined;
  const file = named ?? relative(root, path);
  return { file, day: dayOf(environment), entries: parseKnownFailures(textOf(path, file), file) };
}

/** The day of a run, as `2030-01-31`, UTC. The configuration sets it, so that a run never has two. */
export function dayOf({ CONFORMANCE_DAY: day }: Environment, now: Date = new Date()): string {
  return day || now.toISOString().slice(0, 10);
}

/**
 * A name that `--target` accepts is used as the file's name unchanged, as for `.env.NAME`; any other gets its
 * folder's name.
 */
function fileOf(target: string): string {
  return `${/^[\w.-]+$/.test(target) ? target : targetFolder(target)}.yaml`;
}

function textOf(path: string, file: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new KnownFailuresError(
      code === 'ENOENT'
        ? `There is no file ${file}, which CONFORMANCE_KNOWN_FAILURES names: correct the path, or leave the variable out.`
        : `${file} can't be read (${code}): make it a file that this user may read, or remove it.`,
    );
  }
}
