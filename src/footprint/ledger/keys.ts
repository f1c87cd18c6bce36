import { createHash } from 'node:crypto';
import type { Settings } from '../../target/settings.js';
import type { KeyName, RunEntry } from './entry.js';

type MerchantKeys = Pick<Settings, 'apiKeys' | 'otherApiKey'>;

/** The keys of merchants, by their names in a ledger. */
function merchantKeys({ apiKeys, otherApiKey }: MerchantKeys): ReadonlyMap<KeyName, string> {
  return new Map([
    ...(otherApiKey === undefined ? [] : [['TARGET_OTHER_API_KEY', otherApiKey] as const]),
    ...apiKeys.map((key, index) => [`TARGET_API_KEY ${index + 1}`, key] as const),
  ]);
}

/** Whether a key belongs to a merchant, according to its setting. */
export function isMerchantKey(name: KeyName): boolean {
  return /^TARGET_(OTHER_API_KEY|API_KEY \d+)$/.test(name);
}

/** The owner of the things that a request names: a key that no merchant has counts as the first of TARGET_API_KEY. */
export function ownerOf(name: KeyName): KeyName {
  return isMerchantKey(name) ? name : 'TARGET_API_KEY 1';
}

/** Names keys for a ledger: by the setting that holds them and, in a list, by their place too. */
export function keyNames(
  settings: Pick<Settings, 'apiKeys' | 'otherApiKey' | 'expiredApiKey' | 'revokedApiKey'>,
): (key: string | undefined) => KeyName {
  const { expiredApiKey, revokedApiKey } = settings;
  const names = new Map<string | undefined, KeyName>([
    [revokedApiKey, 'TARGET_REVOKED_API_KEY'],
    [expiredApiKey, 'TARGET_EXPIRED_API_KEY'],
    ...[...merchantKeys(settings)].map(([name, key]) => [key, name] as const),
  ]);
  names.delete(undefined);
  return (key) => names.get(key) ?? (key === undefined ? 'no key' : 'a wrong key');
}

/**
 * A fingerprint of each merchant key, which does not reveal the key.
 * @param prefix the run's prefix, so that no two runs write the same fingerprint
 */
export function fingerprints(settings: MerchantKeys, prefix: string): Readonly<Record<KeyName, string>> {
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
  settings: MerchantKeys,
): string | undefined {
  const keys = [...merchantKeys(settings).values()];
  return keys.find((key) => lines.every(({ keys, prefix }) => keys?.[name] === fingerprintOf(key, prefix)));
}

function fingerprintOf(key: string, prefix: string): string {
  return createHash('sha256').update(`${prefix}\n${key}`).digest('hex').slice(0, 8);
}
