import { examplePassed, exampleReported, exampleRequirement, exampleViolated } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import {
  clauses,
  requirement,
  requirements as requirementsOfCatalogue,
} from '../../contract/requirements/catalogue.js';
import type { ReportedFinding } from '../data/conformance-report.js';
import { plain } from './terminal.js';
import { type Ending, terminalSummary } from './terminal-summary.js';

const ending: Ending = { file: 'reports/latest/index.html', ways: { report: 'npm run report' } };
const sentence = requirement('BAT-09').sentence;

const residue = {
  ...{ prefix: 'ct-a1b2c3-', deleted: 1, hidden: 12, products: 40, withheld: 0 },
  left: [{ merchant: 'TARGET_API_KEY', what: 'product', name: 'ct-a1b2c3-1', status: 'active' } as const],
};
const since = {
  run: { startedAt: '2030-01-01T03:04:05.678Z', seed: 1, profile: 'standard' },
  newlyFailing: ['BAT-09'],
  fixed: ['BAT-10', 'BAT-11'],
  newlyCovered: [],
  noLongerVerified: [],
  noLongerRan: [],
};

test('the terminal shows a run from its violations to the next step', () => {
  const report = exampleViolated([exampleReported()], {
    resumed: [{ at: '2030-01-02T04:00:00.000Z', kept: 91 }],
    residue,
    since,
  });
  expect(plain(terminalSummary(report, ending))).toBe(`
✗ failed: BAT-09 (must, stated): ${sentence}
  clause     2.1: ${clauses['2.1']}
  operation  getStatusResults
  where      body items
  expected   2 entries
  actual     1 entry
  response   200 after 3 ms, no body
  replay     npm run conformance -- --grep 'x'
  request
    curl ...
  in full    reports/latest/index.html#BAT-09-6312fe

Violations
  ✗ failed: BAT-09 (must): ${sentence}
    at getStatusResults, 1 finding

blocked: ORD-01: there is no order

Known failures listed in known-failures/staging.yaml
  passes        REF-06 at listBrands: Ids <b>twice</b>. (until 2030-01-31, https://tracker.example.com/SHOP-123)
                It was verified in 3 exchanges, and nothing failed: remove the entry.
  fails         BAT-09: Entries are dropped above 90 items. (until 2030-01-31, https://tracker.example.com/SHOP-123)

left behind: some things that the run created may still be there; npm run cleanup tries again
  product ct-a1b2c3-1, active

4 requirements, 120 exchanges in 388 tests
      2 failed        a must is violated; 1 known
      1 blocked       could not be exercised
      1 passed        verified in this run

Verdict   non-conformant (exit 1): 1 requirement violated: BAT-09.
Decision  No go: a promise is broken.
Target    staging, https://staging.example.com
Contract  1.3.0, profile standard, seed 42
Took      1 s
Products  40 left as drafts or inactive; the API can't delete products
Resumed   2030-01-02T04:00:00.000Z, 91 of 388 tests kept
Left open different: G-05 (SHP-02)
          as assumed: G-07
          TARGET_CONFIRMED_GAPS=G-07
Since     2030-01-01 03:04 UTC: newly failing: BAT-09; fixed: BAT-10, BAT-11
Report    reports/latest/index.html
Next      see each violation, and how to repeat it: npm run report`);
});

test('the orders to name stand once: as the next step, or apart if something else comes first', () => {
  const missingOrders = '2 more orders of 8 open items';
  const lines = (verdict: 'incomplete' | 'conformant') =>
    plain(terminalSummary(examplePassed({ verdict, missingOrders }), ending))
      .split('\n')
      .filter((line) => line.includes('name 2 more orders of 8 open items in TARGET_ORDERS'));
  expect(lines('incomplete')).toEqual([expect.stringMatching(/^Next /)]);
  expect(lines('conformant')).toEqual([expect.stringMatching(/^Orders /)]);
});

test('a quiet run ends with its verdict and the next step', () => {
  const report = exampleViolated([exampleReported()], { residue, since });
  expect(plain(terminalSummary(report, { ...ending, isQuiet: true }))).toBe(
    [
      'Verdict   non-conformant (exit 1): 1 requirement violated: BAT-09.',
      'Next      see each violation, and how to repeat it: npm run report',
    ].join('\n'),
  );
});

/** The summary of a run with a violated requirement for each of these findings. */
function summaryOf(findings: readonly ReportedFinding[], given: Partial<Ending> = {}): string {
  const ids = [...new Set(findings.map(({ requirement: id }) => id))];
  const requirements = ids.map((id) =>
    exampleRequirement(id, 'failed', { findings: findings.filter((each) => each.requirement === id) }),
  );
  return plain(terminalSummary(examplePassed({ requirements }), { ...ending, ...given }));
}

const five = (['BAT-09', 'BAT-10', 'BAT-11', 'SHP-02', 'REF-06'] as const).map((id) =>
  exampleReported({ requirement: id, actual: `the actual ${id}` }),
);

test('three requirements are shown in full, without those that a reader has seen, and each is named once', () => {
  const shown = summaryOf(five);
  expect(shown.match(/the actual .*/g)).toEqual(
    ['BAT-09', 'BAT-10', 'BAT-11'].map((id) => `the actual ${id}`),
  );
  expect(shown.match(/^ {2}✗ failed: [A-Z]+-\d\d/gm)).toHaveLength(5);
  const seen = new Set(['BAT-10', 'SHP-02']);
  expect(summaryOf(five, { inFull: seen }).match(/the actual .*/g)).toEqual(['the actual BAT-09']);
  expect(summaryOf(five, { inFull: new Set([...seen, 'BAT-09']) })).not.toContain('the actual');
});

test('the findings of a requirement are one violation, with the operations and places that showed it', () => {
  const alike = summaryOf([
    exampleReported({ at: 'body items[3].success' }),
    exampleReported({ at: 'body items[7].success', operationId: 'getStockResults' }),
    exampleReported({ at: 'body items[0].other', operationId: 'listProducts', write: 'updateProductPrices' }),
  ]);
  expect(alike.match(/: BAT-09 /g)).toHaveLength(2);
  expect(alike).toContain('\n  also at    getStockResults, updateProductPrices, 2 other places\n');
  expect(alike).toContain('\n    at getStatusResults, getStockResults, updateProductPrices, 3 findings\n');
});

test('many ids are cut, and a run in which nothing changed says so', () => {
  const ids = Array.from({ length: 20 }, (_, index) => `BAT-${index + 10}`);
  const line = (given: object) =>
    plain(terminalSummary(examplePassed({ since: { ...since, ...given } }), ending)).match(/^Since.*/m)?.[0];
  expect(line({ newlyFailing: [], fixed: ids })).toMatch(/: fixed: BAT-10, .*, BAT-21 and 8 more$/);
  expect(line({ newlyFailing: [], fixed: [] })).toBe(
    'Since     2030-01-01 03:04 UTC: nothing is newly failing, fixed or newly covered',
  );
});

test('the first ten parts that are missing for a cause are named, and the others counted', () => {
  const requirements = requirementsOfCatalogue.slice(0, 13).map(({ id }, index) =>
    exampleRequirement(id, 'partial', {
      missed: { operationIds: [`operation ${index}`], kind: 'blocked', reason: 'no order' },
    }),
  );
  const text = plain(terminalSummary(examplePassed({ requirements }), ending));
  expect(text.match(/^ {2}\S+: verified .* operation \d+$/gm)).toHaveLength(10);
  expect(text).toContain('\n  ... and 3 more parts; the report has them all\n');
});

test('a run that never reached the target is one line', () => {
  const { totals } = examplePassed();
  const report = examplePassed({
    ...{ verdict: 'nothing can be said', exitCode: 2, reason: 'No URL.', errors: ['No URL.'] },
    totals: { ...totals, exchanges: 0 },
  });
  expect(plain(terminalSummary(report, ending))).toBe('Verdict   nothing can be said (exit 2): No URL.');
});

test('a run that was interrupted before its first request ends with the next step', () => {
  const base = examplePassed();
  const report = examplePassed({
    ...{ verdict: 'incomplete', exitCode: 3, reason: 'The run was interrupted.', errors: ['Interrupted.'] },
    ...{ endedEarly: true, totals: { ...base.totals, exchanges: 0 } },
  });
  const ways = { report: 'npm run report', whole: 'npm run conformance' };
  expect(plain(terminalSummary(report, { ...ending, ways }))).toBe(
    'Verdict   incomplete (exit 3): The run was interrupted.\nNext      start the run again: npm run conformance',
  );
});

test('one exchange in one test is counted as one', () => {
  const { totals } = examplePassed();
  const report = examplePassed({ totals: { ...totals, exchanges: 1, tests: 1 } });
  expect(plain(terminalSummary(report, ending))).toContain('\n1 requirement, 1 exchange in 1 test\n');
});
