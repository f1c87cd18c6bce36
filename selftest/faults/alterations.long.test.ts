import { exampleFinding } from '#testing/example-finding';
import { expect, test } from '#testing/unit-test';
import { ends, type Fault } from '../../fixtures/planted-tests.js';
import { mutate } from '../mutants/mutants.js';
import { lineOf, listed, outdatedIn, resultOf, type Tried, totalsOf } from './alterations.js';
import { type FieldLie, isAssumed, listLies } from './lies.js';
import { allPairs } from './prove-situations.js';

const brands = { id: 'listBrands', method: 'GET', path: '/api/v1/brands/' };

function lie(kind: string, path = '[].name'): FieldLie {
  const id = `${kind}:200/${path}@listBrands`;
  return { id, operation: brands, status: 200, path, kind, does: 'It lies.' };
}

function tried(...findings: Tried['findings']): Tried {
  return { alteration: '', test: 'some test', findings, blocked: [], errors: [] };
}

const byMust = { requirement: 'SHP-02', judgement: 'failed', at: 'body [0].name' } as const;
const byGap = { requirement: 'SHP-06', judgement: 'failed', gaps: ['G-11'] } as const;
const byShould = { requirement: 'LIM-12', judgement: 'warned' } as const;

const lies = [lie('changed'), lie('rarely-changed'), lie('null'), lie('null', '[].id')];

test('a run against an alteration of what the description shows ends only with a violation that rests on no gap and fails a run', () => {
  const run = { alteration: 'null:200/@listBrands', settings: {}, needed: [], further: [] };
  const found = (anyEnds: boolean) =>
    [byMust, byGap, byShould].map((each) => ends(exampleFinding(each), { ...run, anyEnds }));
  expect(found(false)).toEqual([true, false, false]);
  expect(found(true)).toEqual([true, true, true]);
  const limits = ['limit', 'reset'].map((each) => lie('null', `header x-ratelimit-${each}`));
  expect([...limits, lie('null')].map(isAssumed)).toEqual([false, true, true]);
});

test('an alteration is caught by the strongest finding; without one, the sandbox ended, or it is listed, uncaught, or had no occasion', () => {
  const entries = [{ ids: ['changed:*/[].name@*'], reason: 'A free text.' }];
  const told = { isTold: true, hasCrashed: false, mayBlock: false };
  const crashed = { ...told, hasCrashed: true };
  const [changed, rarely, other] = lies as [FieldLie, FieldLie, FieldLie];
  const results = [
    resultOf(other, [tried(byGap), tried(byShould, byMust)], crashed, entries),
    resultOf(other, [tried(byGap, byShould)], told, entries),
    resultOf(other, [tried(byGap)], told, entries),
    resultOf(rarely, [tried()], told, entries),
    resultOf(other, [{ ...tried(), blocked: ['no order'] }], told, entries),
    resultOf(other, [], { ...told, isTold: false }, entries),
    resultOf(other, [], crashed, entries),
    resultOf(other, [{ ...tried(), blocked: ['no order'] }], { ...told, mayBlock: true }, entries),
  ];
  expect(results.map(({ outcome, requirement }) => [outcome, requirement])).toEqual([
    ['must', 'SHP-02'],
    ['should', 'LIM-12'],
    ['deviation', 'SHP-06'],
    ['listed', undefined],
    ['uncaught', undefined],
    ['untold', undefined],
    ['crashed', undefined],
    ['blocked', undefined],
  ]);
  expect(results.map(lineOf)).toEqual([
    'must       null:200/[].name@listBrands  by SHP-02 at body [0].name',
    'should     null:200/[].name@listBrands  by LIM-12',
    'deviation  null:200/[].name@listBrands  by SHP-06 (G-11)',
    'listed     rarely-changed:200/[].name@listBrands  A free text.',
    'uncaught   null:200/[].name@listBrands  1 test ran blocked: no order',
    'untold     null:200/[].name@listBrands  0 tests ran',
    'crashed    null:200/[].name@listBrands  0 tests ran',
    'blocked    null:200/[].name@listBrands  1 test ran blocked: no order',
  ]);
  expect(totalsOf(results, 'lie')).toBe(
    '8 lies: 1 caught by a must, 1 by a should, 1 by a deviation, 1 by the end of the sandbox, 1 by tests that could not go on; 1 listed with a reason, 1 uncaught, 1 untold without an occasion',
  );
  expect(outdatedIn(entries, lies, results)).toEqual([]);
  expect(outdatedIn(entries, lies, [resultOf(changed, [tried(byGap)], told, entries)])).toEqual([
    'uncaught.yaml is outdated: SHP-06 catches changed:200/[].name@listBrands.',
  ]);
  expect(outdatedIn([{ ids: ['changed:[].nam'], reason: '' }], lies, [])).toHaveLength(1);
});

test('a fault shows under the conditions that its parts and its operation allow, one pair for each', () => {
  const conditions = ['again', 'combined'];
  const made = (operations?: readonly (typeof brands)[]): Fault => {
    return { id: 'lies', violates: 'REF-05', does: 'It lies.', conditions, operations };
  };
  const products = { id: 'listProducts', method: 'GET', path: '/api/v1/products/' };
  const idsOf = (fault: Fault) => allPairs([fault], 0).map(({ id }) => id);
  expect(idsOf(made())).toEqual(['lies~again', 'lies~combined']);
  expect(idsOf(made([brands]))).toEqual(['lies@listBrands~again']);
  expect(idsOf(made([products]))).toEqual(['lies@listProducts~again', 'lies@listProducts~combined']);
});

test('each listed alteration exists, once, with a reason, and each mutant with a class', async () => {
  const { mutants } = await mutate();
  for (const [entries, all] of [
    [listed('lies'), await listLies()],
    [listed('mutants'), mutants],
  ] as const) {
    expect(outdatedIn(entries, all, [])).toEqual([]);
    const ids = entries.flatMap((each) => each.ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(entries.filter(({ reason }) => !/^[A-Z].*\.$/s.test(reason.trim()))).toEqual([]);
  }
  const classes = listed('mutants').map((each) => each.class);
  expect(classes.filter((each) => each !== 'equivalent' && each !== 'unspecified')).toEqual([]);
});
