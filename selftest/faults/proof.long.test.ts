import { exampleFinding } from '#testing/example-finding';
import { expect, test } from '#testing/unit-test';
import { requirements } from '../../src/contract/requirements/catalogue.js';
import { mutate } from '../mutants/mutants.js';
import { type Alteration, type Noted, outdatedIn, resultOf, totalsOf, uncaught } from './alterations.js';
import type { ObservedTest } from './observing-reporter.js';
import { inSituations, listFaults, listLies, plantEverywhere } from './plantings.js';

const checked = requirements.filter(({ notTested }) => notTested === undefined).map(({ id }) => id);

test('every requirement with a check has a fault, and every fault violates one, has its own id and can be planted', async () => {
  const faults = await listFaults();
  const violated = new Set(faults.map(({ violates }) => violates));
  expect([...violated].toSorted()).toEqual(checked.toSorted());
  const ids = faults.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)+$/.test(id))).toEqual([]);
  expect(faults.filter(({ operations }) => operations?.length === 0).map(({ id }) => id)).toEqual([]);
});

test('each listed alteration exists, once, with a reason, and each mutant with a class', async () => {
  const { mutants } = await mutate();
  const situations = inSituations(plantEverywhere(await listFaults()));
  expect(outdatedIn([...(await listLies()), ...mutants, ...situations], [])).toEqual([]);
  const ids = uncaught().flatMap((each) => each.ids);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(uncaught().filter(({ reason }) => !/^[A-Z].*\.$/s.test(reason.trim()))).toEqual([]);
  const unclassified = uncaught().filter(({ kind, class: class_ }) => (kind === 'mutants') === !class_);
  expect(unclassified).toEqual([]);
});

const must = exampleFinding({ requirement: 'SHP-02' });
const gap = exampleFinding({ requirement: 'SHP-06', gaps: ['G-11'] });
const should = exampleFinding({ requirement: 'LIM-12', judgement: 'warned' });
const deviated = exampleFinding({ requirement: 'SHP-02', judgement: 'deviated', gaps: ['G-11'] });

const fault: Alteration = { kind: 'faults', id: 'lies', violates: 'SHP-02' };
const situation: Alteration = { ...fault, kind: 'situations', id: 'lies~again', condition: 'again' };
const lie: Alteration = { kind: 'lies', id: 'null:200/[].name@listBrands' };
const listed: Alteration = { kind: 'lies', id: 'rarely-changed:200/[].name@listBrands' };
const mutant: Alteration = { kind: 'mutants', id: 'a.ts f: 1 → 2' };

/** What tests found with an alteration, what becomes of it, whether the proof holds then, and what its sandbox noted. */
const rows: readonly (readonly [Alteration, (typeof must)[], string, boolean, Partial<Noted>?])[] = [
  [fault, [should, must], 'right', true],
  [fault, [deviated, should], 'other', false],
  [fault, [], 'silent', false],
  [situation, [must], 'right', true],
  [situation, [], 'untold', false, { isTold: false }],
  [lie, [gap, should, must], 'must', true],
  [lie, [gap, should], 'should', true],
  [lie, [gap], 'deviation', true],
  [lie, [], 'silent', false],
  [lie, [], 'untold', true, { isTold: false }],
  [listed, [], 'listed', true],
  [listed, [], 'untold', true, { isTold: false }],
  [mutant, [gap], 'crashed', true, { hasCrashed: true }],
  [mutant, [must], 'must', true, { hasCrashed: true }],
  [mutant, [], 'silent', false],
];

test('an alteration is told by its strongest finding, and else listed, untold, silent or the end of its sandbox', () => {
  const judged = rows.map(([alteration, findings, , , noted]) => {
    const observed = { name: 'a.spec.ts › It holds', findings, blocked: [] } as unknown as ObservedTest;
    return resultOf(alteration, [observed], { isTold: true, hasCrashed: false, ...noted });
  });
  expect(judged.map((each) => [each.id, each.outcome, totalsOf([each]).holds])).toEqual(
    rows.map(([{ id }, , outcome, holds]) => [id, outcome, holds]),
  );
});
