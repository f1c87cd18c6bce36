import { PassThrough } from 'node:stream';
import { expect, test } from '#unit-test';
import { requirement } from '../contract/requirements/catalogue.js';
import type { Residue } from '../footprint/ledger/residue.js';
import { exampleFinding } from '../verdicts/evidence.js';
import type { Finding } from '../verdicts/finding.js';
import type { ConformanceReport, RequirementReport } from './conformance-report.js';
import {
  exampleGaps,
  exampleKnownFailures,
  examplePassed,
  exampleRequirement,
  exampleTest,
} from './example-report.js';
import { markdownSummary } from './markdown-summary.js';
import { Progress, paceInWords, shardsInWords, terminalSummary } from './terminal-summary.js';

const none = {
  passed: 0,
  partial: 0,
  failed: 0,
  warned: 0,
  deviated: 0,
  blocked: 0,
  inapplicable: 0,
  untested: 0,
  unverified: 0,
};

test('a run is read from its findings to the place of its report', () => {
  const { sentence } = requirement('BAT-09');
  const report = reported({
    verdict: 'non-conformant',
    exitCode: 1,
    reason: '1 requirement violated: BAT-09.',
    requirements: [
      entry('BAT-09', 'failed', [exampleFinding()]),
      entry('BAT-10', 'passed'),
      { ...entry('ORD-01', 'blocked'), reason: 'there is no order' },
      { ...entry('BAT-07', 'untested'), reason: 'not yet' },
    ],
    totals: {
      tests: 3,
      exchanges: 120,
      verdicts: { ...none, failed: 1, passed: 1, blocked: 1, untested: 1 },
    },
  });
  expect(terminalSummary(report, 'reports/latest/index.html')).toBe(`
failed: BAT-09 (must, stated): ${sentence}
  operation  getStatusResults
  where      body items
  expected   2 entries
  actual     1 entries
  replay     npm run conformance -- --grep 'x'
  exchange
    curl ...
    
    200 after 3 ms

blocked: ORD-01: there is no order

4 requirements, 120 exchanges in 3 tests
      1 failed        a must is violated
      1 blocked       could not be exercised
      1 passed        verified in this run
      1 untested      there is no check for it

Verdict   non-conformant (exit 1): 1 requirement violated: BAT-09.
Target    staging, https://staging.example.com
Contract  1.3.0, profile standard, seed 42, 1.3 s
Report    reports/latest/index.html`);
});

test('known failures stand apart from what was found, those first that are out of date', () => {
  const text = terminalSummary(
    reported({
      requirements: [
        { ...entry('BAT-09', 'failed', [exampleFinding({ known: true })]), known: true },
        entry('BAT-10', 'passed'),
      ],
      knownFailures: exampleKnownFailures,
      totals: { tests: 3, exchanges: 120, verdicts: { ...none, failed: 1, passed: 1 } },
    }),
    'index.html',
  );
  expect(text).toContain(`
Known failures listed in known-failures/staging.yaml
  passes        REF-06 at listBrands: Ids <b>twice</b>. (until 2030-01-31, https://tracker.example.com/SHOP-123)
                It was verified in 3 exchanges, and nothing failed: remove the entry.
  fails         BAT-09: Entries are dropped above 90 items. (until 2030-01-31, https://tracker.example.com/SHOP-123)
`);
  expect(text).toContain('      1 failed        a must is violated; 1 known\n');
  expect(text).not.toContain('failed: BAT-09');
});

test('a run with nothing to complain of is short', () => {
  const report = reported({ totals: { tests: 1, exchanges: 1, verdicts: { ...none, passed: 1 } } });
  expect(terminalSummary(report, 'reports/latest/index.html')).toBe(`
1 requirements, 1 exchanges in 1 tests
      1 passed        verified in this run

Verdict   conformant (exit 0): All passed.
Target    staging, https://staging.example.com
Contract  1.3.0, profile standard, seed 42, 1.3 s
Report    reports/latest/index.html`);
});

test('every verdict is explained where it occurs, the most pressing first', () => {
  const one = (name: string) => [name, 1];
  const verdicts = { ...none, ...Object.fromEntries(Object.keys(none).map(one)) };
  const text = terminalSummary(
    reported({ totals: { tests: 1, exchanges: 1, verdicts } }),
    'reports/latest/index.html',
  );
  expect(text.split('\n').filter((line) => line.startsWith('      1 '))).toEqual([
    '      1 failed        a must is violated',
    '      1 blocked       could not be exercised',
    '      1 unverified    no check of it ran',
    '      1 warned        a should or may is violated',
    '      1 deviated      an unconfirmed assumption does not hold',
    '      1 partial       verified at some of its operations',
    '      1 passed        verified in this run',
    "      1 inapplicable  left out by the target's configuration",
    '      1 untested      there is no check for it',
  ]);
});

test('five findings are shown, the gating ones first, and the others counted', () => {
  const findings = (['deviated', 'warned', 'failed', 'deviated', 'failed', 'warned', 'warned'] as const).map(
    (judgement, index) =>
      exampleFinding({ judgement, at: `body place${index}`, actual: `the actual ${index}` }),
  );
  const text = terminalSummary(
    reported({ requirements: [entry('BAT-09', 'failed', findings)] }),
    'reports/latest/index.html',
  );
  expect(text.match(/the actual \d/g)).toEqual([2, 4, 1, 5, 6].map((index) => `the actual ${index}`));
  expect(text.match(/^(failed|warned|deviated): BAT-09/gm)).toEqual([
    'failed: BAT-09',
    'failed: BAT-09',
    'warned: BAT-09',
    'warned: BAT-09',
    'warned: BAT-09',
  ]);
  expect(text).toContain('\n\n... and 2 more findings; the report has them all\n');
});

test('what several tests found at the same place is told once, with the other operations', () => {
  const findings = [
    exampleFinding({ at: 'body items[3].success' }),
    exampleFinding({ at: 'body items[7].success', operationId: 'getStockResults' }),
    exampleFinding({ at: 'body items[0].success', operationId: 'getPriceResults' }),
  ];
  const text = terminalSummary(
    reported({ requirements: [entry('BAT-09', 'failed', findings)] }),
    'reports/latest/index.html',
  );
  expect(text.match(/^failed: BAT-09/gm)).toHaveLength(1);
  expect(text).toContain('\n  also       in 2 more tests, by getStockResults, getPriceResults\n');
});

test('what a partial run left out is not listed', () => {
  const requirements = [{ ...entry('ORD-01', 'unverified'), reason: 'no check of it ran' }];
  expect(terminalSummary(reported({ requirements }), 'x')).toContain('unverified: ORD-01');
  expect(terminalSummary(reported({ requirements, deselected: '--grep a' }), 'x')).not.toContain('ORD-01');
});

test('five findings are all there is to show', () => {
  const findings = Array.from({ length: 5 }, (_, index) => exampleFinding({ at: `body place${index}` }));
  const text = terminalSummary(
    reported({ requirements: [entry('BAT-09', 'failed', findings)] }),
    'reports/latest/index.html',
  );
  expect(text).not.toContain('more findings');
});

test('a run that never reached the target is one line', () => {
  const errors = ['TARGET_URL is not set.'];
  const failed = reported({
    verdict: 'nothing can be said',
    exitCode: 2,
    reason: 'TARGET_URL is not set.',
    errors,
    totals: { tests: 1, exchanges: 0, verdicts: none },
  });
  expect(terminalSummary(failed, 'reports/latest/index.html')).toBe(
    'Verdict   nothing can be said (exit 2): TARGET_URL is not set.',
  );
  expect(terminalSummary(reported({ errors }), 'reports/latest/index.html')).toContain(
    'Report    reports/latest/index.html',
  );
});

function entry(
  id: RequirementReport['id'],
  verdict: RequirementReport['verdict'],
  findings: readonly Finding[] = [],
): RequirementReport {
  return exampleRequirement(id, verdict, {
    findings: findings.map((finding) => ({ ...finding, test: 'test-1' })),
  });
}

function reported(change: Partial<ConformanceReport>): ConformanceReport {
  return examplePassed({ totals: { tests: 1, exchanges: 1, verdicts: none }, ...change });
}

test('a run that was resumed says when, and how many tests it kept', () => {
  const at = '2030-01-02T04:00:00.000Z';
  const report = examplePassed({
    resumed: [{ at, kept: 91 }],
    totals: { ...examplePassed().totals, tests: 388 },
  });
  expect(terminalSummary(report, 'index.html')).toContain(`\nResumed   ${at}, 91 of 388 tests kept\n`);
});

test('gaps are told where not all are confirmed, with the line that confirms what did as assumed', () => {
  const text = terminalSummary(reported({ gapsToConfirm: ['G-07'], gaps: exampleGaps }), 'index.html');
  expect(text).toMatch(
    /\nGaps {6}different: G-05 \(SHP-02\)\n {10}as assumed: G-07\n {10}TARGET_CONFIRMED_GAPS=G-07\nNext {6}the target fills G-05 in its own way: run npm run learn -- --target staging\nReport {4}index.html$/,
  );
  expect(terminalSummary(reported({ gapsToConfirm: [], gaps: exampleGaps }), 'index.html')).toContain(
    '\n          this run can confirm none of them\n',
  );
  const confirmed = exampleGaps.map((gap) => ({ ...gap, confirmed: true }));
  expect(terminalSummary(reported({ gapsToConfirm: 'all', gaps: confirmed }), 'index.html')).not.toContain(
    'Gaps',
  );
});

const clean: Residue = { prefix: 'ct-a1b2c3-', deleted: 1, hidden: 12, products: 40, withheld: 0, left: [] };
const left: Residue = {
  ...clean,
  left: [
    { merchant: 'TARGET_API_KEY', what: 'product', name: 'ct-a1b2c3-1', status: 'active' },
    { merchant: 'TARGET_OTHER_API_KEY', what: 'subscription', name: '7' },
  ],
};

test('the terminal and the summary name what could not be removed, and say nothing where all of it was', () => {
  expect(terminalSummary(examplePassed({ residue: clean }), 'index.html')).not.toContain('residue');
  const terminal = terminalSummary(examplePassed({ residue: left }), 'index.html');
  expect(terminal).toContain('residue: some things that the run created may still be there; npm run cleanup');
  expect(terminal).toContain('  product ct-a1b2c3-1, active\n');
  const summary = markdownSummary(examplePassed({ residue: left }));
  expect(summary).toContain('### What the run left behind');
  expect(summary).toContain('subscription 7, of the merchant of TARGET');
});

test('in a terminal one line is rewritten with each test, and left at the end', () => {
  const { progress, written } = shownOn(true);
  progress.begin(2);
  progress.ended(false);
  progress.ended(true);
  progress.finish();
  expect(written()).toBe('\r0/2 tests, 0 failed\r1/2 tests, 0 failed\r2/2 tests, 1 failed\n');
});

test('elsewhere there is a line for each tenth, and nothing to leave', () => {
  const { progress, written } = shownOn(false);
  progress.begin(20);
  for (let ended = 1; ended <= 20; ended += 1) progress.ended(ended === 1);
  progress.finish();
  const tenths = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20];
  expect(written().split('\n')).toEqual([
    '0/20 tests, 0 failed',
    ...tenths.map((done) => `${done}/20 tests, 1 failed`),
    '',
  ]);
});

test('of three tests each passes a tenth', () => {
  const { progress, written } = shownOn(false);
  progress.begin(3);
  for (const failed of [true, true, false]) progress.ended(failed);
  expect(written()).toBe(
    '0/3 tests, 0 failed\n1/3 tests, 1 failed\n2/3 tests, 2 failed\n3/3 tests, 2 failed\n',
  );
});

test('without tests there is nothing to show', () => {
  const { progress, written } = shownOn(false);
  progress.begin(0);
  progress.finish();
  expect(written()).toBe('');
});

function shownOn(isTTY: boolean): { progress: Progress; written: () => string } {
  const stream = new PassThrough();
  const progress = new Progress(Object.assign(stream, { isTTY }));
  return { progress, written: () => String(stream.read() ?? '') };
}

const paced = { inTurn: 60_000, asleep: 0, refusals: 0, requests: {} };
const preflight = { checks: '', leftOut: [], noticed: [], requests: 4, expectedMinutes: 7.94 };

test('a run whose tests have limits of their own has no pace', () => {
  expect(paceInWords({ tests: [exampleTest('one')], durationMs: 1 })).toBeUndefined();
});

test('the minutes that were planned stand beside those that were taken', () => {
  const tests = [{ ...exampleTest('one'), paced }];
  expect(paceInWords({ tests, durationMs: 492_000, preflight })).toBe(
    'took 8.2 min, planned 7.9 min; no unprovoked 429',
  );
  expect(paceInWords({ tests, durationMs: 492_000 })).toBe('took 8.2 min; no unprovoked 429');
});

test('each 429 that nobody provoked is counted', () => {
  const tests = [1, 2].map((refusals) => ({ ...exampleTest('one'), paced: { ...paced, refusals } }));
  expect(paceInWords({ tests, durationMs: 60_000 })).toContain('; 3 unprovoked 429');
});

test('what a run was merged from is said in words', () => {
  expect(shardsInWords({ total: 4, missing: [] })).toBe('all 4 shards');
  expect(shardsInWords({ total: 1, missing: [] })).toBe('1 shard');
  expect(shardsInWords({ total: 4, missing: [2, 3] })).toBe('2 of 4 shards, without 2, 3');
});
