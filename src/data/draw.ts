import fc from 'fast-check';

/** One value of an arbitrary; the same seed gives the same value. */
export function sampleOne<Value>(arbitrary: fc.Arbitrary<Value>, seed: number): Value {
  const [value] = fc.sample(arbitrary, { seed, numRuns: 1 });
  // The sample holds one run.
  return value as Value;
}

/** The most items that are drawn for a batch; up to three of them are repeated. */
const most = 10;

/**
 * The items of one batch: mostly few, each valid alone, and in some batches an item occurs more than once.
 * @param item of one kind
 */
export function batchOf<Item>(item: fc.Arbitrary<Item>): fc.Arbitrary<Item[]> {
  const repeated = fc.array(fc.nat(), { maxLength: 3 });
  return fc
    .tuple(fc.array(item, { minLength: 1, maxLength: most }), repeated)
    .map(([items, again]) => [...items, ...again.flatMap((index) => items[index % items.length] ?? [])]);
}

/** A batch of exactly so many items. @param item of one kind */
export function batchOfSize<Item>(item: fc.Arbitrary<Item>, size: number): fc.Arbitrary<Item[]> {
  return fc.array(item, { minLength: size, maxLength: size, size: 'max' });
}

/** The names of a table's rows, with their types. */
export function namesOf<Table extends object>(table: Table): (keyof Table & string)[] {
  return Object.keys(table).filter((name): name is keyof Table & string => name in table);
}

/** The words of a text: a table of short values. */
export function wordsOf(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
