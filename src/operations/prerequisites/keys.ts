import type { Merchant } from '../../target/merchant.js';
import { Inapplicable } from '../../verdicts/interruptions.js';

/** Keys other than the merchant's first one, and the setting that provides each. */
const settings = {
  second: { member: 'secondApiKey', setting: 'a second key in TARGET_API_KEY' },
  other: { member: 'otherApiKey', setting: 'TARGET_OTHER_API_KEY' },
  expired: { member: 'expiredApiKey', setting: 'TARGET_EXPIRED_API_KEY' },
  revoked: { member: 'revokedApiKey', setting: 'TARGET_REVOKED_API_KEY' },
} as const;

/** Kinds of keys: a second one of the merchant, one of another merchant, an expired or a revoked one. */
export type KeyKind = keyof typeof settings;

/**
 * A key that only the target's operator can provide.
 * @throws Inapplicable if the configuration doesn't provide it
 */
export function keyOf(merchant: Merchant, kind: KeyKind): string {
  const { member, setting } = settings[kind];
  const key = merchant[member];
  if (key === undefined) throw new Inapplicable(`it needs ${setting}, which is not set`);
  return key;
}
