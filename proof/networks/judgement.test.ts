import { expect, test } from '@playwright/test';
import { exampleReport, exampleRequirement, exampleTest } from '../../src/report/example-report.js';
import { judge, judgementLines } from './judgement.js';

const refused = { name: 'refused', says: /connection refused/ };
const reason = 'GET / got no complete answer: connection refused';
const megabyte = 1024 * 1024;
const tests = [exampleTest('t1', { covers: ['REF-01'] }), exampleTest('t2', { covers: ['REF-02'] })];

function report(given: Parameters<typeof exampleReport>[0]) {
  const { verdicts, ...totals } = exampleReport().totals;
  return exampleReport({ totals: { ...totals, verdicts: { ...verdicts, passed: 1 } }, ...given });
}

const run = (given: Parameters<typeof exampleReport>[0], more: object = {}) => ({
  exitCode: 3,
  milliseconds: 20_000,
  peakMemory: 500 * megabyte,
  output: reason,
  report: report(given),
  ...more,
});

const clean = run(
  { tests, requirements: [exampleRequirement('REF-01', 'passed'), exampleRequirement('REF-02', 'passed')] },
  { exitCode: 0, output: '' },
);
const bad = {
  tests: [
    exampleTest('t1', { covers: ['REF-01'] }),
    exampleTest('t2', { outcome: 'skipped', covers: ['REF-02'] }),
  ],
  requirements: [exampleRequirement('REF-01', 'passed'), exampleRequirement('REF-02', 'blocked', { reason })],
};

test.describe.configure({ mode: 'default' });

test('a run is correct if it blocks soon, with a sentence, and keeps its verified requirements', () => {
  const judgement = judge(refused, 'in the middle', run(bad), clean);
  expect(judgement).toMatchObject({ wrong: [], sentence: reason, exitCode: 3, passed: 1, seconds: 20 });
  expect(judgementLines(judgement)).toMatch(/^refused +in the middle +20\.0 s +3 +500 MB +1 +GET \/ got/);
});

const lost = [
  exampleRequirement('REF-01', 'unverified'),
  exampleRequirement('REF-02', 'blocked', { reason }),
];
const wrongOnes: readonly (readonly [what: string, run: ReturnType<typeof run>, wrong: string])[] = [
  ['another exit code', run(bad, { exitCode: 1 }), 'it ended with 1, not with 2 or 3'],
  ['too long', run(bad, { milliseconds: 120_000 }), 'it took more than 90 s longer than over a good network'],
  [
    'too large',
    run(bad, { peakMemory: 700 * megabyte }),
    'it took more than 100 MB more than over a good network',
  ],
  ['a sentence that is not printed', run(bad, { output: '' }), 'the sentence is not printed'],
  [
    'a lost requirement',
    run({ ...bad, requirements: lost }),
    'REF-01 was verified, but does not count as verified',
  ],
];

for (const [what, of, wrong] of wrongOnes) {
  test(`a run is wrong: ${what}`, () => {
    const judgement = judge(refused, 'in the middle', of, clean);
    expect(judgement.wrong).toEqual([wrong]);
    expect(judgementLines(judgement)).toContain(`wrong: ${wrong}`);
  });
}

test('a sentence that names another problem does not count', () => {
  const { wrong } = judge({ name: 'reset', says: /reset/ }, 'in the middle', run(bad), clean);
  expect(wrong).toEqual(['no sentence names what happened']);
});
