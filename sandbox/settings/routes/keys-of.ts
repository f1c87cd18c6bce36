import type { ApiKey } from '../../domain/keys/api-key.js';
import type { KeyRing } from '../../domain/keys/key-ring.js';
import type { Visitor } from '../sessions/visitor.js';

/** The keys that a visitor sees and manages, in order of their creation. */
export function keysOf({ rules, merchant }: Visitor, keys: KeyRing): ApiKey[] {
  return keys.filter((key) => rules.isKeyOf(key, merchant.id));
}
