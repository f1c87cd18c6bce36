import type { Settings } from '../../target/settings.js';
import type { KeyName } from './entry.js';

/** The keys of merchants, by their names in a ledger. */
export function merchantKeys({
  apiKeys,
  otherApiKey,
}: Pick<Settings, 'apiKeys' | 'otherApiKey'>): ReadonlyMap<KeyName, string> {
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
