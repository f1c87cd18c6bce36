import { exampleEvidence, exampleFinding } from '#testing/example-finding';
import { expect, test } from '#testing/unit-test';
import type { Fault } from '../../fixtures/planted-tests.js';
import { requirements } from '../../src/contract/requirements/catalogue.js';
import type { RequirementId } from '../../src/contract/requirements/requirement-ids.generated.js';
import { listed } from './alterations.js';
import {
  type DetectionReport,
  detectionOf,
  detectionTable,
  holds,
  type Tried,
} from './detection-reporter.js';
import { listFaults, listWorlds, nameOf, plantEach, plantEverywhere } from './plantings.js';

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

const stock = { id: 'updateProductStock', method: 'PATCH', path: '/api/v1/products/stock' };
const results = { id: 'getStockResults', method: 'GET', path: '/api/v1/results/stock' };
const fault: Fault = {
  id: 'forgets-last-item',
  violates: 'BAT-09',
  does: 'It leaves the last item out of the result.',
  conditions: [],
  operations: [stock, results],
};

function tried(...requirements: readonly RequirementId[]): Tried {
  const findings = requirements.map((requirement) => exampleFinding({ requirement }));
  const operations = { updateProductStock: { 200: 3 } };
  return { test: 'some test', evidence: exampleEvidence({ findings, operations, outside: 1 }) };
}

const nothing: DetectionReport = {
  seed: 1,
  complete: true,
  durationMs: 1000,
  faults: [],
  files: {},
  errors: [],
};

test('a fault is caught only by a failure of the requirement that it violates, and else the proof does not hold', () => {
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
  expect(holds({ ...nothing, faults: [missed] })).toBe(false);
  expect(detectionTable({ ...nothing, faults: [missed] })).toContain(
    'Missed: forgets-last-item@updateProductStock violates BAT-09.',
  );
  const findings = [exampleFinding({ requirement: 'BAT-09', judgement: 'deviated', gaps: ['G-10'] })];
  const deviated = detectionOf({ fault }, [{ test: 'some test', evidence: exampleEvidence({ findings }) }]);
  expect(deviated).toMatchObject({ caught: false, openGaps: ['G-10'] });
  const table = detectionTable({ ...nothing, faults: [deviated] });
  expect(table).toContain('only reported as a deviation, by G-10.');
});

test('a proof does not hold without faults, with an error, or a spec file that catches nothing', () => {
  const report = { ...nothing, faults: [detectionOf({ fault }, [tried('BAT-09')])] };
  const files = { 'batches/entries.spec.ts': 2, 'orders/list.spec.ts': 0 };
  for (const [change, isProof] of [
    [{}, true],
    [{ faults: [] }, false],
    [{ errors: ['broken'] }, false],
    [{ files }, false],
    [{ files, complete: false }, true],
  ] as const)
    expect(holds({ ...report, ...change }), JSON.stringify(change)).toBe(isProof);
  const told =
    'No fault was caught by specs/orders/list.spec.ts: add one that it catches, or remove the file.';
  expect(detectionTable({ ...nothing, files })).toContain(told);
  expect(detectionTable({ ...nothing, files, complete: false })).not.toContain('orders/list');
});

test('each fault that a world absorbs can be planted in that world', async () => {
  const worlds = await listWorlds();
  expect(listed('absorbs').filter(({ world = '' }) => !worlds.includes(world))).toEqual([]);
  const everywhere = plantEverywhere(await listFaults());
  const known = new Set(everywhere.flatMap((planting) => [planting.fault.id, nameOf(planting)]));
  expect(listed('absorbs').flatMap(({ ids }) => ids.filter((name) => !known.has(name)))).toEqual([]);
});
