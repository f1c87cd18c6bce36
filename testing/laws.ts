import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';

/** Describes the problem with a value; returns undefined if there is none. */
type Rule<Value> = (value: Value) => string | undefined;

const seed = 1;

/** The number of values that are drawn a second time, to compare. */
const repeated = 3;

/**
 * The law of every arbitrary that this one breaks, if there is one: the same seed gives the same values, values vary,
 * and every generated or shrunk value obeys the rule.
 * @param what names the arbitrary in the answer
 * @param runs the number of drawn values
 */
export function brokenLaw<Value>(
  what: string,
  arbitrary: () => fc.Arbitrary<Value>,
  rule: Rule<Value>,
  runs = 60,
): string | undefined {
  const values = fc.sample(arbitrary(), { seed, numRuns: runs });
  const again = fc.sample(arbitrary(), { seed, numRuns: repeated });
  if (!isDeepStrictEqual(values.slice(0, repeated), again)) return `${what}: one seed, different values`;
  if (values.every((value) => isDeepStrictEqual(value, values[0]))) return `${what}: always the same value`;
  for (const value of [...values, ...shrunk(arbitrary())]) {
    const problem = rule(value);
    if (problem !== undefined) return `${what}: ${problem}: ${JSON.stringify(value).slice(0, 5000)}`;
  }
  return undefined;
}

/** @throws Error with the law that an arbitrary breaks */
export function assertLaws<Value>(arbitrary: () => fc.Arbitrary<Value>, rule: Rule<Value>): void {
  const broken = brokenLaw('it', arbitrary, rule);
  if (broken !== undefined) throw new Error(broken);
}

/** The values that fast-check visits to make a first one smaller: the property fails on purpose. */
function shrunk<Value>(arbitrary: fc.Arbitrary<Value>): readonly Value[] {
  const visited: Value[] = [];
  const fails = fc.property(arbitrary, (value) => visited.push(value) === 0);
  fc.check(fails, { seed, numRuns: 1 });
  return visited;
}
