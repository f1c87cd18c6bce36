import fc from 'fast-check';
import { paddedTo } from '../text.js';

/** An id from the service; the description doesn't show its type (gap G-05). */
export type Id = string | number;

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The minimum distance between an unknown number and the largest known one. */
const distance = 100_000_000;

/** The largest integer of most databases: an id above it would be hostile, not just unknown. */
const largestInteger = 2 ** 31 - 1;

/**
 * An unused id of the same form as the known ones (requirements ERR-02 to ERR-04): a fresh UUID, an integer far above
 * the largest, or a string with other letters or digits. If no id is known, it is a UUID.
 *
 * @param known every id that the run has seen
 */
export function unknownId(known: readonly Id[]): fc.Arbitrary<Id> {
  const like = known.length === 0 ? freshUuid : fc.constantFrom(...formsOf(known)).chain((form) => form);
  return like.filter((id) => !known.some((other) => sameId(id, other)));
}

/**
 * Unused ids that equal a known id in a target that keeps only 32 bits of an integer.
 * @param known every id that the run has seen
 * @returns empty if a known id is not an integer, or needs more than 32 bits
 */
export function idsWithEqualBits(id: Id, known: readonly Id[]): readonly Id[] {
  if (![id, ...known].every((each) => isInteger(each) && Number(each) >= 0 && Number(each) < 2 ** 32))
    return [];
  const equal = Number(id) + 2 ** 32;
  return [typeof id === 'string' ? String(equal) : equal];
}

/** Unused batch ids, one for each version of UUID (clause 2.1: format uuid, of any version). */
export const unknownBatchIds: fc.Arbitrary<readonly string[]> = fc.tuple(
  ...([1, 2, 3, 4, 5, 6, 7, 8] as const).map((version) => fc.noShrink(fc.uuid({ version }))),
);

/**
 * The integer 0, which is unused if every known id is a larger integer. The description leaves open whether 0 can be an
 * id at all.
 * @returns undefined if the known ids don't show that 0 is unused
 */
export function unknownZero(known: readonly Id[]): number | undefined {
  return known.length > 0 && known.every((id) => typeof id === 'number' && id > 0) ? 0 : undefined;
}

const freshUuid: fc.Arbitrary<Id> = fc.uuid({ version: 4 });

/** One arbitrary for each form among the ids. */
function formsOf(known: readonly Id[]): fc.Arbitrary<Id>[] {
  const integers = known.filter(isInteger);
  const strings = known.filter((id) => typeof id === 'string' && !isInteger(id) && !uuidForm.test(id));
  return [
    ...(known.some((id) => uuidForm.test(String(id))) ? [freshUuid] : []),
    ...(integers.length > 0 ? [largerThan(integers)] : []),
    ...strings.map(
      (text) => countedLike(String(text), strings) ?? hexLike(String(text)) ?? lettersLike(String(text)),
    ),
  ];
}

/** For an id such as `pos_30000001`: the same word, with a number far above the largest one after this word. */
function countedLike(known: string, strings: readonly Id[]): fc.Arbitrary<Id> | undefined {
  const counted = /^([A-Za-z]+[^A-Za-z0-9]+)([1-9]\d*)$/;
  const [, word] = counted.exec(known) ?? [];
  if (word === undefined) return undefined;
  const numbers = strings.flatMap((text) => {
    const [, other, number] = counted.exec(String(text)) ?? [];
    return other === word && number !== undefined ? [number] : [];
  });
  return largerThan(numbers).map((number) => `${word}${number}`);
}

/**
 * For an id such as `rpt_44cddff0...`: the same word, with so many random hexadecimal digits that no two are alike.
 */
function hexLike(known: string): fc.Arbitrary<Id> | undefined {
  const [, word = '', digits] = /^(.*[^A-Za-z0-9])?([0-9a-f]{16,})$/.exec(known) ?? [];
  if (digits === undefined || !/\d/.test(digits)) return undefined;
  return fc.stringMatching(new RegExp(`^[0-9a-f]{${digits.length}}$`)).map((other) => word + other);
}

function isInteger(id: Id): boolean {
  return /^-?\d+$/.test(String(id));
}

/** Has the type of the known ids and, if they are strings with leading zeros, their length. */
function largerThan(integers: readonly Id[]): fc.Arbitrary<Id> {
  const largest = integers.map((id) => BigInt(id)).reduce((a, b) => (a > b ? a : b), 0n);
  const room =
    Number(largest) < largestInteger - 2 * distance ? largestInteger - Number(largest) : 10 * distance;
  const longest = Math.max(...integers.map((id) => String(id).length));
  const asText = integers.every((id) => typeof id === 'string');
  return fc.integer({ min: distance, max: room }).map((further) => {
    const id = largest + BigInt(further);
    return asText ? String(id).padStart(longest, '0') : Number(id);
  });
}

/** As long as the known id, but at least 12 characters, so that no other id equals it by chance. */
function lettersLike(known: string): fc.Arbitrary<Id> {
  const pattern = [...known.padEnd(12, 'x')].map((character) => {
    if (/[a-z]/.test(character)) return lowerCase;
    return /[A-Z0-9]/.test(character) ? upperCase : fc.constant(character);
  });
  return fc.tuple(...pattern).map((characters) => characters.join(''));
}

const lowerCase = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
const upperCase = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ');

function sameId(a: Id, b: Id): boolean {
  return String(a).toLowerCase() === String(b).toLowerCase();
}

/**
 * Neither biased nor shrunk: two keys must stay different, otherwise a shrunk counterexample would have only one
 * product.
 */
const unique = fc.noBias(fc.noShrink(fc.uuid())).map((uuid) => uuid.slice(0, 18));

/** A style key or sku that no other product has. @param prefix its beginning; 18 characters follow */
export function ownKey(prefix: string): fc.Arbitrary<string> {
  return unique.map((end) => prefix + end);
}

/** One of 20,000 Chinese characters, all equally likely. */
const chineseCharacter = fc
  .noBias(fc.noShrink(fc.integer({ min: 0x4e00, max: 0x9fa5 })))
  .map((point) => String.fromCodePoint(point));

/**
 * A key that may be too short for the prefix of a run. Its rare characters make it unlikely that a different product
 * has it.
 */
export function chineseKey(length: number): fc.Arbitrary<string> {
  return fc
    .array(chineseCharacter, { minLength: length, maxLength: length, size: 'max' })
    .map((characters) => characters.join(''));
}

/**
 * A style key of 121 characters or more (clause 8.2), made of characters of 1 to 4 bytes. It has at least 121 code
 * points, and 4-byte characters count as two UTF-16 units each, so the key is too long however the target counts
 * characters.
 * @param prefix its beginning; up to 60 characters
 */
export function tooLongStyleKey(prefix: string): fc.Arbitrary<string> {
  const length = fc.oneof(
    { weight: 3, arbitrary: fc.constant(121) },
    { weight: 1, arbitrary: fc.integer({ min: 122, max: 300 }) },
  );
  return fc
    .tuple(ownKey(prefix), length, fc.constantFrom('x', 'ß', '漢', '👗'))
    .map(([begin, characters, filler]) => paddedTo(characters, begin, filler));
}

/** A key followed by characters that have a meaning in a query string, and by a multi-byte character. */
export function oddKey(key: string): string {
  return `${key} a+b%26c&\u00e9`;
}

/**
 * A sku or style key that was never submitted: it is longer than the keys of product items with this prefix, so it
 * can't equal any of them.
 * @param prefix its beginning; up to 60 characters
 */
export function unknownKey(prefix: string): fc.Arbitrary<string> {
  return ownKey(`${prefix}never-`);
}

/**
 * A key that differs from a known one only in the case of its letters, which makes it a different key (gap G-02).
 * @returns undefined if the known key has no letter with two cases
 */
export function inOtherCase(known: string): string | undefined {
  const [upper, lower] = [known.toUpperCase(), known.toLowerCase()];
  return [upper, lower].find((key) => key !== known);
}
