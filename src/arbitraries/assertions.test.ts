import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { assertSound } from './assertions.js';

const upToNine = (value: number) => (value <= 9 ? undefined : 'above 9');

test('a sound arbitrary passes', () => {
  expect(() => assertSound(() => fc.integer({ min: 0, max: 9 }), upToNine)).not.toThrow();
});

test('a value outside the rule is shown', () => {
  expect(() => assertSound(() => fc.integer({ min: 0, max: 10 }), upToNine)).toThrow('generated 10: above 9');
});

test('a value that shrinks out of the rule is shown', () => {
  const shrinking = () => fc.integer({ min: 0, max: 9 }).map((value) => value + 1);
  const positive = (value: number) => (value > 1 ? undefined : 'too small');
  const filtered = () => new OutOfRule(shrinking().filter((value) => value > 1));
  expect(() => assertSound(filtered, positive)).toThrow('shrunk 0: too small');
});

test('a seed that gives different values is named', () => {
  let calls = 0;
  const unsteady = () => {
    calls += 1;
    return fc.integer({ min: calls, max: calls + 100 });
  };
  expect(() => assertSound(unsteady, () => undefined)).toThrow('Seed 1 gives different values.');
});

test('an arbitrary of one value is none', () => {
  expect(() => assertSound(() => fc.constant(7), upToNine)).toThrow('It gives one value only.');
});

/** Generates as it is told, but shrinks to 0. */
class OutOfRule extends fc.Arbitrary<number> {
  readonly #inner: fc.Arbitrary<number>;

  constructor(inner: fc.Arbitrary<number>) {
    super();
    this.#inner = inner;
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<number> {
    return this.#inner.generate(random, bias);
  }

  override canShrinkWithoutContext(value: unknown): value is number {
    return typeof value === 'number';
  }

  override shrink(value: number): fc.Stream<fc.Value<number>> {
    return value === 0 ? fc.Stream.nil() : fc.Stream.of(new fc.Value(0, undefined));
  }
}
