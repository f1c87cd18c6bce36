import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { requirement, requirements } from '../contract/requirements/catalogue.js';
import { exampleFinding } from './finding.js';
import type { MissedOperations, RequirementResult, Verdict } from './requirement-verdict.js';
import { type RunConditions, runResult } from './run-verdict.js';

type Given = Partial<RunConditions>;

/** A result for the requirement at that index of the catalogue, from SHP-01 on. */
function resultWith(verdict: Verdict, index: number): RequirementResult {
  const at = requirements[index] ?? requirement('SHP-01');
  const reason = `reason of ${at.id}`;
  const findings = ['failed', 'warned', 'deviated'].includes(verdict) ? [exampleFinding()] : [];
  return { requirement: at, verdict, tests: 1, exchanges: 1, verifiedBy: {}, findings, reason };
}

/** The run's exit code, verdict and reason in one line. */
function said(results: readonly RequirementResult[], conditions: Given = {}): string {
  const { exitCode, verdict, reason } = runResult(results, { errors: [], strict: false, ...conditions });
  return `${exitCode} ${verdict}: ${reason}`;
}

/** The verdicts of a run's requirements, and its conditions. */
const table: readonly (readonly [verdicts: readonly Verdict[], conditions?: Given])[] = [
  [['passed', 'passed']],
  [['passed', 'untested']],
  [['passed', 'untested', 'inapplicable']],
  [['passed', 'inapplicable', 'warned', 'deviated']],
  [['passed', 'inapplicable', 'blocked']],
  [['passed', 'inapplicable', 'failed']],
  [['passed', 'warned', 'deviated']],
  [['passed', 'warned', 'failed'], { strict: true }],
  [['failed'], { onlyStatus: '404' }],
  [['passed', 'deviated'], { strict: true }],
  // An interruption keeps the verified requirements; a violation outweighs an error, and an error outweighs passed
  // requirements.
  [['passed', 'unverified'], { interrupted: true, deselected: '--grep @REF-05', errors: ['no evidence'] }],
  [['failed', 'blocked', 'unverified'], { errors: ['the worker died'] }],
  [['passed', 'blocked'], { errors: ['the worker died', 'x'] }],
  [['passed', 'unverified'], { unfinished: 'A shard is missing' }],
  [['blocked', 'untested']],
  [['untested', 'inapplicable']],
  [['unverified'], { deselected: '--grep @X' }],
  // A finding says something, and a whole run that verified nothing isn't green.
  [['warned']],
  [['unverified', 'warned', 'deviated'], { deselected: '--grep @SHP-02' }],
  [[]],
  [['unverified', 'passed', 'blocked']],
  // Requirements that the operator left out are not missing, but chosen and blocked ones are.
  [['passed', 'unverified'], { deselected: '--grep @SHP-01' }],
  [['passed', 'blocked', 'unverified'], { deselected: '--grep @SHP' }],
];

/** A golden file with the conditions of each run, and its verdict. */
function expectVerdicts<Row extends readonly unknown[]>(
  file: string,
  rows: readonly Row[],
  verdictOf: (row: Row) => string,
): void {
  expectGolden(file, Object.fromEntries(rows.map((row) => [JSON.stringify(row), row])), verdictOf);
}

test('a run has one verdict, the weightiest of its findings', () => {
  expectVerdicts('run-verdicts.txt', table, ([verdicts, conditions]) =>
    said(verdicts.map(resultWith), conditions),
  );
});

type Missing = readonly [kind: MissedOperations['kind'] | 'leftOut', verdict: Verdict];

/** A result whose requirement was not verified at an operation, or by a test. */
function missing([kind, verdict]: Missing, index: number): RequirementResult {
  const what =
    kind === 'leftOut'
      ? { leftOutTests: [{ tests: '"a test"', reason: 'why' }] }
      : { missed: { operationIds: ['getShipResults'], kind, reason: 'why' } };
  return { ...resultWith(verdict, index), ...what };
}

/** The results of a run, whole or with what is missing of them, and its conditions. */
const inPart: readonly (readonly [results: readonly (Verdict | Missing)[], conditions?: Given])[] = [
  [['passed', ['inapplicable', 'partial']]],
  [['passed', ['inapplicable', 'deviated']]],
  [['passed', ['blocked', 'partial']]],
  [['passed', ['blocked', 'warned']]],
  [['passed', ['leftOut', 'partial']]],
  [['passed', ['leftOut', 'deviated']], { deselected: '-g x' }],
  [['passed', ['unverified', 'partial']]],
  [['passed', ['blocked', 'partial']], { deselected: '-g x' }],
  [['passed', ['inapplicable', 'partial']], { deselected: '-g x' }],
  [['passed', ['unverified', 'partial']], { deselected: '-g x' }],
  [
    [
      ['blocked', 'partial'],
      ['leftOut', 'partial'],
    ],
  ],
  [['blocked', ['blocked', 'partial']]],
  // A requirement that was verified in part is enough for a verdict.
  [[['inapplicable', 'partial'], 'inapplicable']],
];

test('missed operations and tests that were left out make a run incomplete, or partial if the configuration excludes them', () => {
  expectVerdicts('run-verdicts-in-part.txt', inPart, ([results, conditions]) =>
    said(
      results.map((each, index) =>
        typeof each === 'string' ? resultWith(each, index) : missing(each, index),
      ),
      conditions,
    ),
  );
});

test('up to eight violated requirements are named, and the rest are counted', () => {
  const failed = (count: number) =>
    said(Array.from({ length: count }, (_, index) => resultWith('failed', index)));
  expect(failed(8)).toMatch(/: 8 requirements violated: (SHP-0\d, ){7}SHP-08\.$/);
  expect(failed(9)).toMatch(/: 9 requirements violated: (SHP-0\d, ){7}SHP-08 and 1 more\.$/);
});

const known = { file: 'known-failures/a.yaml', excusing: ['SHP-02 at listBrands'], outdated: [] };
const outdated = { ...known, excusing: [], outdated: ['SHP-02 (passes)', 'REF-06 (expired)'] };
const withSecondKnown = (verdicts: readonly Verdict[]): RequirementResult[] =>
  verdicts.map((verdict, index) => ({
    ...resultWith(verdict, index),
    ...(index === 1 ? { known: true as const } : {}),
  }));

test('a known failure is not a violation, and a run with one is never plainly conformant; outdated ones turn it red', () => {
  const runs: readonly (readonly [verdicts: readonly Verdict[], conditions: Given])[] = [
    [['passed', 'failed', 'untested'], { known }],
    [['passed', 'failed'], { known, deselected: '-g x' }],
    [['failed', 'failed'], { known }],
    [['passed', 'failed', 'blocked'], { known }],
    [['unverified', 'failed'], { known, deselected: '-g x' }],
    [['passed', 'blocked'], { known: outdated }],
    [['failed'], { known: outdated }],
  ];
  expectVerdicts('run-verdicts-known.txt', runs, ([verdicts, conditions]) =>
    said(withSecondKnown(verdicts), conditions),
  );
});

test('with --strict, a known failure hides no warning of the same requirement', () => {
  const findings = [exampleFinding({ known: true }), exampleFinding({ judgement: 'warned' })];
  const results = withSecondKnown(['passed', 'failed']).map((each, index) =>
    index === 0 ? each : { ...each, findings },
  );
  expect(said(results, { strict: true })).toMatch(/^1 /);
  expect(said(results)).toMatch(/^0 /);
});
