import fc from 'fast-check';

/** Most items that are drawn; as many again may be repeated. */
const most = 10;

/**
 * Items of one batch: mostly few, all of them valid alone, now and then some of them several times.
 * @param item of one kind
 */
export function batchOf<Item>(item: fc.Arbitrary<Item>): fc.Arbitrary<Item[]> {
  const repeated = fc.array(fc.nat(), { maxLength: 3 });
  return fc
    .tuple(fc.array(item, { minLength: 1, maxLength: most }), repeated)
    .map(([items, again]) => [...items, ...again.flatMap((index) => items[index % items.length] ?? [])]);
}

/** A batch of exactly that many items. @param item of one kind */
export function batchOfSize<Item>(item: fc.Arbitrary<Item>, size: number): fc.Arbitrary<Item[]> {
  return fc.array(item, { minLength: size, maxLength: size, size: 'max' });
}
