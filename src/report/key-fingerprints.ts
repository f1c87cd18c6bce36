import { createHmac, randomBytes } from 'node:crypto';
import type { Settings } from '../target/settings.js';

/** The settings that hold keys. */
export const keySettings = [
  'TARGET_API_KEY',
  'TARGET_OTHER_API_KEY',
  'TARGET_EXPIRED_API_KEY',
  'TARGET_REVOKED_API_KEY',
] as const;

/** What tells whether the keys of a run are those of another, and no key: a short hash for each setting. */
export interface KeyFingerprints extends Readonly<Record<(typeof keySettings)[number], string>> {
  /** So that the hashes of two runs can't be compared by themselves. */
  readonly salt: string;
}

/**
 * Takes the fingerprints of a target's keys.
 * @param salt that of the fingerprints which they are to be held against; a new one unless given
 */
export function keyFingerprints(
  { apiKeys, otherApiKey, expiredApiKey, revokedApiKey }: Settings,
  salt: string = randomBytes(8).toString('hex'),
): KeyFingerprints {
  const hash = (keys: readonly (string | undefined)[]) =>
    createHmac('sha256', salt).update(JSON.stringify(keys)).digest('hex').slice(0, 12);
  return {
    salt,
    TARGET_API_KEY: hash(apiKeys),
    TARGET_OTHER_API_KEY: hash([otherApiKey]),
    TARGET_EXPIRED_API_KEY: hash([expiredApiKey]),
    TARGET_REVOKED_API_KEY: hash([revokedApiKey]),
  };
}
