import { expect, test } from '#testing/unit-test';
import type { ConformanceReport, RequirementReport } from '../src/report/data/conformance-report.js';
import type { MissedOperations } from '../src/verdicts/requirement-verdict.js';
import {
  isRightVerdict,
  mistakesIn,
  runTable,
  type Stage,
  type WorldResult,
  type WorldRun,
  withAnswers,
} from './world-runs.js';

function requirement(
  id: string,
  verdict: string,
  reason?: string,
  obstacles?: readonly string[],
): Partial<RequirementReport> {
  const why = {
    ...(reason === undefined ? {} : { reason }),
    ...(obstacles === undefined ? {} : { obstacles }),
  };
  return { id, verdict, ...why } as Partial<RequirementReport>;
}

/** A requirement that was verified at some of its operations, with the reason for the others. */
function partial(
  id: string,
  kind: MissedOperations['kind'],
  reason: string,
  obstacles: MissedOperations['obstacles'] = [],
): Partial<RequirementReport> {
  const missed = { operationIds: ['listOrders'], kind, reason, obstacles };
  return { ...requirement(id, 'partial', `verified at 1 of 2 operations: ${reason}`), missed };
}

function runOf(exitCode: number | null, ...requirements: readonly Partial<RequirementReport>[]): WorldRun {
  const report = { verdict: 'incomplete', requirements } as unknown as ConformanceReport;
  return { world: 'names', stage: 'without', exitCode, seconds: 61.4, report };
}

const passed = requirement('AUTH-01', 'passed');
const named = requirement('BAT-01', 'blocked', 'No batch id in the response: close G-11 at listBrands.', [
  'G-11',
]);

test('a verdict is right in a world that keeps the description if nothing failed and every block names its gap', () => {
  for (const [run, isRight] of [
    [runOf(0, passed), true],
    [runOf(3, passed, named), true],
    [runOf(3, requirement('BAT-01', 'blocked', 'No batch.')), false],
    [runOf(3, requirement('BAT-01', 'blocked')), false],
    [runOf(3, requirement('BAT-01', 'unverified', 'no check of it ran')), false],
    [runOf(3, partial('BAT-01', 'blocked', 'No batch.')), false],
    [runOf(3, partial('BAT-01', 'blocked', 'Close G-11.', ['G-11'])), true],
    [runOf(0, partial('BAT-01', 'inapplicable', 'No key.')), true],
    [runOf(1, requirement('BAT-01', 'failed')), false],
    [runOf(2, passed), false],
    [runOf(null, passed), false],
    [{ ...runOf(0), report: undefined }, false],
  ] as const)
    expect(isRightVerdict(run), JSON.stringify(run)).toBe(isRight);
});

test('the table counts verdicts and names the requirements that are blocked without a gap; a run without a report has a row too', () => {
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
    partial('ERR-08', 'blocked', 'Close G-11 at listBrands.', ['G-11']),
    partial('ERR-09', 'inapplicable', 'Writes are denied.'),
  );
  const ended = { ...runOf(null), world: 'terse', report: undefined };
  const [head = '', rule = '', row = '', last = '', ...rest] = runTable([run, ended]).trimEnd().split('\n');
  expect(rest).toEqual(['', 'Blocked without a named gap in names, without: ERR-02 ERR-07']);
  expect(rule).toMatch(/^[|-]+$/);
  expect(new Set([head.length, rule.length, row.length, last.length]).size).toBe(1);
  expect(row.replace(/ +/g, ' ')).toBe(
    '| names | without | 1 incomplete | 1: ERR-01 | 1 of 10 | 3 | 1 | 1 | 1 | 2 | 2 | 61 |',
  );
  expect(last).toMatch(/^\| terse +\| without \| none no report +\|/);
});

/** A run at a stage in which the given number of requirements was verified. */
function verifiedAt(stage: Stage, count: number): WorldRun {
  return { ...runOf(3, named, ...Array.from({ length: count }, () => passed)), stage };
}

function resultOf(world: string, questions: number, ...runs: readonly WorldRun[]): WorldResult {
  return { world, learned: { steps: 245, questions, seconds: 24.6 }, runs };
}

test('a wrong verdict, a stage that could not be run, and too few verified requirements are mistakes', () => {
  const required = { learned: 3, answered: 5 };
  const mistakes = (questions: number, ...runs: readonly WorldRun[]) =>
    mistakesIn(resultOf('names', questions, ...runs), required);
  expect(mistakes(1, verifiedAt('without', 0), verifiedAt('learned', 3), verifiedAt('answered', 5))).toEqual(
    [],
  );
  expect(mistakes(1, verifiedAt('learned', 2), verifiedAt('answered', 4))).toEqual([
    'names, learned: 2 requirements were verified, but at least 3 are required.',
    'names, answered: 4 requirements were verified, but at least 5 are required.',
  ]);
  // If no question is open, the run after learning must reach the last goal.
  expect(mistakes(0, verifiedAt('learned', 5))).toEqual([]);
  expect(mistakes(0, verifiedAt('learned', 4))).toHaveLength(1);
  const wrong = { ...runOf(1, requirement('BAT-01', 'failed')), stage: 'without' } as const;
  expect(mistakesIn({ world: 'names', runs: [wrong], problem: 'names: no file was written.' })).toEqual([
    'names, without: the verdict is wrong, as the table shows.',
    'names: no file was written.',
  ]);
});

const learnedFile = `contract: "1.3.0"
operations:
  listBrands:
    response:
      inside:
        "": brands # brands: list of objects
deliveries:
  body:
    inside:
      "": data # data: object
# Only a person can answer these: write the step for each answer above, and delete the question.
open:
  "G-12": "which field is message?"
  "listBrands response": "which field is name?"
`;

test('answers are written into the file, and their questions deleted', () => {
  const answered = withAnswers(learnedFile, {
    'G-12': { deliveries: { signature: 'x-signature', body: { inside: null, rename: { message: 'data' } } } },
    'listBrands response': {
      operations: { listBrands: { response: { rename: { '[].name': 'label' }, optional: ['[].id'] } } },
    },
  });
  expect(answered).toEqual({
    text: `contract: "1.3.0"
operations:
  listBrands:
    response:
      inside:
        "": brands # brands: list of objects
      rename:
        "[].name": label
      optional:
        - "[].id"
deliveries:
  body:
    rename:
      message: data
  signature: x-signature
`,
  });
});

test('an answer without its question, and a question without its answer, are each reported in a sentence', () => {
  const answers = { 'G-12': {}, 'listBrands response': {} };
  expect(withAnswers(learnedFile, { ...answers, 'listOrders response': {} })).toEqual({
    problem: 'The answer to "listOrders response" has no open question.',
  });
  expect(withAnswers(learnedFile, { 'G-12': {} })).toEqual({
    problem: 'The open question "listBrands response" has no answer.',
  });
  expect(withAnswers('contract: "1.3.0"\n', {})).toEqual({ text: 'contract: "1.3.0"\n' });
});
