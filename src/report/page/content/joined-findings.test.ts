import { expect, test } from '#unit-test';
import { exampleFinding } from '../../../verdicts/example-evidence.js';
import type { Finding } from '../../../verdicts/finding.js';
import type { ReportedFinding } from '../../conformance-report.js';
import { joinedFindings } from './joined-findings.js';

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
