import { exampleFinding } from '#testing/example-finding';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { requirements } from '../../contract/requirements/catalogue.js';
import type { Finding } from '../../verdicts/finding.js';
import { plain } from './terminal.js';
import { ViolationLog } from './terminal-violations.js';

/** What a log prints about the findings of one test after the other. */
function printed(...tests: readonly (readonly Partial<Finding>[])[]): string {
  const log = new ViolationLog('reports/latest/index.html');
  return tests.map((findings) => plain(log.linesOf(findings.map(exampleFinding)))).join('\n--\n');
}

const at = (...operationIds: readonly string[]) => operationIds.map((operationId) => ({ operationId }));

test('violations as they become known', () => {
  const log = new ViolationLog('reports/latest/index.html');
  expectGolden('terminal-violations.txt', {
    'a requirement once': printed(at('getStatusResults', 'getStockResults'), at('getPriceResults')),
    'a requirement that fails after it was warned': printed(
      [{ judgement: 'warned' }],
      [{ judgement: 'failed' }],
      [{ judgement: 'deviated' }],
    ),
    'the worst finding of a test': printed(
      (['deviated', 'failed', 'warned'] as const).map((judgement, index) => ({
        ...{ judgement, actual: `the actual ${index}` },
      })),
    ),
    'a warning': printed([{ judgement: 'warned' }]),
    'a deviation': printed([{ judgement: 'deviated', gaps: ['G-11'] }]),
    'a known failure': plain(log.linesOf([exampleFinding({})], () => true)),
  });
});

test('the first three requirements are printed in full, the next in short, and those after twenty in a line', () => {
  const log = new ViolationLog('reports/latest/index.html');
  const shown = requirements
    .slice(0, 21)
    .map(({ id }) => plain(log.linesOf([exampleFinding({ requirement: id })])));
  const with_ = (text: string) => shown.flatMap((each, index) => (each.includes(text) ? [index] : []));
  expect(with_('  request\n')).toEqual([0, 1, 2]);
  expect(with_('replay ')).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(shown[20]?.split('\n')).toHaveLength(1);
  expect(shown[20]).toMatch(/^✗ failed: [A-Z]+-\d+ \(\w+\), at getStatusResults$/);
  expect(log.inFull).toEqual(new Set(requirements.slice(0, 3).map(({ id }) => id)));
});

test('deviations and warnings take no failure its place', () => {
  const log = new ViolationLog('reports/latest/index.html');
  const findings = requirements.slice(0, 30).map(({ id }, index) =>
    exampleFinding({
      requirement: id,
      judgement: index < 15 ? 'deviated' : index < 25 ? 'warned' : 'failed',
    }),
  );
  const shown = findings.map((finding) => plain(log.linesOf([finding])));
  expect(shown.flatMap((each, index) => (each.includes('  request\n') ? [index] : []))).toEqual([25, 26, 27]);
});
