import { exampleExchange } from '#testing/example-exchange';
import { examplePreflight, exampleReported, exampleViolated } from '#testing/example-report';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { requirement } from '../../contract/requirements/catalogue.js';
import { shownExchange } from '../../http/shown/shown-exchange.js';
import { preflightLines } from '../../target/preflight/preflight-report.js';
import { findingAsText } from '../../verdicts/finding.js';
import { fitted, type Line, Output, plain, styled, type TerminalStream, verbatim } from './terminal.js';
import { terminalSummary } from './terminal-summary.js';
import { ViolationLog } from './terminal-violations.js';

/** A command to the terminal, the end of a line, or text. */
const moves = /\p{Cc}\[[?\d]*[A-Za-z]|[\r\n]|\P{Cc}+/gu;

/** A terminal of the given size that keeps what is written to it, and the rows that a person sees. */
class FakeTerminal implements TerminalStream {
  readonly isTTY = true;
  columns: number;
  readonly written: string[] = [];

  constructor(columns: number) {
    this.columns = columns;
  }

  write(text: string): void {
    this.written.push(text);
  }

  /** The screen after everything that was written, if it is wide enough for each row. */
  get screen(): readonly string[] {
    const rows = [''];
    let [row, column] = [0, 0];
    for (const [token] of this.written.join('').matchAll(moves)) {
      if (token === '\r') column = 0;
      else if (token === '\n') [row, column] = [row + 1, 0];
      else if (token.endsWith('A') && token.startsWith('\u001b')) row -= Number(token.slice(2, -1));
      else if (token === '\u001b[J') rows.splice(row + 1);
      if (token === '\u001b[J' || token === '\u001b[K') rows[row] = (rows[row] ?? '').slice(0, column);
      if (row < 0) throw new Error('The cursor left the screen.');
      if (/^[\p{Cc}]/u.test(token)) continue;
      const old = rows[row] ?? '';
      rows[row] = old.slice(0, column) + token + old.slice(column + token.length);
      column += token.length;
    }
    return rows.map((each) => each ?? '');
  }
}

const asIs = (text: string) => text;
const withoutColors = { NO_COLOR: '1' };
const lines = (...strings: readonly string[]): readonly Line[] => strings.map((text) => [text]);

test('lines are printed above the block, which is drawn in place, only if it changed, and leaves nothing behind', () => {
  const terminal = new FakeTerminal(40);
  const output = new Output(terminal, withoutColors, asIs);
  output.print(lines('first'));
  output.draw(lines('a long line of the block', 'two', 'three'));
  expect(terminal.screen).toEqual(['first', 'a long line of the block', 'two', 'three']);
  output.print(lines('second', 'third'));
  expect(terminal.screen).toEqual(['first', 'second', 'third', 'a long line of the block', 'two', 'three']);
  output.draw(lines('short', '2'));
  const { length } = terminal.written;
  output.draw(lines('short', '2'));
  expect(terminal.written).toHaveLength(length);
  expect(terminal.screen).toEqual(['first', 'second', 'third', 'short', '2']);
  output.clear();
  output.clear();
  const written = terminal.written.join('');
  // The cursor is hidden as long as there is a block.
  expect(written.split('\u001b[?25l')).toHaveLength(2);
  expect(written.split('\u001b[?25h')).toHaveLength(2);
  expect(written.endsWith('\u001b[?25h')).toBe(true);
  expect(terminal.screen).toEqual(['first', 'second', 'third', '']);
  output.print(lines('the end'));
  expect(terminal.screen).toEqual(['first', 'second', 'third', 'the end']);
});

/** Lines that are longer than a terminal of 40 columns, by what is to be seen. */
const longLines: Readonly<Record<string, Line>> = {
  'goes on in the next row, below its beginning': [
    'Left out  orders that are shipped, cancelled or returned: TARGET_ORDERS names no orders',
  ],
  'has styles': [
    styled('     15 partial      ', 'yellow'),
    ' verified in part; ',
    styled('15 by choice', 'bold'),
  ],
  'has a command': [
    "Next      review it, then run A_KEY=a npm run conformance -- --target shop --grep 'a b' --seed 1: or not",
  ],
  'is what a target sent': [verbatim('  actual     a  very long text of the target, as it came')],
};

test('no word and no command is broken in a narrow terminal, and nothing changes in a file', () => {
  expectGolden('narrow-terminal.txt', longLines, (line) => {
    const terminal = new FakeTerminal(40);
    new Output(terminal, withoutColors, asIs).print([line]);
    const file: string[] = [];
    new Output({ columns: 40, write: (text) => file.push(text) }, withoutColors, asIs).print([line]);
    expect(file.join('')).toBe(`${plain([line])}\n`);
    return terminal.screen.join('\n');
  });
});

test('a line is cut by the columns that it takes, after what is invisible in it has become visible', () => {
  const cut = (columns: number, ...parts: Line) => plain([fitted(parts, columns)]);
  expect(cut(8, 'a title', ' and more')).toBe('a title…');
  expect(cut(7, 'a title')).toBe('a title');
  expect(cut(5, '連衣裙外투')).toBe('連衣…');
  expect(cut(6, 'a\u001bb\ncdef')).toBe('a␛b c…');
  expect(cut(9, styled('a\u202e', 'red'), 'bcd')).toBe(String.raw`a\u{202e}`);
  expect(cut(1, 'abc', 'def')).toBe('…');
});

test('colors are printed as FORCE_COLOR says, else not if NO_COLOR has a value, else only in a terminal', () => {
  for (const [environment, isTTY, hasColors] of [
    [{}, true, true],
    [{ TERM: 'dumb' }, true, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
  ] as const) {
    const written: string[] = [];
    const stream = { isTTY, write: (text: string) => written.push(text) };
    new Output(stream, environment, asIs).print([[styled('a', 'red')]]);
    expect(written.join('').includes('\x1b[31m'), JSON.stringify([environment, isTTY])).toBe(hasColors);
  }
});

test('a style surrounds text that has no secrets and nothing invisible', () => {
  const terminal = new FakeTerminal(40);
  const output = new Output(terminal, { FORCE_COLOR: '1' }, (text) => text.replaceAll('secret', '***'));
  output.print([['a ', styled('se\u001bcret secret', 'red'), ' \u001b[0m']]);
  expect(terminal.written).toEqual(['a \u001b[31mse␛cret ***\u001b[39m ␛[0m\n']);
});

/** Sets a title and clears a terminal, then reverses, hides and separates; with a line that could pass for ours. */
const hostile =
  '\u001b]0;owned\u0007\u001b[2J\u009b31m\u007f\r\u202eabc\u2066\u200f\u061c\u200b\ufeff\u2028\u0000\nVerdict   conformant';
const forged = /^Verdict {3}conformant/m;

/** A finding that holds the hostile string wherever a target, or a command with its data, can put one. */
function hostileFinding() {
  const exchange = exampleExchange({
    ...{ url: `https://shop.example.com/${hostile}`, headers: { 'x-b': hostile } },
    requestHeaders: { 'x-a': hostile },
    requestBody: Buffer.from(hostile),
    body: hostile,
  });
  return exampleReported({
    ...{ at: hostile, expected: [hostile, hostile], actual: hostile, operationId: hostile, write: hostile },
    steps: { file: hostile, names: [hostile] },
    trail: [hostile, { did: hostile, model: hostile, read: hostile }],
    counterexample: { value: hostile, example: 1, shrinks: 1, seed: 1, path: '0' },
    exchange: shownExchange(exchange, asIs),
  });
}

const residue = { prefix: 'ct-', deleted: 0, hidden: 0, products: 0, problem: hostile };
const residual = { merchant: 'TARGET_API_KEY', what: 'product', name: hostile, status: hostile } as const;

const outputs: Readonly<Record<string, () => readonly Line[]>> = {
  'the summary': () => {
    const report = exampleViolated([hostileFinding()], {
      ...{ reason: hostile, errors: [hostile], residue: { ...residue, left: [residual] } },
      target: { name: hostile, url: hostile, confirmedGaps: [], settings: {} },
    });
    return terminalSummary(report, { file: hostile, ways: { report: hostile } });
  },
  'a violation as it becomes known': () =>
    new ViolationLog('reports/latest/index.html').linesOf([hostileFinding()]),
  'an error of a test': () => lines(findingAsText(hostileFinding(), requirement('BAT-09'))),
  'the preflight': () => {
    const leftOut = [{ what: hostile, reason: hostile }];
    const found = { ...examplePreflight, checks: hostile, mappings: hostile, noticed: [hostile], leftOut };
    return lines(...preflightLines(found));
  },
};

test('no raw byte of a target reaches a terminal, and no line of it can pass for a line of ours', () => {
  expect(hostile).toMatch(forged);
  for (const [what, linesOf] of Object.entries(outputs)) {
    const terminal = new FakeTerminal(80);
    new Output(terminal, withoutColors, asIs).print(linesOf());
    const written = terminal.written.join('');
    expect(written, what).toContain(
      String.raw`␛]0;owned␇␛[2J\u{9b}31m\u{7f}␍\u{202e}abc\u{2066}\u{200f}\u{61c}\u{200b}\u{feff}\u{2028}␀`,
    );
    expect(written.replaceAll('\n', ''), what).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  }
  for (const what of ['a violation as it becomes known', 'an error of a test']) {
    const text = plain(outputs[what]?.() ?? []);
    expect(text, what).toContain('Verdict   conformant');
    expect(text, what).not.toMatch(forged);
  }
});
