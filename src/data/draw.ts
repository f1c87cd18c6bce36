import { isDeepStrictEqual } from 'node:util';
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

/** The keys of a table, with their literal types. */
export function namesOf<Table extends object>(table: Table): (keyof Table & string)[] {
  return Object.keys(table).filter((name): name is keyof Table & string => name in table);
}

/** The words of a text; a compact way to write a list of short values. */
export function wordsOf(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Describes the problem with a value; returns undefined if there is none. */
type Rule<Value> = (value: Value) => string | undefined;

const seeds = [1, -7, 20_260_101];

/** The number of values that are drawn a second time, to compare. */
const repeated = 10;

/**
 * The laws of every arbitrary: the same seed gives the same values, values vary, and every generated or shrunk value
 * obeys the rule.
 * @param runs the number of values for each seed; at least 10
 * @throws Error that shows the value that breaks a law
 */
export function assertLaws<Value>(arbitrary: () => fc.Arbitrary<Value>, rule: Rule<Value>, runs = 40): void {
  const all = seeds.flatMap((seed) => {
    const own = arbitrary();
    const values = fc.sample(own, { seed, numRuns: runs });
    const again = fc.sample(arbitrary(), { seed, numRuns: repeated });
    if (!isDeepStrictEqual(values.slice(0, repeated), again))
      throw new Error(`Seed ${seed} gives different values.`);
    for (const value of values) assertRule(value, rule, 'generated');
    assertShrinksSoundly(own, rule, seed);
    return values;
  });
  if (all.every((value) => isDeepStrictEqual(value, all[0])))
    throw new Error('The arbitrary always gives the same value.');
}

/** The property fails on purpose, so that fast-check also visits the smaller values. */
function assertShrinksSoundly<Value>(arbitrary: fc.Arbitrary<Value>, rule: Rule<Value>, seed: number): void {
  const visited: Value[] = [];
  const property = fc.property(arbitrary, (value) => {
    visited.push(value);
    return false;
  });
  fc.check(property, { seed, numRuns: 1 });
  for (const value of visited) assertRule(value, rule, 'shrunk');
}

function assertRule<Value>(value: Value, rule: Rule<Value>, how: string): void {
  const problem = rule(value);
  if (problem !== undefined) throw new Error(`${how} ${JSON.stringify(value)}: ${problem}`);
}
