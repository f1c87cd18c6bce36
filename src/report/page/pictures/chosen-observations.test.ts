import { exampleReport, exampleReported, exampleRequirement } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import type { BatchRead } from '../../../verdicts/recording/observations.js';
import { drawnForFinding, drawnForOperation, drawnForRun } from './chosen-observations.js';

const track = (name: string, write: string, ...states: readonly string[]) => {
  const reads: readonly BatchRead[] = states.map((state, seconds) => ({ seconds, status: 200, state }));
  return { test: name, write, results: write.replace('update', 'results of '), reads };
};
const curve = (name: string, operationId: string, refusals: number) => ({
  test: name,
  operationId,
  declared: 1,
  points: [{ status: 200 }, ...Array.from({ length: refusals }, () => ({ status: 429 }))],
});

const observations = {
  verifying: [],
  machines: [],
  batches: [
    track('plain', 'updateStock', 'completed'),
    track('full', 'updateStock', 'pending', 'processing', 'completed'),
    track('wrong', 'updateStock', 'completed', 'pending'),
    track('other', 'updatePrices', 'pending', 'processing', 'completed'),
  ],
  windows: [curve('few', 'listBrands', 1), curve('many', 'listBrands', 3), curve('wrong', 'listOrders', 0)],
};
const report = exampleReport({
  observations,
  requirements: [
    exampleRequirement('BAT-07', 'failed', { findings: [{ ...exampleReported(), test: 'wrong' }] }),
    exampleRequirement('LIM-05', 'passed'),
  ],
});
const testsIn = (drawn: ReturnType<typeof drawnForRun>) =>
  [drawn.tracks, drawn.curves].map((all) => all.map((each) => each.test));

test('the batch of a test with a finding about batches comes first, then the one with the most states', () => {
  expect(testsIn(drawnForRun(report, 9))).toEqual([
    ['wrong', 'full', 'plain'],
    ['many', 'wrong'],
  ]);
  expect(testsIn(drawnForRun(report, 1))).toEqual([['wrong'], ['many']]);
});

test('a batch is shown with its write and with its results', () => {
  for (const operationId of ['updateStock', 'results of Stock'])
    expect(testsIn(drawnForOperation(report, operationId))).toEqual([['wrong'], []]);
  expect(testsIn(drawnForOperation(report, 'listBrands'))).toEqual([[], ['many']]);
});

test('a finding shows what its own test saw of its operations', () => {
  const of = (test: string, operationId: string, write?: string) =>
    testsIn(drawnForFinding(observations, { test, operationId, ...(write === undefined ? {} : { write }) }));
  expect(of('plain', 'listProducts', 'updateStock')).toEqual([['plain'], []]);
  expect(of('few', 'listBrands')).toEqual([[], ['few']]);
  expect(of('few', 'listOrders')).toEqual([[], []]);
  expect(of('unknown', 'listBrands')).toEqual([[], []]);
});

test('a report without observations draws none', () => {
  expect(testsIn(drawnForRun(exampleReport(), 9))).toEqual([[], []]);
  expect(testsIn(drawnForFinding(undefined, { test: 'plain', operationId: 'updateStock' }))).toEqual([
    [],
    [],
  ]);
});
