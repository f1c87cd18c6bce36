import { fileURLToPath } from 'node:url';
import { exampleFinding } from '#testing/example-finding';
import { expect, test } from '#testing/unit-test';
import { type ExercisedTest, ends } from '../../fixtures/planted-plan.js';
import {
  chooseLies,
  type FieldLie,
  isAssumed,
  lieLine,
  lieTotals,
  listedLies,
  listLies,
  outdatedIn,
  resultOf,
  type TriedLie,
  testsFor,
} from './lies.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const brands = { id: 'listBrands', method: 'GET', path: '/api/v1/brands/' };

function lie(kind: string, path = '[].name'): FieldLie {
  const id = `${kind}:200/${path}@listBrands`;
  return { id, operation: brands, status: 200, path, kind, does: 'It lies.' };
}

function tried(...findings: TriedLie['findings']): TriedLie {
  return { lie: '', test: 'some test', findings, blocked: [], errors: [] };
}

const byMust = { requirement: 'SHP-02', judgement: 'failed', at: 'body [0].name' } as const;
const byGap = { requirement: 'SHP-06', judgement: 'failed', gaps: ['G-11'] } as const;
const byShould = { requirement: 'LIM-12', judgement: 'warned' } as const;

const lies = [lie('changed'), lie('rarely-changed'), lie('null'), lie('null', '[].id')];

test('lies are named by any part of their ids or by an operation, and the seed draws a number of them', () => {
  const chosen = (...given: Parameters<typeof chooseLies>[1][]) =>
    given.map((each) => {
      const found = chooseLies(lies, each);
      return 'problem' in found ? found.problem : found.map(({ id }) => id.split('@')[0]);
    });
  expect(chosen({ seed: 1, only: ['@listBrands'] }, { seed: 1, only: ['[].id', ':200/[].name'] })).toEqual([
    ['changed:200/[].name', 'rarely-changed:200/[].name', 'null:200/[].name', 'null:200/[].id'],
    ['changed:200/[].name', 'rarely-changed:200/[].name', 'null:200/[].name', 'null:200/[].id'],
  ]);
  expect(chosen({ seed: 1, only: ['@list'] })[0]).toMatch(/^No lie has "@list" in its id/);
  const drawn = chosen(...[1, 2, 3, 4, 5, 6].map((seed) => ({ seed, most: 2 })));
  expect(drawn.map((each) => each.length)).toEqual([2, 2, 2, 2, 2, 2]);
  expect(new Set(drawn.map(String)).size).toBeGreaterThan(1);
});

test('the tests that received such a response run, first those that show the most for the fewest calls', () => {
  const exercised = (status: string, calls: number, ...verified: readonly string[]): ExercisedTest => ({
    ...{ file: 'some.spec.ts', titles: [], covers: [], mayMeet: [], isClean: true, verified },
    called: { listBrands: calls },
    statuses: { listBrands: [status] },
  });
  const tests = [
    exercised('200', 9, 'SHP-02', 'REF-05'),
    exercised('401', 1, 'AUTH-02'),
    exercised('200', 2, 'SHP-02'),
    exercised('200', 1, 'SHP-02'),
    exercised('200', 90, 'LIM-03'),
    exercised('200', 3),
  ];
  expect(testsFor(tests, lie('null'))).toEqual([3, 0, 4, 2, 5]);
});

test('a run against a lie about what the description shows ends only with a violation that rests on no gap and fails a run', () => {
  const run = { lie: 'null:200/@listBrands', settings: {}, needed: [], further: [] };
  const found = (isAssumed: boolean) =>
    [byMust, byGap, byShould].map((each) => ends(exampleFinding(each), { ...run, isAssumed }));
  expect(found(false)).toEqual([true, false, false]);
  expect(found(true)).toEqual([true, true, true]);
  const limits = ['limit', 'reset'].map((each) => lie('null', `header x-ratelimit-${each}`));
  expect([...limits, lie('null')].map(isAssumed)).toEqual([false, true, true]);
});

test('a lie is caught by the strongest finding; without one, it is listed, uncaught, or had no occasion to be told', () => {
  const listed = [{ lies: ['changed:*/[].name@*'], reason: 'A free text.' }];
  const [changed, rarely, other] = lies as [FieldLie, FieldLie, FieldLie];
  const results = [
    resultOf(other, [tried(byGap), tried(byShould, byMust)], true, listed),
    resultOf(other, [tried(byGap, byShould)], true, listed),
    resultOf(other, [tried(byGap)], true, listed),
    resultOf(rarely, [tried()], true, listed),
    resultOf(other, [{ ...tried(), blocked: ['no order'] }], true, listed),
    resultOf(other, [], false, listed),
  ];
  expect(results.map(({ outcome, requirement }) => [outcome, requirement])).toEqual([
    ['must', 'SHP-02'],
    ['should', 'LIM-12'],
    ['deviation', 'SHP-06'],
    ['listed', undefined],
    ['uncaught', undefined],
    ['untold', undefined],
  ]);
  expect(results.map(lieLine)).toEqual([
    'must       null:200/[].name@listBrands  by SHP-02 at body [0].name',
    'should     null:200/[].name@listBrands  by LIM-12',
    'deviation  null:200/[].name@listBrands  by SHP-06 (G-11)',
    'listed     rarely-changed:200/[].name@listBrands  A free text.',
    'uncaught   null:200/[].name@listBrands  1 test ran blocked: no order',
    'untold     null:200/[].name@listBrands  0 tests ran',
  ]);
  expect(lieTotals(results)).toBe(
    '6 lies: 1 caught by a must, 1 by a should, 1 by a deviation; 1 listed with a reason, 1 uncaught, 1 untold without an occasion',
  );
  expect(outdatedIn(listed, lies, results)).toEqual([]);
  expect(outdatedIn(listed, lies, [resultOf(changed, [tried(byGap)], true, listed)])).toEqual([
    'uncaught-lies.yaml is outdated: SHP-06 catches changed:200/[].name@listBrands.',
  ]);
  expect(outdatedIn([{ lies: ['changed:[].nam'], reason: '' }], lies, [])).toHaveLength(1);
});

test('each listed lie exists, once, with a reason', async () => {
  const listed = listedLies();
  expect(outdatedIn(listed, await listLies(root), [])).toEqual([]);
  const patterns = listed.flatMap((each) => each.lies);
  expect(new Set(patterns).size).toBe(patterns.length);
  expect(listed.filter(({ reason }) => !/^[A-Z].*\.$/s.test(reason.trim()))).toEqual([]);
});
