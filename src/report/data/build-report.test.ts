import { exampleEvidence } from '#testing/example-finding';
import { exampleRun, exampleTest } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { requirement } from '../../contract/requirements/catalogue.js';
import { readSettings } from '../../target/settings.js';
import type { Evidence } from '../../verdicts/finding.js';
import { buildReport, type RunRecord, reportedTarget } from './build-report.js';
import type { RanTest } from './conformance-report.js';

const settings = readSettings({
  TARGET_URL: 'https://staging.example.com',
  TARGET_API_KEY: 'sk-good-1',
  TARGET_CONFIRMED_GAPS: 'G-07',
  TARGET_WRITES: 'allow',
});
const run: RunRecord = { ...exampleRun, target: reportedTarget(settings), tests: 3 };

test('only a whole run says why no test called the operations of a requirement that each success may show', () => {
  const why = { kind: 'blocked', reason: 'no orders' } as const;
  const unreached = requirement('SHP-07').operations.map((operationId) => ({ operationId, ...why }));
  const cut = exampleEvidence({ cutShort: why, unreached });
  const verdictOf = (given: Partial<RunRecord>) => {
    const { requirements: reported } = buildReport({ ...run, tests: 1, ran: ranWith(cut), ...given });
    const { verdict, reason } = reported.find(({ id }) => id === 'SHP-07') ?? {};
    return [verdict, reason];
  };
  expect(verdictOf({})).toEqual(['blocked', 'no orders']);
  const parts: readonly Partial<RunRecord>[] = [
    { deselected: '--grep @BAT-10' },
    { tests: 2 },
    { interrupted: true },
    { errors: ['the worker died'] },
  ];
  for (const part of parts) expect(verdictOf(part)).toEqual(['unverified', 'no check of it ran']);
});

test('an error in a test counts as an error of the run, and follows the errors outside of tests', () => {
  const suiteError = 'the suite failed in "x"';
  const ran = ranWith(exampleEvidence({ suiteError, verified: { 'BAT-10': { getStatusResults: 1 } } }));
  const both = buildReport({ ...run, ran, errors: ['the worker died'] });
  expect(both.errors).toEqual(['the worker died', suiteError]);
  expect(both).toMatchObject({ exitCode: 2, reason: 'the worker died' });
  expect(buildReport({ ...run, ran })).toMatchObject({ exitCode: 2, reason: suiteError });
});

test('a requirement of which tests left no evidence passes only in part, whichever other tests met it', () => {
  const ran = ranWith(exampleEvidence({ covers: [], verified: { 'STS-01': { updateProductStatus: 1 } } }));
  const verdictWith = (covering: RunRecord['covering']) => {
    const report = buildReport({ ...run, ran, covering });
    expect(report).not.toHaveProperty('covering');
    const { verdict, leftOutTests } = report.requirements.find(({ id }) => id === 'STS-01') ?? {};
    return [verdict, leftOutTests];
  };
  expect(verdictWith({})).toEqual(['passed', undefined]);
  const left = [{ tests: '2 tests', reason: 'the run ended before they did' }];
  expect(verdictWith({ 'STS-01': 2 })).toEqual(['partial', left]);
});

function ranWith(...evidence: readonly Evidence[]): RanTest[] {
  return evidence.map((each, index) => ({ test: exampleTest(`test-${index}`), evidence: each }));
}
