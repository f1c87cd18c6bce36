import fc from 'fast-check';

/** One value of an arbitrary; the same seed gives the same value. */
export function sampleOne<Value>(arbitrary: fc.Arbitrary<Value>, seed: number): Value {
  const [value] = fc.sample(arbitrary, { seed, numRuns: 1 });
  // The sample contains exactly one value.
  return value as Value;
}

/** The maximum number of items that are drawn for a batch; up to three of them are then repeated. */
const most = 10;

/**
 * The items of one batch: mostly few, each valid by itself. In some batches an item occurs more than once.
 * @param item draws one item
 */
export function batchOf<Item>(item: fc.Arbitrary<Item>): fc.Arbitrary<Item[]> {
  const repeated = fc.array(fc.nat(), { maxLength: 3 });
  return fc
    .tuple(fc.array(item, { minLength: 1, maxLength: most }), repeated)
    .map(([items, again]) => [...items, ...again.flatMap((index) => items[index % items.length] ?? [])]);
}

/** A batch of exactly `size` items. @param item draws one item */
export function batchOfSize<Item>(item: fc.Arbitrary<Item>, size: number): fc.Arbitrary<Item[]> {
  return fc.array(item, { minLength: size, maxLength: size, size: 'max' });
}

/** The words of a string; a compact way to write a list of short values. */
export function wordsOf(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
