import { expect, test } from '@playwright/test';
import type { RequirementId } from '../requirements/requirement-ids.generated.js';
import { exampleEvidence, exampleFinding } from '../verdicts/example-evidence.js';
import { chooseTests, type KnownTest } from './choose-tests.js';
import { detectionOf, falseAlarmsIn, holds, type Tried } from './detection.js';
import { detectionTable } from './detection-table.js';
import { type Fault, nameOf, plantEach, plantEverywhere } from './fault.js';
import { planned } from './plan.js';

const stock = { id: 'updateProductStock', method: 'PATCH', path: '/api/v1/products/stock' };
const results = { id: 'getStockResults', method: 'GET', path: '/api/v1/results/stock' };
const fault: Fault = {
  id: 'forgets-last-item',
  violates: 'BAT-09',
  does: 'It leaves the last item out of the result.',
  operations: [stock, results],
};

function known(title: string, ...covers: readonly string[]): KnownTest {
  return { file: 'batches/some.spec.ts', titles: ['A batch', title], covers, mayMeet: [] };
}

function tried(...requirements: readonly RequirementId[]): Tried {
  const findings = requirements.map((requirement) => exampleFinding({ requirement }));
  const operations = { updateProductStock: { 200: 3 } };
  return { test: 'some test', evidence: exampleEvidence({ findings, operations, outside: 1 }) };
}

test('each fault is planted in one of its operations, another one for each seed, or in all', () => {
  expect([0, 1].map((seed) => plantEach([fault], seed).map(nameOf))).toEqual([
    ['forgets-last-item@updateProductStock'],
    ['forgets-last-item@getStockResults'],
  ]);
  expect(plantEverywhere([fault, { id: 'b', violates: 'BAT-10', does: 'It lies.' }])).toHaveLength(3);
});

test('a fault is judged by the tests of its requirement that speak of its operation, its batch write or of none', () => {
  const tests = [
    known('of PATCH /api/v1/products/stock', 'BAT-09'),
    known('of PATCH /api/v1/products/price', 'BAT-09'),
    known('of any kind', 'BAT-09'),
    known('of PATCH /api/v1/products/stock', 'BAT-10'),
  ];
  for (const operation of [stock, results])
    expect(chooseTests(tests, { fault, operation })).toEqual([tests[0], tests[2]]);
});

test('where no test covers the requirement, those that may meet it decide, else an exchange of each operation', () => {
  const meeting = { ...known('drawn'), mayMeet: ['BAT-09'] };
  const any = { ...known('GET /api/v1/brands/'), file: 'success-answers/every.spec.ts' };
  expect(chooseTests([meeting, any], { fault })).toEqual([meeting]);
  expect(chooseTests([known('other', 'BAT-01'), any], { fault })).toEqual([any]);
});

test('only a finding about the violated requirement counts as caught', () => {
  const [planting] = plantEach([fault], 0);
  if (planting === undefined) throw new Error('Nothing was planted.');
  expect(detectionOf(planting, [tried('BAT-10'), tried('BAT-09', 'BAT-10'), tried('BAT-09')])).toMatchObject({
    caught: true,
    by: ['some test', 'some test'],
    alsoFailed: ['BAT-10'],
    exchanges: 8,
  });
  const missed = detectionOf(planting, [tried('BAT-10')]);
  expect(missed).toMatchObject({ caught: false, by: [], alsoFailed: ['BAT-10'], exchanges: 4 });
  const report = { seed: 1, durationMs: 1000, faults: [missed], falseAlarms: [], errors: [] };
  expect(holds(report)).toBe(false);
  expect(detectionTable(report)).toContain('Missed: forgets-last-item@updateProductStock violates BAT-09.');
});

test('a proof of nothing, with a false alarm or a mistake of the suite holds nothing', () => {
  const [planting] = plantEach([fault], 0);
  if (planting === undefined) throw new Error('Nothing was planted.');
  const faults = [detectionOf(planting, [tried('BAT-09')])];
  const report = { seed: 1, durationMs: 1000, faults, falseAlarms: [], errors: [] };
  expect(holds(report)).toBe(true);
  expect(holds({ ...report, faults: [] })).toBe(false);
  expect(holds({ ...report, errors: ['broken'] })).toBe(false);
  expect(falseAlarmsIn([tried()])).toEqual([]);
  expect(holds({ ...report, falseAlarms: falseAlarmsIn([tried('BAT-01')]) })).toBe(false);
});

test('the clean sandbox is looked at between the faults, with all tests that any of them needs', () => {
  const tests = [known('of any kind', 'BAT-09'), known('other', 'BAT-01')];
  const plantings = plantEach([fault, { ...fault, id: 'other' }], 0);
  const runs = planned(tests, plantings, { faulty: [{ TARGET_URL: 'a' }, { TARGET_URL: 'b' }], clean: {} });
  expect(runs.filter(({ planting }) => planting !== undefined).map(({ settings }) => settings)).toEqual([
    { TARGET_URL: 'a' },
    { TARGET_URL: 'b' },
  ]);
  expect(runs.filter(({ planting }) => planting === undefined).flatMap((run) => run.tests)).toEqual([
    tests[0],
  ]);
});
