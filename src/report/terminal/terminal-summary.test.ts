import { examplePassed, exampleReported, exampleRequirement, exampleViolated } from '#testing/example-report';
import { expectGolden } from '#testing/golden';
import { test } from '#testing/unit-test';
import { requirements as catalogue } from '../../contract/requirements/catalogue.js';
import type { ConformanceReport, ReportedFinding } from '../data/conformance-report.js';
import { plain } from './terminal.js';
import { type Ending, terminalSummary } from './terminal-summary.js';

const ending: Ending = { file: 'reports/latest/index.html', ways: { report: 'npm run report' } };
const unchanged = {
  run: { startedAt: '2030-01-01T03:04:05.678Z', seed: 1, profile: 'standard' },
  ...{ newlyFailing: [], fixed: [], newlyCovered: [], noLongerVerified: [], noLongerRan: [] },
};
const { totals } = examplePassed();
const unsent = { totals: { ...totals, exchanges: 0 } };

const violated = exampleViolated([exampleReported()], {
  residue: {
    ...{ prefix: 'ct-a1b2c3-', deleted: 1, hidden: 12, products: 40, withheld: 0 },
    left: [{ merchant: 'TARGET_API_KEY', what: 'product', name: 'ct-a1b2c3-1', status: 'active' }],
  },
  since: { ...unchanged, newlyFailing: ['BAT-09'], fixed: ['BAT-10', 'BAT-11'] },
});

/** The report of a run that violated these requirements. */
function violating(...findings: readonly ReportedFinding[]): ConformanceReport {
  const ids = new Set(findings.map(({ requirement }) => requirement));
  return examplePassed({
    requirements: [...ids].map((id) =>
      exampleRequirement(id, 'failed', { findings: findings.filter((each) => each.requirement === id) }),
    ),
  });
}

const five = violating(
  ...(['BAT-09', 'BAT-10', 'BAT-11', 'SHP-02', 'REF-06'] as const).map((requirement) =>
    exampleReported({ requirement, actual: `the actual ${requirement}` }),
  ),
);

const parts = catalogue.slice(0, 13).map(({ id }, index) =>
  exampleRequirement(id, 'partial', {
    verifiedBy: { listBrands: 2 },
    missed: { operationIds: [`operation ${index}`], kind: 'blocked', reason: 'no order' },
  }),
);

/** How a terminal ends after a run, by what is to be seen. */
const screens: Readonly<Record<string, readonly [report: ConformanceReport, given?: Partial<Ending>]>> = {
  'a run from its violations to the next step': [violated],
  'of a quiet run, the verdict and the next step': [violated, { isQuiet: true }],
  'of five requirements three in full, and each named once': [five],
  'one in full after two that a reader has seen': [five, { inFull: new Set(['BAT-10', 'SHP-02']) }],
  'the first missing parts, ids and orders, and the number of the others': [
    examplePassed({
      requirements: parts,
      missingOrders: '2 more orders of 8 open items',
      since: { ...unchanged, fixed: Array.from({ length: 20 }, (_, index) => `BAT-${index + 10}`) },
    }),
  ],
  'one line of a run that never reached its target': [
    examplePassed({
      ...{ verdict: 'nothing can be said', exitCode: 2, reason: 'No URL.', errors: ['No URL.'], ...unsent },
    }),
  ],
  'one line of a run whose verdict could not be saved': [
    examplePassed({ verdict: 'nothing can be said', exitCode: 2, reason: 'It is not saved.' }),
    { file: '' },
  ],
  'the way on after a run that was interrupted before its first request': [
    examplePassed({
      ...{ verdict: 'incomplete', exitCode: 3, reason: 'The run was interrupted.', errors: ['Interrupted.'] },
      ...{ endedEarly: true, ...unsent },
    }),
    { ways: { report: 'npm run report', again: 'npm run conformance' } },
  ],
};

test('the end of a run in a terminal', () => {
  expectGolden('terminal-summary.txt', screens, ([report, given]) =>
    plain(terminalSummary(report, { ...ending, ...given })),
  );
});
