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

/**
 * A key that differs from a known one in the case of its letters only: another text, and so another key (gap G-02).
 * @returns undefined where the known one has no letters that have another case
 */
export function inOtherCase(known: string): string | undefined {
  const [upper, lower] = [known.toUpperCase(), known.toLowerCase()];
  return [upper, lower].find((key) => key !== known);
}

/** Longer than the keys of product items with this prefix: none of them is one of these. */
function unknownKey(prefix: string): fc.Arbitrary<string> {
  return ownKey(`${prefix}never-`);
}
