import { createHash } from 'node:crypto';
import type { Settings } from '../../target/settings.js';
import type { KeyName, RunEntry } from './entry.js';
import { merchantKeys } from './key-name.js';

/** Of each key of a merchant, what tells it from another and not what it is. @param prefix of the run: no two runs write the same */
export function fingerprints(
  settings: Pick<Settings, 'apiKeys' | 'otherApiKey'>,
  prefix: string,
): Readonly<Record<KeyName, string>> {
  return Object.fromEntries(
    [...merchantKeys(settings)].map(([name, key]) => [name, fingerprintOf(key, prefix)]),
  );
}

/**
 * The key that had a name in a run, whatever it is called now.
 * @param lines with which its ledgers begin
 * @returns undefined where no setting holds it any more
 */
export function keyOfRun(
  name: KeyName,
  lines: readonly RunEntry[],
  settings: Pick<Settings, 'apiKeys' | 'otherApiKey'>,
): string | undefined {
  const keys = [...merchantKeys(settings).values()];
  return keys.find((key) => lines.every(({ keys, prefix }) => keys?.[name] === fingerprintOf(key, prefix)));
}

function fingerprintOf(key: string, prefix: string): string {
  return createHash('sha256').update(`${prefix}\n${key}`).digest('hex').slice(0, 8);
}
