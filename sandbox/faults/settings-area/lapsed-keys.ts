import type { Rules } from '../../domain/rules.js';
import { lies, type Workings } from '../fault.js';

/** Faults of keys that are no longer valid by what users did in the settings area (clauses 5.2 and 5.3). */
export const lapsedKeyFaults = lies({
  'AUTH-04 forgets-expiration-date': [
    'It asks for the expiration date of a new key, and makes one that never expires.',
    'keys that are made in the settings area',
    (clean) => ({
      rules: { ...clean.rules, newKey: (...given) => ({ label: clean.rules.newKey(...given).label }) },
    }),
  ],
  'AUTH-04 goes-on-accepting-used-key-after-expiry': [
    'It accepts a key after its expiration date where it was used before.',
    'keys that were used before they expired',
    (clean) => remembering(clean, ({ revokedAt }) => revokedAt === undefined),
  ],
  'AUTH-10 revokes-in-list-only': [
    'It says that a key is revoked, and goes on accepting it.',
    'keys that are revoked in the settings area',
    (clean) => ({ rules: { ...clean.rules, revokeKey: () => undefined } }),
  ],
  'AUTH-10 goes-on-accepting-used-key-after-revocation': [
    'It accepts a key that was revoked where it was used before.',
    'keys that were used before they were revoked',
    (clean) => remembering(clean, ({ expiresAt }, now) => expiresAt === undefined || now < expiresAt),
  ],
  'AUTH-01 revokes-all-keys-of-merchant': [
    'It refuses all keys of a merchant when one of them is revoked in the settings area.',
    'merchants of whose keys one was revoked in the settings area',
    (clean) => {
      const closed = new Set<unknown>();
      const revokeKey: Rules['revokeKey'] = (key, at) => {
        closed.add(key.merchantId);
        clean.rules.revokeKey(key, at);
      };
      const isKeyValid: Rules['isKeyValid'] = (key, now) =>
        !('merchantId' in key && closed.has(key.merchantId)) && clean.rules.isKeyValid(key, now);
      return { rules: { ...clean.rules, revokeKey, isKeyValid } };
    },
  ],
});

/** Accepts keys that were valid once, as long as they are so by the rule that is left. */
function remembering(clean: Workings, isStillValid: Rules['isKeyValid']): Pick<Workings, 'rules'> {
  const known = new WeakSet<object>();
  const isKeyValid: Rules['isKeyValid'] = (key, now) => {
    const isValid = clean.rules.isKeyValid(key, now);
    if (isValid) known.add(key);
    return isValid || (known.has(key) && isStillValid(key, now));
  };
  return { rules: { ...clean.rules, isKeyValid } };
}
