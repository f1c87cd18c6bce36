import { expect, test } from '#testing/unit-test';
import { type Mutant, mutate, scoreOf, testsReaching } from './mutants.js';

test('a mutant is known by its file, its declaration and its change, and is no text for people', async () => {
  const { mutants } = await mutate();
  const ids = mutants.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain(
    'domain/rate-limiter.ts createRateLimiter: window.count < limit → window.count <= limit',
  );
  expect(new Set(mutants.map(({ file }) => file.split('/')[0]))).toEqual(
    new Set(['service', 'domain', 'http']),
  );
  expect(ids.filter((id) => id.includes(": 'List orders' →"))).toEqual([]);
});

test('the tests that reach a mutant may tell it; or its file, if it is only reached while a sandbox starts', () => {
  const mutant = (number: string, file: string, mutator = 'EqualityOperator'): Mutant => ({
    ...{ id: number, number, file, line: 1, mutator },
  });
  const mutants = [
    mutant('1', 'a.ts'),
    mutant('2', 'b.ts'),
    mutant('3', 'a.ts'),
    mutant('1', 'a.ts', 'ArrowFunction'),
  ];
  const inner = new Map(mutants.map(({ number }) => [number, ['2']]));
  const reached = [new Set(['1']), new Set(['2']), new Set(['1', '2'])];
  expect(mutants.map(testsReaching(reached, { mutants, inner }))).toEqual([
    [0, 2],
    [1, 2],
    [0, 2],
    [1, 2],
  ]);
});

test('the score is the share of mutants that anything tells', () => {
  const results = [
    ...(['must', 'should', 'crashed', 'untold'] as const).map((outcome) => ({ outcome })),
    ...(['equivalent', 'unspecified'] as const).map((name) => ({ outcome: 'listed' as const, class: name })),
  ];
  expect(scoreOf(results)).toBe('Score 50.0 %; survivors: 1 equivalent, 1 unspecified, 1 not reviewed');
});
