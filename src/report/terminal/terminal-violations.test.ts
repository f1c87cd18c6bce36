import { expect, test } from '#testing/unit-test';
import { requirement, requirements } from '../../contract/requirements/catalogue.js';
import { exampleFinding } from '../../verdicts/finding.js';
import { plain } from './terminal.js';
import { ViolationLog } from './terminal-violations.js';

const { sentence } = requirement('BAT-09');

test('a requirement is printed once, and operations that show it later get a line each time, at most three', () => {
  const log = new ViolationLog('reports/latest/index.html');
  const next = (...operationIds: readonly string[]) =>
    plain(log.linesOf(operationIds.map((operationId) => exampleFinding({ operationId }))));
  const first = next('getStatusResults', 'getStockResults');
  expect(first).toContain(`\n✗ failed: BAT-09 (must, stated): ${sentence}\n  clause     2.1: `);
  expect(first).toMatch(/\n {2}also at {4}getStockResults$/);
  expect(next('getStatusResults')).toBe('');
  expect(next('getStatusResults', 'getPriceResults')).toBe('✗ failed: BAT-09, also at getPriceResults');
  expect(next('a', 'b', 'c', 'd', 'e', 'f')).toBe('✗ failed: BAT-09, also at a, b, c, d and 2 more');
  expect(next('g')).toBe('✗ failed: BAT-09, also at g');
  expect(next('h')).toBe('');
});

test('a finding that is known says so', () => {
  const known = plain(
    new ViolationLog('reports/latest/index.html').linesOf([exampleFinding({})], () => true),
  );
  expect(known).toMatch(/^\n✗ failed: BAT-09 [^✗]*\n {2}known {6}this failure is listed, [^\n]*$/);
  expect(plain(new ViolationLog('reports/latest/index.html').linesOf([exampleFinding({})]))).not.toContain(
    'is listed',
  );
});

test('the worst finding of a test is shown, with a sign and a word for each judgement', () => {
  const findings = (['deviated', 'failed', 'warned'] as const).map((judgement, index) =>
    exampleFinding({ judgement, actual: `the actual ${index}` }),
  );
  const shown = plain(new ViolationLog('reports/latest/index.html').linesOf(findings));
  expect(shown).toMatch(/^\n✗ failed: /);
  expect(shown.match(/the actual \d/g)).toEqual(['the actual 1']);
  for (const [judgement, sign] of [
    ['warned', '▲'],
    ['deviated', '◆'],
  ] as const)
    expect(
      plain(new ViolationLog('reports/latest/index.html').linesOf([exampleFinding({ judgement })])),
    ).toMatch(new RegExp(`^\n${sign} ${judgement}: BAT-09 `));
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
