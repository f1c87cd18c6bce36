import { expect, test } from '#unit-test';
import { requirement, requirements } from '../contract/requirements/catalogue.js';
import { exampleFinding } from '../verdicts/finding.js';
import { plain } from './terminal.js';
import { ViolationLog } from './terminal-violations.js';

const { sentence } = requirement('BAT-09');

test('a requirement is printed once, and operations that show it later get a line each time, at most three', () => {
  const log = new ViolationLog();
  const next = (...operationIds: readonly string[]) =>
    plain(log.linesOf(operationIds.map((operationId) => exampleFinding({ operationId }))));
  const first = next('getStatusResults', 'getStockResults');
  expect(first).toContain(`\n✗ failed: BAT-09 (must, stated): ${sentence}\n  operation  getStatusResults\n`);
  expect(first).toMatch(/\n {2}also at {4}getStockResults$/);
  expect(next('getStatusResults')).toBe('');
  expect(next('getStatusResults', 'getPriceResults')).toBe('✗ failed: BAT-09, also at getPriceResults');
  expect(next('a', 'b', 'c', 'd', 'e', 'f')).toBe('✗ failed: BAT-09, also at a, b, c, d and 2 more');
  expect(next('g')).toBe('✗ failed: BAT-09, also at g');
  expect(next('h')).toBe('');
});

test('a finding that is known says so', () => {
  const known = plain(new ViolationLog().linesOf([exampleFinding({})], () => true));
  expect(known).toMatch(/^\n✗ failed: BAT-09 [^✗]*\n {2}known {6}this failure is listed, [^\n]*$/);
  expect(plain(new ViolationLog().linesOf([exampleFinding({})]))).not.toContain('is listed');
});

test('the worst finding of a test is shown, with a sign and a word for each judgement', () => {
  const findings = (['deviated', 'failed', 'warned'] as const).map((judgement, index) =>
    exampleFinding({ judgement, actual: `the actual ${index}` }),
  );
  const shown = plain(new ViolationLog().linesOf(findings));
  expect(shown).toMatch(/^\n✗ failed: /);
  expect(shown.match(/the actual \d/g)).toEqual(['the actual 1']);
  for (const [judgement, sign] of [
    ['warned', '▲'],
    ['deviated', '◆'],
  ] as const)
    expect(plain(new ViolationLog().linesOf([exampleFinding({ judgement })]))).toMatch(
      new RegExp(`^\n${sign} ${judgement}: BAT-09 `),
    );
});

test('the first three requirements are printed in full, the next in short, and those after twenty in a line', () => {
  const log = new ViolationLog();
  const shown = requirements
    .slice(0, 21)
    .map(({ id }) => plain(log.linesOf([exampleFinding({ requirement: id })])));
  const with_ = (text: string) => shown.flatMap((each, index) => (each.includes(text) ? [index] : []));
  expect(with_('exchange\n')).toEqual([0, 1, 2]);
  expect(with_('replay ')).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(shown[20]?.split('\n')).toHaveLength(1);
  expect(shown[20]).toMatch(/^✗ failed: [A-Z]+-\d+ \(\w+\), at getStatusResults$/);
  expect(log.inFull).toEqual(new Set(requirements.slice(0, 3).map(({ id }) => id)));
});

test('long trails, values and bodies are cut, but a command never is', () => {
  const { exchange } = exampleFinding();
  const long = 'x'.repeat(5000);
  const shown = plain(
    new ViolationLog().linesOf([
      exampleFinding({
        ...{ actual: long, replay: `npm run conformance -- ${long}` },
        trail: Array.from({ length: 100 }, (_, index) => `step ${index}`),
        exchange: {
          ...exchange,
          curl: `curl ${long}`,
          response: { ...exchange.response, body: { bytes: 5000, text: long, isCut: false } },
        },
      }),
    ]),
  );
  expect(shown).toContain(`curl ${long}\n`);
  expect(shown).toContain(`conformance -- ${long}\n`);
  expect(shown).toContain('… (');
  expect(shown.match(/step \d+/g)).toHaveLength(23);
  expect(shown).toContain('    ... and 77 more lines; the report has them all\n');
  expect(shown.match(/x{5000}/g)).toHaveLength(2);
});
