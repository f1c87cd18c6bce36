import { exampleEvidence, exampleFinding } from '#testing/example-finding';
import { expect, test } from '#testing/unit-test';
import type { ExercisedTest, Fault } from '../../fixtures/planted-plan.js';
import { requirements } from '../../src/contract/requirements/catalogue.js';
import type { RequirementId } from '../../src/contract/requirements/requirement-ids.generated.js';
import type { DetectionReport } from '../../src/report/data/report-file.js';
import { detectionOf, detectionTable, falseAlarmsIn, holds, type Tried } from './detection-reporter.js';
import { chooseTests, plannedRuns } from './plan.js';
import {
  listFaults,
  listWorlds,
  nameOf,
  type ProveArguments,
  plantEach,
  plantEverywhere,
  plantingsFor,
  proveCommand,
  sandboxOf,
} from './plantings.js';
import { absorbedFaults, faultsIn } from './world-faults.js';

const checked = requirements.filter(({ notTested }) => notTested === undefined).map(({ id }) => id);

test('every requirement with a check has a fault, and every fault violates one, has its own id and can be planted', async () => {
  const faults = await listFaults(sandboxOf());
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
  operations: [stock, results],
};

function exercised(title: string, test: Partial<ExercisedTest> = {}): ExercisedTest {
  return {
    file: 'batches/some.spec.ts',
    titles: ['A batch', title],
    covers: [],
    mayMeet: [],
    verified: [],
    called: {},
    statuses: {},
    isClean: true,
    ...test,
  };
}

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
  falseAlarms: [],
  files: {},
  errors: [],
};

const listed: readonly Fault[] = [
  fault,
  { id: 'accepts-expired-key', violates: 'AUTH-04', does: 'It accepts an expired key.' },
];

/** The meaning of arguments, or the sentence that refuses them. */
async function askedBy(...args: readonly string[]): Promise<ProveArguments | string> {
  const asked: ProveArguments[] = [];
  const complaints: string[] = [];
  const command = proveCommand(async (each) => {
    asked.push(each);
    return 0;
  });
  command.exitOverride().configureOutput({ writeErr: (text) => void complaints.push(text) });
  await command.parseAsync(args, { from: 'user' }).catch(() => {});
  return asked[0] ?? complaints.join('');
}

async function planted(...args: readonly string[]): Promise<unknown> {
  const asked = await askedBy(...args);
  if (typeof asked === 'string') return asked;
  const plantings = plantingsFor(listed, asked);
  return 'problem' in plantings ? plantings.problem : plantings.map(nameOf);
}

const [last, expired] = ['forgets-last-item@getStockResults', 'accepts-expired-key'];
for (const [args, names] of [
  ['', [last, expired]],
  ['--seed 2', ['forgets-last-item@updateProductStock', expired]],
  ['--everywhere', ['forgets-last-item@updateProductStock', last, expired]],
  ['--only AUTH-04', [expired]],
  ['--only=forgets-last-item@getStockResults,accepts-expired-key', [last, expired]],
  ['--everywhere --only BAT-09', ['forgets-last-item@updateProductStock', last]],
  ['--only AUTH-04,accepts-expired-key', [expired]],
  ['--only ,', /It must be names separated by commas/],
  [
    '--only LIM-99',
    /No fault, requirement or @operation is called "LIM-99": npm run sandbox -- --list-faults names the faults\./,
  ],
  ['--world=names --faults all', /'all' is invalid. It must be a whole number from 1 to 9999/],
  ['--faults=80', /name these with --world/],
] as const)
  test(`\`prove ${args}\` plants the faults that it names, or is refused in one sentence`, async () => {
    const given = await planted(...args.split(' ').filter(Boolean));
    if (names instanceof RegExp) expect(given).toMatch(names);
    else expect(given).toEqual(names);
  });

test('worlds are listed without duplicates, with a single number of faults for all of them', async () => {
  const asked = await askedBy('--world', 'names,statuses,names', '--faults', '80');
  expect(asked).toMatchObject({ worlds: ['names', 'statuses'], most: 80 });
  expect(await askedBy()).toMatchObject({ worlds: [] });
});

test('a fault is judged by the tests that cover its requirement, then by tests that verify it incidentally', () => {
  const tests = [
    exercised('of stock', { covers: ['BAT-09'], called: { updateProductStock: 1, getStockResults: 4 } }),
    exercised('of prices', { covers: ['BAT-09'], called: { updateProductPrices: 1 } }),
    exercised('of anything', { mayMeet: ['BAT-09'], called: { getStockResults: 2 } }),
    exercised('of brands', { verified: ['BAT-09'], called: { listBrands: 1 } }),
    exercised('of other requirements', { verified: ['BAT-10'], called: { getStockResults: 2 } }),
  ];
  expect(chooseTests(tests, { fault, operation: results })).toEqual({
    needed: [tests[0]],
    further: [tests[2]],
  });
  expect(chooseTests(tests, { fault: { ...fault, operations: undefined } })).toEqual({
    needed: [tests[0], tests[1]],
    further: [tests[2], tests[3]],
  });
});

test('of the tests that verify a requirement incidentally, the 16 with the largest share of calls to the operation run', () => {
  const tests = Array.from({ length: 40 }, (_, index) =>
    exercised(`test ${index}`, { verified: ['BAT-09'], called: { getStockResults: index, listBrands: 20 } }),
  );
  const { further } = chooseTests(tests, { fault, operation: results });
  expect(further).toHaveLength(16);
  expect(further[0]).toBe(tests[39]);
  // If no test calls the operation, all tests of the requirement decide.
  const elsewhere = [exercised('of prices', { covers: ['BAT-09'], called: { updateProductPrices: 1 } })];
  expect(chooseTests(elsewhere, { fault })).toEqual({ needed: elsewhere, further: [] });
});

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

test('a proof does not hold without faults, with a false alarm, an error, or a spec file that catches nothing', () => {
  const report = { ...nothing, faults: [detectionOf({ fault }, [tried('BAT-09')])] };
  const files = { 'batches/entries.spec.ts': 2, 'orders/list.spec.ts': 0 };
  expect(falseAlarmsIn([tried()])).toEqual([]);
  for (const [change, isProof] of [
    [{}, true],
    [{ faults: [] }, false],
    [{ errors: ['broken'] }, false],
    [{ falseAlarms: falseAlarmsIn([tried('BAT-01')]) }, false],
    [{ files }, false],
    [{ files, complete: false }, true],
  ] as const)
    expect(holds({ ...report, ...change }), JSON.stringify(change)).toBe(isProof);
  const told =
    'No fault was caught by specs/orders/list.spec.ts: add one that it catches, or remove the file.';
  expect(detectionTable({ ...nothing, files })).toContain(told);
  expect(detectionTable({ ...nothing, files, complete: false })).not.toContain('orders/list');
});

test('all tests that any fault needs also run against the clean sandbox, between the faults', () => {
  const tests = [
    exercised('other', { covers: ['BAT-01'] }),
    exercised('of anything', { covers: ['BAT-09'] }),
    exercised('by the way', { verified: ['BAT-09'] }),
  ];
  const plantings = plantEach([fault, { ...fault, id: 'other' }], 0);
  const runs = plannedRuns(tests, plantings, {
    faulty: [{ TARGET_URL: 'a' }, { TARGET_URL: 'b' }],
    clean: {},
    everyTest: true,
  });
  expect(runs).toMatchObject([
    { settings: { TARGET_URL: 'a' }, needed: [1], further: [2] },
    { settings: { TARGET_URL: 'b' }, needed: [1], further: [2] },
    { settings: {}, needed: [1], further: [] },
  ]);
  expect(runs.map(({ planting }) => planting !== undefined)).toEqual([true, true, false]);
  // If one test is enough, no test is needed, and the clean sandbox is not tested again.
  const [first, ...others] = plannedRuns(tests, plantings.slice(0, 1), {
    faulty: [{ TARGET_URL: 'a' }],
    clean: {},
    everyTest: false,
  });
  expect([first?.needed, first?.further, others]).toEqual([[], [1, 2], []]);
});

test('if one test is enough, a large one that hardly calls the operation is left out', () => {
  const tests = [
    exercised('about it', { covers: ['BAT-09'], called: { getStockResults: 200 } }),
    exercised('small', { covers: ['BAT-09'], called: { getStockResults: 1, listBrands: 30 } }),
    exercised('about brands', { covers: ['BAT-09'], called: { getStockResults: 1, listBrands: 200 } }),
  ];
  const planting = { fault, operation: results };
  for (const [everyTest, chosen] of [
    [true, [0, 1, 2]],
    [false, [0, 1]],
  ] as const) {
    const [run] = plannedRuns(tests, [planting], { faulty: [{}], clean: {}, everyTest });
    expect([...(run?.needed ?? []), ...(run?.further ?? [])]).toEqual(chosen);
  }
});

const brands = { id: 'listBrands', method: 'GET', path: '/api/v1/brands/' };
const lie = { does: 'It lies.' };
const faults: readonly Fault[] = [
  { id: 'a', violates: 'BAT-09', ...lie, operations: [stock, brands] },
  { id: 'b', violates: 'BAT-09', ...lie, operations: [stock] },
  { id: 'c', violates: 'BAT-10', ...lie, operations: [stock] },
  { id: 'of-brands', violates: 'BAT-10', ...lie, operations: [brands] },
  { id: 'anywhere', violates: 'STK-01', ...lie },
  { id: 'elsewhere', violates: 'KEYS-01', ...lie },
  { id: 'not-looked-at', violates: 'STK-02', ...lie },
];

function verifying(verified: string, called: Readonly<Record<string, number>>): ExercisedTest {
  return exercised(verified, { covers: [verified], verified: [verified], called });
}

const tests = [
  verifying('BAT-09', { updateProductStock: 2 }),
  verifying('BAT-10', { updateProductStock: 2, listBrands: 9 }),
  verifying('STK-01', { updateProductStock: 2, listBrands: 1 }),
  verifying('KEYS-01', { listBrands: 1 }),
];
const mapping = { success: 202 };

function chosen(seed: number, world = 'some') {
  const file = { contract: '1.3.0', operations: { updateProductStock: mapping } };
  return faultsIn(faults, { world, tests, file, seed }).map(nameOf);
}

test('faults are planted where a world fills gaps differently and a test checks their requirement', () => {
  expect(chosen(1).toSorted()).toEqual([
    'a@updateProductStock',
    'anywhere',
    'b@updateProductStock',
    'c@updateProductStock',
  ]);
  expect(faultsIn(faults, { world: 'some', tests, file: undefined, seed: 1 })).toEqual([]);
});

test('the seed and the world decide the order of faults, and every requirement has a turn before any has a second', () => {
  expect(chosen(1)).toEqual(chosen(1));
  expect(new Set([1, 2, 3, 4, 5, 6].map((seed) => chosen(seed).join())).size).toBeGreaterThan(1);
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const first = chosen(seed).slice(0, 3);
    expect(first.filter((name) => /^[ab]@/.test(name))).toHaveLength(1);
  }
});

test('a changed status of refusals concerns all operations that can refuse a request', () => {
  const file = { contract: '1.3.0', refusal: 422 };
  const own = faultsIn(faults, { world: 'some', tests, file, seed: 1 }).map(nameOf);
  expect(own).toContain('c@updateProductStock');
  expect(own).not.toContain('of-brands@listBrands');
});

test('each fault that a world absorbs is listed once, and can be planted in that world', async () => {
  const names = absorbedFaults.flatMap(({ plantings, world }) =>
    plantings.map((planting) => `${planting} in ${world}`),
  );
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  const worlds = await listWorlds();
  expect(absorbedFaults.filter(({ world }) => !worlds.includes(world))).toEqual([]);
  const everywhere = plantEverywhere(await listFaults(sandboxOf()));
  const known = new Set(everywhere.flatMap((planting) => [planting.fault.id, nameOf(planting)]));
  expect(absorbedFaults.flatMap(({ plantings }) => plantings.filter((name) => !known.has(name)))).toEqual([]);
});
