import type fc from 'fast-check';
import { ownKey } from './own-key.js';

/** A sku that was never submitted. @param prefix begins it; up to 60 characters */
export function unknownSku(prefix: string): fc.Arbitrary<string> {
  return unknownKey(prefix);
}

/** A style key that was never submitted. @param prefix begins it; up to 60 characters */
export function unknownStyleKey(prefix: string): fc.Arbitrary<string> {
  return unknownKey(prefix);
}

/** Longer than the keys of product items with this prefix: none of them is one of these. */
function unknownKey(prefix: string): fc.Arbitrary<string> {
  return ownKey(`${prefix}never-`);
}
