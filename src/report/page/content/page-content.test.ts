import { exampleFinding } from '#testing/example-finding';
import { exampleReport, exampleTest } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import type { Finding } from '../../../verdicts/finding.js';
import type { ConformanceReport, ReportedFinding, RequirementReport } from '../../data/conformance-report.js';
import { type Cell, pageContent } from './page-content.js';

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
  const joined = row?.findings.map(({ address, tests: by }) => [address, ...by.map((each) => each?.id)]);
  expect(joined?.join(' ')).toBe('BAT-09-1,c,b BAT-09-2,d BAT-09-3,e BAT-09-4,f BAT-09-5,a');
});

test('a cell shows how much of an aspect was verified with its operation', () => {
  expect(cellsIn(blank, 'listBrands')).toMatchObject({
    Authentication: { state: 'none' },
    Batch: { state: 'inapplicable' },
  });
  const verified = { verdict: 'passed', verifiedBy: { listBrands: 3, getStockResults: 2 } } as const;
  const all = given((id) => id.startsWith('AUTH'), verified);
  expect(cellsIn(all, 'listBrands').Authentication?.state).toBe('full');
  expect(cellsIn(all, 'listReports').Authentication?.state).toBe('none');
  const some = given((id) => id === 'AUTH-01', verified);
  expect(cellsIn(some, 'listBrands').Authentication?.state).toBe('thin');
  // The results of a batch verify its write.
  const batch = given((id) => id === 'BAT-13', verified);
  const unverified = (operation: string) => cellsIn(batch, operation).Batch?.unverified.map(({ id }) => id);
  expect(unverified('updateProductStock')).not.toContain('BAT-13');
  expect(unverified('updateProductPrices')).toContain('BAT-13');
});

/** A finding of a requirement, and the state of a cell. */
const violated: readonly (readonly [string, Partial<Finding>, operation: string, state: string])[] = [
  ['ERR-01', { operationId: 'listBrands' }, 'listBrands', 'violated'],
  ['ERR-01', { operationId: 'listBrands' }, 'listReports', 'none'],
  ['ERR-01', { operationId: 'listBrands', judgement: 'deviated' }, 'listBrands', 'doubtful'],
  // The requirement concerns one write alone.
  ['STK-01', { operationId: 'listProducts' }, 'updateProductStock', 'violated'],
  ['STK-01', { operationId: 'listProducts' }, 'updateProductPrices', 'none'],
  // If it concerns several, the finding says which.
  ['BAT-13', { operationId: 'listProducts', write: 'updateProductStock' }, 'updateProductStock', 'violated'],
  ['BAT-13', { operationId: 'listProducts', write: 'updateProductStock' }, 'updateProductPrices', 'none'],
  ['BAT-13', { operationId: 'getStockResults' }, 'updateProductStock', 'violated'],
];

test('a cell is violated or doubtful after a finding about its operation', () => {
  for (const [id, finding, operation, state] of violated) {
    const report = given((each) => each === id, { verdict: 'failed', findings: [found('a', finding)] });
    const aspect = { ERR: 'Errors', STK: 'Success', BAT: 'Batch' }[id.slice(0, 3)] ?? '';
    expect(cellsIn(report, operation)[aspect]?.state, JSON.stringify([id, finding])).toBe(state);
  }
});

function cellsIn(report: ConformanceReport, id: string): Readonly<Record<string, Cell>> {
  const row = pageContent(report).operations.find(({ operation }) => operation.operationId === id);
  return Object.fromEntries((row?.cells ?? []).map((cell) => [cell.aspect, cell]));
}

/** The blank report, with some of its requirements changed. */
function given(which: (id: string) => boolean, change: Partial<RequirementReport>): ConformanceReport {
  const requirements = blank.requirements.map((each) =>
    which(each.id) ? ({ ...each, ...change } as RequirementReport) : each,
  );
  return { ...blank, requirements };
}
