import { expect, test } from '#unit-test';
import type { ConformanceReport, RequirementReport } from '../report/conformance-report.js';
import { isRightVerdict, type WorldRun, worldTable } from './world-runs.js';

function requirement(id: string, verdict: string, reason?: string): Partial<RequirementReport> {
  return { id, verdict, ...(reason === undefined ? {} : { reason }) } as Partial<RequirementReport>;
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
  );
  const [head = '', rule = '', row = '', ...rest] = worldTable([run]).trimEnd().split('\n');
  expect(rest).toEqual(['', 'Blocked without a named gap in names: ERR-02']);
  expect(rule).toMatch(/^[|-]+$/);
  expect(new Set([head.length, rule.length, row.length]).size).toBe(1);
  const cells = row.split('|').map((cell) => cell.trim());
  expect(cells).toEqual([
    '',
    'names',
    '1 incomplete',
    '1: ERR-01',
    '1 of 7',
    '1',
    '1',
    '1',
    '2',
    '1',
    '61',
    '',
  ]);
});

test('a run without a report has a row too', () => {
  const run = { world: 'bare', exitCode: null, seconds: 2, report: undefined };
  expect(worldTable([run]).split('\n')[2]).toMatch(/^\| bare +\| none no report +\|/);
});
