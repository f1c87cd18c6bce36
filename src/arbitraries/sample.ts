import fc from 'fast-check';

/** One value of an arbitrary; the same seed gives the same value. */
export function sampleOne<Value>(arbitrary: fc.Arbitrary<Value>, seed: number): Value {
  const [value] = fc.sample(arbitrary, { seed, numRuns: 1 });
  // The sample holds one run.
  return value as Value;
}
