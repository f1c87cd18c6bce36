import { createHash } from 'node:crypto';
import type { Settings } from '../../target/settings.js';
import type { KeyName, RunEntry } from './entry.js';
import { merchantKeys } from './key-name.js';

/**
 * A fingerprint of each merchant key, which does not reveal the key.
 * @param prefix the run's prefix, so that no two runs write the same fingerprint
 */
export function fingerprints(
  settings: Pick<Settings, 'apiKeys' | 'otherApiKey'>,
  prefix: string,
): Readonly<Record<KeyName, string>> {
  return Object.fromEntries(
    [...merchantKeys(settings)].map(([name, key]) => [name, fingerprintOf(key, prefix)]),
  );
}

/**
 * The key that had a name in a run, whatever its name is now.
 * @param lines the first lines of the run's ledgers
 * @returns undefined if no setting holds the key any more
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
