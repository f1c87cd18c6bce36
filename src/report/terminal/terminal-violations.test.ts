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

test('the first three failures are printed in full, the next in short, and those after twenty in a line, whatever else came before', () => {
  const log = new ViolationLog('reports/latest/index.html');
  const ids = requirements.slice(0, 46).map(({ id }) => id);
  const judgementOf = (index: number) => (index < 15 ? 'deviated' : index < 25 ? 'warned' : 'failed');
  const shown = ids.map((requirement, index) =>
    plain(log.linesOf([exampleFinding({ requirement, judgement: judgementOf(index) })])),
  );
  const with_ = (text: string) => shown.flatMap((each, index) => (each.includes(text) ? [index] : []));
  expect(with_('  request\n')).toEqual([25, 26, 27]);
  expect(with_('replay ')).toEqual([...ids.keys()].filter((index) => index % 25 < 20));
  expect(shown[45]).toMatch(/^✗ failed: [A-Z]+-\d+ \(\w+\), at getStatusResults$/);
  expect(log.inFull).toEqual(new Set([0, 1, 2, 25, 26, 27].map((index) => ids[index])));
});
