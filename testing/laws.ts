import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';

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
