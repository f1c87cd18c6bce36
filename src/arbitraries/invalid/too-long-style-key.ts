import fc from 'fast-check';
import { ownKey } from '../own-key.js';
import { paddedTo } from '../padded-to.js';

/**
 * A style key of 121 characters or more (clause 8.2), of characters of 1 to 4 bytes. Those of 4 bytes are 121 code points,
 * and twice as many UTF-16 units: too long however characters are counted.
 * @param prefix begins it; up to 60 characters
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
