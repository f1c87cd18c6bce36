import fc from 'fast-check';

/** Neither biased nor shrunk: two drawn keys stay two, or the smallest counterexample would speak of one product. */
const unique = fc.noBias(fc.noShrink(fc.uuid())).map((uuid) => uuid.slice(0, 18));

/** A style key or sku that nobody else has. @param prefix begins it; 18 characters follow */
export function ownKey(prefix: string): fc.Arbitrary<string> {
  return unique.map((end) => prefix + end);
}
