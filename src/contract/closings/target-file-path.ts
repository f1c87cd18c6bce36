import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The variable that holds the path of the target's file, for all processes of a run; without it all is as assumed. */
export const targetFileVariable = 'CONFORMANCE_TARGET_FILE';

/**
 * Where the file of a target lies.
 *
 * @param name - as in `--target NAME`
 * @param folder - of the project
 * @returns undefined where the target has none, and fills every gap as it is assumed
 */
export function targetFilePath(name: string | undefined, folder: string): string | undefined {
  if (name === undefined || !/^[\w.-]+$/.test(name)) return undefined;
  const path = join(folder, 'targets', `${name}.yaml`);
  return existsSync(path) ? path : undefined;
}
