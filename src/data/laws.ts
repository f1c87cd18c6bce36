import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';

/** Says what is wrong with a value; returns undefined if nothing is. */
export type Rule<Value> = (value: Value) => string | undefined;

const seeds = [1, -7, 20_260_101];

/**
 * The laws of every arbitrary: the same seed gives the same values, values vary, and every generated or shrunk value
 * obeys the rule.
 * @param runs the number of values for each seed; at least 10
 * @throws Error that shows the value that breaks a law
 */
export function assertLaws<Value>(arbitrary: () => fc.Arbitrary<Value>, rule: Rule<Value>, runs = 100): void {
  for (const seed of seeds) {
    assertRepeats(arbitrary, seed, Math.min(runs, 30));
    assertKeeps(arbitrary(), rule, { seed, numRuns: runs });
    assertShrinksSoundly(arbitrary(), rule, seed);
  }
  assertVaries(arbitrary());
}

function assertRepeats<Value>(arbitrary: () => fc.Arbitrary<Value>, seed: number, numRuns: number): void {
  const parameters = { seed, numRuns };
  const [first, second] = [fc.sample(arbitrary(), parameters), fc.sample(arbitrary(), parameters)];
  if (!isDeepStrictEqual(first, second)) throw new Error(`Seed ${seed} gives different values.`);
}

function assertKeeps<Value>(
  arbitrary: fc.Arbitrary<Value>,
  rule: Rule<Value>,
  parameters: { readonly seed: number; readonly numRuns: number },
): void {
  for (const value of fc.sample(arbitrary, parameters)) assertRule(value, rule, 'generated');
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

function assertVaries<Value>(arbitrary: fc.Arbitrary<Value>): void {
  const [first, ...others] = fc.sample(arbitrary, { seed: 1, numRuns: 50 });
  if (others.every((other) => isDeepStrictEqual(first, other)))
    throw new Error('The arbitrary always gives the same value.');
}

function assertRule<Value>(value: Value, rule: Rule<Value>, how: string): void {
  const problem = rule(value);
  if (problem !== undefined) throw new Error(`${how} ${JSON.stringify(value)}: ${problem}`);
}
