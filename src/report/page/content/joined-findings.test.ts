import { expect, test } from '#unit-test';
import { exampleFinding } from '../../../verdicts/evidence.js';
import type { Finding } from '../../../verdicts/finding.js';
import type { ConformanceReport, ReportedFinding, RequirementReport } from '../../conformance-report.js';
import { exampleReport } from '../../example-report.js';
import { type Cell, cellsOf, joinedFindings } from './joined-findings.js';

test('what several tests found alike is shown once, with the others beside it', () => {
  const joined = joinedFindings([
    found('a', { at: 'body [0].id' }),
    found('b', { at: 'body [7].id' }),
    found('c', { at: 'body [0].id', operationId: 'listBrands' }),
  ]);
  expect(
    joined.map(({ address, finding, alike }) => [address, finding.test, alike.map(({ test: id }) => id)]),
  ).toEqual([
    ['BAT-09-1', 'a', ['b']],
    ['BAT-09-2', 'c', []],
  ]);
});

test('another place, expectation or judgement is another finding, the worst of them first', () => {
  const joined = joinedFindings([
    found('a', { judgement: 'deviated' }),
    found('b', { judgement: 'warned' }),
    found('c'),
    found('d', { at: 'status' }),
    found('e', { expected: ['3 entries'] }),
  ]);
  expect(joined.map(({ finding }) => finding.test)).toEqual(['c', 'd', 'e', 'b', 'a']);
});

test('the one with a counterexample tells the most', () => {
  const counterexample = { value: '[]', example: 1, shrinks: 0, seed: 1, path: '0' };
  const [joined] = joinedFindings([found('a'), found('b', { counterexample })]);
  expect(joined?.finding.test).toBe('b');
  expect(joined?.alike.map(({ test: id }) => id)).toEqual(['a']);
});

test('nothing is lost', () => {
  const findings = ['a', 'b', 'c'].map((id, index) => found(id, { at: `body [${index}]` }));
  const joined = joinedFindings(findings);
  expect(joined.flatMap(({ finding, alike }) => [finding, ...alike])).toEqual(findings);
});

function found(test: string, given: Partial<Finding> = {}): ReportedFinding {
  return { ...exampleFinding(given), test };
}

const blank = exampleReport();

test('an operation that was never verified is not exercised, one without batches has nothing to verify of them', () => {
  const states = statesOf(blank, 'listBrands');
  expect(states).toMatchObject({
    Authentication: 'none',
    Errors: 'none',
    Limits: 'none',
    Batch: 'inapplicable',
  });
});

test('an aspect is full where each of its requirements was verified with the operation, and thin where one was not', () => {
  const all = given((each) => each.id.startsWith('AUTH'), {
    verdict: 'passed',
    verifiedBy: { listBrands: 3 },
  });
  expect(statesOf(all, 'listBrands').Authentication).toBe('full');
  expect(statesOf(all, 'listReports').Authentication).toBe('none');
  const some = given(({ id }) => id === 'AUTH-01', { verdict: 'passed', verifiedBy: { listBrands: 1 } });
  const [, cell] = cellsIn(some, 'listBrands');
  expect(cell?.state).toBe('thin');
  expect(cell?.unverified.map(({ id }) => id)).not.toContain('AUTH-01');
});

test('what has no check, or is left out by the configuration, is not counted', () => {
  const counts = (report: ConformanceReport) =>
    cellsIn(report, 'listBrands').map(({ requirements }) => requirements.length);
  const before = counts(blank);
  const without = counts(given(({ id }) => id === 'AUTH-01', { verdict: 'inapplicable' }));
  expect(without).toEqual(before.map((count, index) => (index === 1 ? count - 1 : count)));
});

test('a failure makes the cell of its operation red, a deviation doubtful, and no other', () => {
  const failing = given(({ id }) => id === 'ERR-01', {
    verdict: 'failed',
    findings: [{ ...exampleFinding({ operationId: 'listBrands' }), test: 'a' }],
  });
  expect(statesOf(failing, 'listBrands').Errors).toBe('violated');
  expect(statesOf(failing, 'listReports').Errors).toBe('none');
  const deviating = given(({ id }) => id === 'ERR-01', {
    verdict: 'deviated',
    findings: [{ ...exampleFinding({ operationId: 'listBrands', judgement: 'deviated' }), test: 'a' }],
  });
  expect(statesOf(deviating, 'listBrands').Errors).toBe('doubtful');
});

test('a batch write is verified where the results of its batches tell of it', () => {
  const [told] = blank.requirements.filter(({ id }) => id === 'BAT-13');
  expect(told?.operations).toContain('updateProductStock');
  const report = given(({ id }) => id === 'BAT-13', {
    verdict: 'passed',
    verifiedBy: { getStockResults: 2 },
  });
  const unverified = (operationId: string) =>
    cellsIn(report, operationId)[4]?.unverified.map(({ id }) => id) ?? [];
  expect(unverified('updateProductStock')).not.toContain('BAT-13');
  expect(unverified('updateProductPrices')).toContain('BAT-13');
});

test('the write is red whose effect another operation showed to be wrong', () => {
  const told = (id: string, given: Partial<Finding>) =>
    givenReport(id, { ...exampleFinding({ operationId: 'listProducts', ...given }), test: 'a' });
  // The requirement concerns one write alone.
  expect(statesOf(told('STK-01', {}), 'updateProductStock').Success).toBe('violated');
  expect(statesOf(told('STK-01', {}), 'updateProductPrices').Success).not.toBe('violated');
  // With several operations, the finding says which.
  expect(statesOf(told('BAT-13', { write: 'updateProductStock' }), 'updateProductStock').Batch).toBe(
    'violated',
  );
  expect(statesOf(told('BAT-13', { write: 'updateProductStock' }), 'updateProductPrices').Batch).toBe('none');
  expect(statesOf(told('BAT-13', { operationId: 'getStockResults' }), 'updateProductStock').Batch).toBe(
    'violated',
  );
});

function givenReport(id: string, finding: ReportedFinding): ConformanceReport {
  return given((each) => each.id === id, { verdict: 'failed', findings: [finding] });
}

function cellsIn(report: ConformanceReport, operationId: string): Cell[] {
  const operation = report.operations.find((each) => each.operationId === operationId);
  if (operation === undefined) throw new Error(`There is no ${operationId}.`);
  return cellsOf(operation, report);
}

function statesOf(report: ConformanceReport, operationId: string): Record<string, string> {
  return Object.fromEntries(cellsIn(report, operationId).map(({ aspect, state }) => [aspect.name, state]));
}

/** The blank report, with some of its requirements changed. */
function given(
  which: (requirement: RequirementReport) => boolean,
  change: Partial<Pick<RequirementReport, 'verdict' | 'verifiedBy' | 'findings'>>,
): ConformanceReport {
  return {
    ...blank,
    requirements: blank.requirements.map((each) => (which(each) ? { ...each, ...change } : each)),
  };
}
