import type { ApiKey } from '../../domain/keys/api-key.js';
import type { KeyAction } from '../../domain/keys/key-request.js';
import type { KeyRing } from '../../domain/keys/key-ring.js';
import type { Visitor } from '../sessions/visitor.js';

/** The keys that a visitor may see, or do something else about, in order of their creation. */
export function keysOf({ rules, merchant }: Visitor, keys: KeyRing, action: KeyAction): ApiKey[] {
  return keys.filter((key) => rules.isKeyOf(key, merchant.id, action));
}
