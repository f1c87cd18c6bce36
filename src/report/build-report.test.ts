import { expect, test } from '#unit-test';
import { contractVersion } from '../contract/document.js';
import { operations } from '../contract/operations.js';
import { requirement, requirements } from '../contract/requirements/catalogue.js';
import { readSettings } from '../target/settings.js';
import { type Evidence, exampleEvidence, exampleFinding } from '../verdicts/evidence.js';
import { exampleKnownFailure } from '../verdicts/known-failures/known-failure.js';
import { buildReport, type RanTest, type RunRecord, reportedTarget } from './build-report.js';
import { exampleRun, exampleTest } from './example-report.js';
import { responseTimes } from './test-report.js';

const settings = readSettings({
  TARGET_URL: 'https://staging.example.com',
  TARGET_API_KEY: 'sk-good-1',
  TARGET_CONFIRMED_GAPS: 'G-07',
  TARGET_WRITES: 'allow',
});
const run: RunRecord = { ...exampleRun, target: reportedTarget(settings), tests: 3 };

test('a report says when, how and against what the run was made', () => {
  const report = buildReport(run);
  expect(report).toMatchObject({
    target: { name: 'staging.example.com', url: 'https://staging.example.com', confirmedGaps: ['G-07'] },
    contractVersion,
    profile: 'standard',
    seed: 42,
    startedAt: '2030-01-02T03:04:05.678Z',
    durationMs: 1235,
    errors: [],
  });
  expect(report.target.settings).toMatchObject({ TARGET_API_KEY: ['[redacted]'] });
  expect(JSON.stringify(report)).not.toContain('sk-good-1');
  expect(report).not.toHaveProperty('deselected');
});

test('every requirement of the catalogue has its place and its verdict, in order', () => {
  const report = buildReport({
    ...run,
    ran: ranWith(exampleEvidence({ covers: ['BAT-09'], verified: { 'BAT-09': { getStatusResults: 4 } } })),
  });
  const operationIds = requirement('BAT-09').operations.filter((each) => each !== 'getStatusResults');
  expect(report.requirements.map(({ id }) => id)).toEqual(requirements.map(({ id }) => id));
  expect(report.requirements.find(({ id }) => id === 'BAT-09')).toEqual({
    ...requirement('BAT-09'),
    verdict: 'partial',
    tests: 1,
    exchanges: 4,
    verifiedBy: { getStatusResults: 4 },
    findings: [],
    missed: { operationIds, kind: 'unverified', reason: 'no check of it ran' },
    reason: expect.stringMatching(
      /^verified at 1 of 7 operations, not at getProductResults, .*: no check of it ran$/,
    ),
    notes: {},
  });
  expect(report.requirements.find(({ id }) => id === 'BAT-10')).toMatchObject({
    verdict: 'unverified',
    reason: 'no check of it ran',
  });
});

test('what kept the tests from their end tells of what they all check only where none was left out', () => {
  const cut = exampleEvidence({ cutShort: { kind: 'blocked', reason: 'no orders' } });
  const told = (given: Partial<RunRecord>) => {
    const { requirements: reported } = buildReport({ ...run, tests: 1, ran: ranWith(cut), ...given });
    const { verdict, reason } = reported.find(({ id }) => id === 'SHP-07') ?? {};
    return [verdict, reason];
  };
  expect(told({})).toEqual(['blocked', 'no orders']);
  const parts: readonly Partial<RunRecord>[] = [
    { deselected: '--grep @BAT-10' },
    { tests: 2 },
    { interrupted: true },
    { errors: ['the worker died'] },
  ];
  for (const part of parts) expect(told(part)).toEqual(['unverified', 'no check of it ran']);
});

test('a chosen test that was cut short after it had verified everything leaves the run partial', () => {
  const verified = { 'LIM-04': { listBrands: 1 } };
  const report = buildReport({
    ...run,
    tests: 2,
    deselected: '--grep @LIM-04',
    ran: ranWith(
      exampleEvidence({ covers: ['LIM-04'], verified }),
      exampleEvidence({ covers: ['LIM-04'], verified, cutShort: { kind: 'blocked', reason: 'no orders' } }),
    ),
  });
  expect(report).toMatchObject({ verdict: 'partial', exitCode: 0 });
  expect(report.totals.verdicts).toMatchObject({ passed: 1, blocked: 0 });
});

test('known failures are marked wherever they were found, kept with what became of them, and gate nothing', () => {
  const found = exampleEvidence({
    covers: ['BAT-09'],
    verified: { 'BAT-10': { getStatusResults: 1 } },
    findings: [exampleFinding(), exampleFinding({ operationId: 'getShipResults' })],
  });
  const entry = exampleKnownFailure({ operation: 'getStatusResults' });
  const reported = (...operations: readonly string[]) =>
    buildReport({
      ...run,
      tests: 1,
      deselected: '--grep x',
      ran: ranWith(found),
      knownFailures: {
        file: 'known-failures/staging.yaml',
        day: '2030-01-02',
        entries: operations.map((operation) => ({ ...entry, operation })),
      },
    });

  const half = reported('getStatusResults');
  expect(half).toMatchObject({ verdict: 'non-conformant', exitCode: 1 });
  const [known, news] = half.requirements.find(({ id }) => id === 'BAT-09')?.findings ?? [];
  expect([known?.known, news?.known]).toEqual([true, undefined]);
  expect(known?.test).not.toBe('');

  const whole = reported('getStatusResults', 'getShipResults');
  expect(whole).toMatchObject({ verdict: 'partial', exitCode: 0 });
  expect(whole.reason).toContain('2 known failures (BAT-09 at getStatusResults, BAT-09 at getShipResults)');
  expect(whole.requirements.find(({ id }) => id === 'BAT-09')).toMatchObject({
    verdict: 'failed',
    known: true,
  });
  expect(whole.knownFailures).toMatchObject({
    file: 'known-failures/staging.yaml',
    entries: [{ ...entry, standing: 'fails', excuses: true }, { standing: 'fails' }],
  });
});

test('a known failure that passes again turns a run red where everything ran that may show it', () => {
  const passed = exampleEvidence({ verified: { 'REF-06': { listBrands: 1 } } });
  const reported = (keepsTestsOf: boolean) =>
    buildReport({
      ...run,
      tests: 1,
      deselected: '--grep x',
      ran: ranWith(passed),
      keepsTestsOf: () => keepsTestsOf,
      knownFailures: {
        file: 'f.yaml',
        day: '2030-01-02',
        entries: [exampleKnownFailure({ requirement: 'REF-06' })],
      },
    });
  expect(reported(true)).toMatchObject({
    verdict: 'known failures out of date',
    exitCode: 1,
    reason: 'f.yaml is out of date: REF-06 (passes).',
  });
  expect(reported(false)).toMatchObject({ verdict: 'partial', exitCode: 0 });
});

test('statuses are summed over the tests, for each of the 30 operations', () => {
  const report = buildReport({
    ...run,
    ran: ranWith(
      exampleEvidence({ operations: { listBrands: { 200: 2, 401: 1 }, listReports: { 200: 1 } } }),
      exampleEvidence({ operations: { listBrands: { 200: 3 } }, durations: { listBrands: { 30: 3 } } }),
    ),
  });
  expect(report.operations.map(({ operationId }) => operationId)).toEqual(
    operations.map(({ operationId }) => operationId),
  );
  expect(report.operations.find(({ operationId }) => operationId === 'listBrands')).toEqual({
    operationId: 'listBrands',
    method: 'GET',
    path: '/api/v1/brands/',
    exchanges: 6,
    statuses: { 200: 5, 401: 1 },
    documented: [200, 400, 401, 429],
    durations: responseTimes({ 30: 3 }),
    rateLimit: { stated: 50 },
  });
  expect(report.operations.find(({ operationId }) => operationId === 'listOrders')).toMatchObject({
    exchanges: 0,
  });
  expect(report.totals).toMatchObject({ tests: 3, exchanges: 7 });
});

test('verdicts are counted, and together they are the catalogue', () => {
  const evidence = [
    exampleEvidence({ covers: ['BAT-09'], findings: [exampleFinding()] }),
    exampleEvidence({ covers: ['BAT-10'], verified: { 'BAT-10': { getStatusResults: 1 } } }),
    exampleEvidence({
      covers: ['BAT-03'],
      verified: { 'BAT-03': { updateProductStock: 1, upsertProducts: 1 } },
    }),
    exampleEvidence({ covers: ['REJ-01'], verified: { 'REJ-01': { listRejectedProducts: 1 } } }),
  ];
  const { verdicts } = buildReport({ ...run, ran: ranWith(...evidence) }).totals;
  expect(verdicts).toMatchObject({ failed: 1, passed: 1, partial: 2, warned: 0, blocked: 0 });
  expect(Object.values(verdicts).reduce((sum, count) => sum + count, 0)).toBe(requirements.length);
});

test('a violation gates the run, and a violated should only when it is strict', () => {
  const failed = [
    exampleEvidence({ findings: [exampleFinding()], verified: { 'BAT-10': { getStatusResults: 1 } } }),
  ];
  expect(buildReport({ ...run, ran: ranWith(...failed) })).toMatchObject({
    verdict: 'non-conformant',
    exitCode: 1,
  });
  const warned = [
    exampleEvidence({
      findings: [exampleFinding({ judgement: 'warned' })],
      verified: { 'BAT-10': { getStatusResults: 1 } },
    }),
  ];
  expect(buildReport({ ...run, ran: ranWith(...warned) }).exitCode).toBe(3);
  expect(buildReport({ ...run, ran: ranWith(...warned), strict: true })).toMatchObject({
    exitCode: 1,
    reason: '1 requirement violated: BAT-09.',
  });
});

test('a target that answers many operations with one status alone is said to do so, where the run was whole', () => {
  const called = (count: number, status: number) =>
    Object.fromEntries(operations.slice(0, count).map(({ operationId }) => [operationId, { [status]: 2 }]));
  const reasonOf = (seen: Record<string, Record<number, number>>, more: Partial<RunRecord> = {}) =>
    buildReport({
      ...run,
      ran: ranWith(exampleEvidence({ findings: [exampleFinding()], operations: seen })),
      ...more,
    }).reason;
  const alike = 'Every answer had status 404; 1 requirement violated';
  expect(reasonOf(called(10, 404))).toContain(alike);
  expect(reasonOf(called(9, 404))).not.toContain('Whatever');
  expect(reasonOf({ ...called(10, 404), listBrands: { 200: 1 } })).not.toContain('Whatever');
  expect(reasonOf(called(10, 404), { deselected: '--grep @REF-05' })).not.toContain('Whatever');
});

test('an error in a test is one of the run, behind those that came before any test', () => {
  const evidence = [
    exampleEvidence({
      suiteError: 'the suite failed in "x"',
      verified: { 'BAT-10': { getStatusResults: 1 } },
    }),
    exampleEvidence(),
  ];
  const report = buildReport({ ...run, ran: ranWith(...evidence), errors: ['the worker died'] });
  expect(report.errors).toEqual(['the worker died', 'the suite failed in "x"']);
  expect(report).toMatchObject({ exitCode: 2, reason: 'the worker died' });
  expect(buildReport({ ...run, ran: ranWith(...evidence) })).toMatchObject({
    exitCode: 2,
    reason: 'the suite failed in "x"',
  });
});

test('what was left out is kept, and makes the run partial', () => {
  const evidence = [exampleEvidence({ covers: ['BAT-10'], verified: { 'BAT-10': { getStatusResults: 1 } } })];
  expect(buildReport({ ...run, ran: ranWith(...evidence), deselected: '--grep @BAT-10' })).toMatchObject({
    verdict: 'partial',
    exitCode: 0,
    deselected: '--grep @BAT-10',
  });
});

test('a run whose tests did not all end says so', () => {
  const whole = { ...run, ran: ranWith(exampleEvidence()), tests: 1 };
  expect(buildReport(whole)).not.toHaveProperty('endedEarly');
  expect(buildReport({ ...whole, tests: 2 })).toMatchObject({ endedEarly: true });
  expect(buildReport({ ...whole, interrupted: true })).toMatchObject({ endedEarly: true });
});

test('without settings there is a report all the same', () => {
  const report = buildReport({ ...run, target: undefined, errors: ['TARGET_URL is not set.'] });
  expect(report).toMatchObject({
    verdict: 'nothing can be said',
    exitCode: 2,
    reason: 'TARGET_URL is not set.',
  });
  expect(report.target).toEqual({ name: 'unknown', url: '', confirmedGaps: [], settings: {} });
});

test('a finding names the test that made it, and every test stands in the report', () => {
  const finding = exampleFinding();
  const report = buildReport({
    ...run,
    ran: ranWith(exampleEvidence(), exampleEvidence({ findings: [finding] })),
  });
  expect(report.requirements.find(({ id }) => id === 'BAT-09')?.findings).toEqual([
    { ...finding, test: 'test-1' },
  ]);
  expect(report.tests.map(({ id }) => id)).toEqual(['test-0', 'test-1']);
});

test('every gap says whether it is confirmed, and what rests on it', () => {
  const { gaps } = buildReport(run);
  expect(gaps).toHaveLength(20);
  expect(gaps.filter(({ confirmed }) => confirmed).map(({ id }) => id)).toEqual(['G-07']);
  expect(gaps.find(({ id }) => id === 'G-07')?.requirements).toContain('BAT-07');
});

function ranWith(...evidence: readonly Evidence[]): RanTest[] {
  return evidence.map((each, index) => ({ test: exampleTest(`test-${index}`), evidence: each }));
}
