import { expect, test } from '#unit-test';
import type { ConformanceReport, RequirementReport } from '../report/conformance-report.js';
import type { MissedOperations } from '../verdicts/requirement-verdict.js';
import { isRightVerdict, type WorldRun, worldTable } from './world-runs.js';

function requirement(id: string, verdict: string, reason?: string): Partial<RequirementReport> {
  return { id, verdict, ...(reason === undefined ? {} : { reason }) } as Partial<RequirementReport>;
}

/** One that was verified at some of the operations that it speaks of, and why not at the others. */
function partial(id: string, kind: MissedOperations['kind'], reason: string): Partial<RequirementReport> {
  const missed = { operationIds: ['listOrders'], kind, reason };
  return { ...requirement(id, 'partial', `verified at 1 of 2 operations: ${reason}`), missed };
}

function runOf(exitCode: number | null, ...requirements: readonly Partial<RequirementReport>[]): WorldRun {
  const report = { verdict: 'incomplete', requirements } as unknown as ConformanceReport;
  return { world: 'names', exitCode, seconds: 61.4, report };
}

const passed = requirement('AUTH-01', 'passed');
const named = requirement('BAT-01', 'blocked', 'No batch id in the answer: close G-11 at listBrands.');

for (const [what, run, isRight] of [
  ['a run in which everything passed', runOf(0, passed), true],
  ['a run in which something is blocked by a named gap', runOf(3, passed, named), true],
  ['a blocked requirement without a gap', runOf(3, requirement('BAT-01', 'blocked', 'No batch.')), false],
  ['a blocked requirement without a reason', runOf(3, requirement('BAT-01', 'blocked')), false],
  [
    'an unverified requirement',
    runOf(3, passed, requirement('BAT-01', 'unverified', 'no check of it ran')),
    false,
  ],
  [
    'a requirement that is partial by a block without a gap',
    runOf(3, partial('BAT-01', 'blocked', 'No batch.')),
    false,
  ],
  [
    'a requirement that is partial by a named gap',
    runOf(3, partial('BAT-01', 'blocked', 'Close G-11.')),
    true,
  ],
  [
    'a requirement that the configuration leaves partial',
    runOf(0, partial('BAT-01', 'inapplicable', 'No key.')),
    true,
  ],
  ['a must that failed', runOf(1, requirement('BAT-01', 'failed')), false],
  ['a run that can say nothing', runOf(2, passed), false],
  ['a run that was ended', runOf(null, passed), false],
  ['a run without a report', { world: 'names', exitCode: 0, seconds: 1, report: undefined }, false],
] as const)
  test(`${what} is ${isRight ? 'right' : 'wrong'} in a world that keeps the description`, () => {
    expect(isRightVerdict(run)).toBe(isRight);
  });

test('the table counts verdicts, and names what is wrong', () => {
  const run = runOf(
    1,
    passed,
    named,
    requirement('ERR-01', 'failed'),
    requirement('ERR-02', 'blocked', 'It was not reached.'),
    requirement('ERR-03', 'warned'),
    requirement('ERR-04', 'deviated'),
    requirement('ERR-05', 'untested'),
    requirement('ERR-06', 'unverified'),
    partial('ERR-07', 'blocked', 'It was not reached.'),
    partial('ERR-08', 'blocked', 'Close G-11 at listBrands.'),
    partial('ERR-09', 'inapplicable', 'Writes are denied.'),
  );
  const [head = '', rule = '', row = '', ...rest] = worldTable([run]).trimEnd().split('\n');
  expect(rest).toEqual(['', 'Blocked without a named gap in names: ERR-02 ERR-07']);
  expect(rule).toMatch(/^[|-]+$/);
  expect(new Set([head.length, rule.length, row.length]).size).toBe(1);
  expect(cellsOf(head).slice(1, -1)).toEqual([
    'world',
    'exit code and verdict',
    'musts failed',
    'verified',
    'partial',
    'warned',
    'deviated',
    'unverified',
    'blocked',
    'blocked without a named gap',
    'seconds',
  ]);
  expect(cellsOf(row)).toEqual([
    '',
    'names',
    '1 incomplete',
    '1: ERR-01',
    '1 of 10',
    '3',
    '1',
    '1',
    '1',
    '2',
    '2',
    '61',
    '',
  ]);
});

test('a run without a report has a row too', () => {
  const run = { world: 'bare', exitCode: null, seconds: 2, report: undefined };
  const [head = '', , row = ''] = worldTable([run]).split('\n');
  expect(row).toMatch(/^\| bare +\| none no report +\|/);
  expect(cellsOf(row)).toHaveLength(cellsOf(head).length);
});

function cellsOf(line: string): readonly string[] {
  return line.split('|').map((cell) => cell.trim());
}
