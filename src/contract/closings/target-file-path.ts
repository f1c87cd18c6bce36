import { createHash } from 'node:crypto';
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

/** Longer names are cut. */
const longestSlug = 60;

/** Names that Windows gives to devices, whatever stands behind their first dot. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/;

/**
 * The name of the folder that belongs to a target: safe on every system, and another one for every other name.
 * @param name of the target, any text
 * @returns the name itself where it is safe; else what is left of it, `+`, and 12 hexadecimal digits of its hash
 */
export function targetFolder(name: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[.-]+|[.-]+$/g, '')
    .slice(0, longestSlug);
  if (slug === name && slug !== '' && !device.test(slug)) return slug;
  // No safe name has a plus: what is made up here never meets a name that was left as it is.
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 12);
  return `${device.test(slug) ? 'target-' : ''}${slug || 'target'}+${hash}`;
}
