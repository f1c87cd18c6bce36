import { exampleFinding } from '#testing/example-finding';
import { exampleReport, exampleTest } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import type { Finding } from '../../../verdicts/finding.js';
import type { ConformanceReport, ReportedFinding, RequirementReport } from '../../data/conformance-report.js';
import { pageContent } from './page-content.js';

const blank = exampleReport();
const found = (test: string, given: Partial<Finding> = {}): ReportedFinding => ({
  ...exampleFinding(given),
  test,
});

test('findings that say the same are shown once, with all their tests, and the worst are shown first', () => {
  const counterexample = { value: '[]', example: 1, shrinks: 0, seed: 1, path: '0' };
  const findings = [
    found('a', { judgement: 'deviated' }),
    found('b', { at: 'body [0].id' }),
    found('c', { at: 'body [7].id', counterexample }),
    found('d', { at: 'body [0].id', operationId: 'listBrands' }),
    found('e', { at: 'body [0].id', expected: ['3 entries'] }),
    found('f', { judgement: 'warned' }),
  ];
  const tests = findings.map(({ test: id }) => exampleTest(id));
  const report = { ...given((id) => id === 'BAT-09', { findings }), tests };
  const row = pageContent(report).requirements.find(({ requirement }) => requirement.id === 'BAT-09');
  const joined = row?.findings.map(({ tests: by }) => by.map((each) => each?.id));
  expect(joined?.join(' ')).toBe('c,b d e f a');
});

const passed = { verdict: 'passed', verifiedBy: { listBrands: 3, getStockResults: 2 } } as const;
const violated = (findings: Partial<Finding>) =>
  ({ verdict: 'failed', findings: [found('a', findings)] }) as const;
const listing = { operationId: 'listProducts' };

/** What a report says of the requirements whose ids begin so, and the state of a cell. */
const cells: readonly (readonly [
  ids: string,
  change: Partial<RequirementReport>,
  operation: string,
  aspect: string,
  state: string,
])[] = [
  ['none', {}, 'listBrands', 'Authentication', 'none'],
  ['AUTH', passed, 'listBrands', 'Authentication', 'full'],
  ['AUTH-01', passed, 'listBrands', 'Authentication', 'thin'],
  // The results of a batch verify its write.
  ['BAT-13', passed, 'updateProductStock', 'Batch', 'thin'],
  ['ERR-01', violated({ operationId: 'listBrands' }), 'listBrands', 'Errors', 'violated'],
  // The requirement concerns one write alone.
  ['STK-01', violated(listing), 'updateProductStock', 'Success', 'violated'],
  // If it concerns several, the finding says which.
  ['BAT-13', violated({ ...listing, write: 'updateProductStock' }), 'updateProductPrices', 'Batch', 'none'],
  ['BAT-13', violated({ operationId: 'getStockResults' }), 'updateProductStock', 'Batch', 'violated'],
];

test('a cell shows how much of an aspect was verified or violated with its operation', () => {
  for (const [ids, change, id, aspect, state] of cells) {
    const { operations } = pageContent(given((each) => each.startsWith(ids), change));
    const row = operations.find(({ operation }) => operation.operationId === id);
    const cell = row?.cells.find((each) => each.aspect === aspect);
    expect(cell?.state, JSON.stringify([ids, change, id])).toBe(state);
  }
});

/** The blank report, with some of its requirements changed. */
function given(which: (id: string) => boolean, change: Partial<RequirementReport>): ConformanceReport {
  const requirements = blank.requirements.map((each) =>
    which(each.id) ? ({ ...each, ...change } as RequirementReport) : each,
  );
  return { ...blank, requirements };
}
