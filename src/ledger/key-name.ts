import type { Settings } from '../target/settings.js';
import type { KeyName } from './entry.js';

/** What keys are called in a ledger: by the setting that holds them, those of a list by their place too. */
export function keyNames(
  settings: Pick<Settings, 'apiKeys' | 'otherApiKey' | 'expiredApiKey' | 'revokedApiKey'>,
): (key: string | undefined) => KeyName {
  const { apiKeys, otherApiKey, expiredApiKey, revokedApiKey } = settings;
  const names = new Map<string | undefined, KeyName>([
    [revokedApiKey, 'TARGET_REVOKED_API_KEY'],
    [expiredApiKey, 'TARGET_EXPIRED_API_KEY'],
    [otherApiKey, 'TARGET_OTHER_API_KEY'],
    ...apiKeys.map((key, index) => [key, `TARGET_API_KEY ${index + 1}`] as const),
  ]);
  names.delete(undefined);
  return (key) => names.get(key) ?? (key === undefined ? 'no key' : 'a wrong key');
}
