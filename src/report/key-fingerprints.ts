import { createHmac, randomBytes } from 'node:crypto';
import type { Settings } from '../target/settings.js';

/** The settings that contain keys. */
export const keySettings = [
  'TARGET_API_KEY',
  'TARGET_OTHER_API_KEY',
  'TARGET_EXPIRED_API_KEY',
  'TARGET_REVOKED_API_KEY',
] as const;

/** A short hash for each setting, which shows whether two runs have the same keys without revealing them. */
export interface KeyFingerprints extends Readonly<Record<(typeof keySettings)[number], string>> {
  /** Prevents a comparison of the hashes of two runs without this value. */
  readonly salt: string;
}

/**
 * Takes the fingerprints of a target's keys.
 * @param salt that of the fingerprints to compare with; a new one by default
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
