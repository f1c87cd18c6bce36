import fc from 'fast-check';

/** A key that must be refused, and what is wrong with it. */
export interface WrongKey {
  readonly key: string;
  /** Shown in place of the key. */
  readonly label: string;
}

/** A key of the same form that nobody has. */
export function randomKey(like: string): fc.Arbitrary<WrongKey> {
  const size = Math.max(like.length, 16);
  return fc
    .string({
      unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'),
      minLength: size,
      maxLength: size,
    })
    .filter((key) => key !== like)
    .map((key) => ({ key, label: 'a random key' }));
}

/** The valid key without one of its ends. */
export function truncatedKey(valid: string): fc.Arbitrary<WrongKey> {
  return fc.constantFrom(
    { key: valid.slice(0, -1), label: 'the valid key without its last character' },
    { key: valid.slice(1), label: 'the valid key without its first character' },
  );
}

/** The valid key with the case of one letter changed. */
export function caseFlippedKey(valid: string): fc.Arbitrary<WrongKey> {
  const letters = [...valid.matchAll(/[a-z]/gi)].map(({ index }) => index);
  if (letters.length === 0) return randomKey(valid);
  return fc.constantFrom(...letters).map((index) => ({
    key: valid.slice(0, index) + flipped(valid.charAt(index)) + valid.slice(index + 1),
    label: `the valid key with the case of character ${index + 1} changed`,
  }));
}

/** The valid key with a byte before or behind it; no white space, which HTTP itself strips from a header's value. */
export function paddedKey(valid: string): fc.Arbitrary<WrongKey> {
  const padding = fc.constantFrom('x', '0', '"', ',', ';', '%20');
  return fc.oneof(
    padding.map((bytes) => ({ key: bytes + valid, label: `the valid key behind ${JSON.stringify(bytes)}` })),
    padding.map((bytes) => ({
      key: valid + bytes,
      label: `the valid key followed by ${JSON.stringify(bytes)}`,
    })),
  );
}

/** One wrong key of each kind. */
export function wrongKeys(valid: string): fc.Arbitrary<WrongKey[]> {
  return fc.tuple(randomKey(valid), truncatedKey(valid), caseFlippedKey(valid), paddedKey(valid));
}

function flipped(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}
