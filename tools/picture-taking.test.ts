import { expect, test } from '#testing/unit-test';
import { Output, styled } from '../src/report/terminal/terminal.js';
import { terminalScreens } from './picture-taking.js';

const size = { columns: 60, rows: 8 };

/** What a terminal receives during a run that prints so many lines about its first violation. */
function received(lines: number): string {
  const written: string[] = [];
  const stream = { isTTY: true, ...size, write: (text: string) => written.push(text) };
  const output = new Output(stream, { FORCE_COLOR: '1' }, (text) => text);
  output.draw([['0%'], [' ▸ a test']]);
  output.print([
    [styled('✗ failed', 'red', 'bold'), ' <b>'],
    ...Array.from({ length: lines }, () => ['more']),
  ]);
  for (const percent of ['20%', '40%', '60%']) output.draw([[percent], [' ▸ ', styled('a test', 'dim')]]);
  output.draw([['100%'], ['writing the reports']]);
  output.clear();
  output.print([[styled('1 failed', 'red')], ['Verdict']]);
  return written.join('');
}

const asText = (screen: string) => screen.replaceAll(/<[^>]*>/g, '');

test('a picture in the middle of a run shows a violation and, below it, a running test', async () => {
  const { live, end } = await terminalScreens(received(1), size);
  expect(asText(live)).toBe('✗ failed &lt;b>\nmore\n40%\n ▸ a test');
  expect(live).toContain('<span style="color:#ff8f8f;font-weight:700">✗</span>');
  expect(live).toContain('<span style="opacity:0.65">a</span>');
  expect(asText(end)).toBe('✗ failed &lt;b>\nmore\n1 failed\nVerdict');
});

test('a picture shows no violation whose beginning is scrolled away', async () => {
  await expect(terminalScreens(received(6), size)).rejects.toThrow('never shown together');
});

test('a picture of a terminal shows its last rows', async () => {
  const { end } = await terminalScreens(`${received(1)}${'more\n'.repeat(4)}`, size);
  expect(asText(end)).toBe('more\n1 failed\nVerdict\nmore\nmore\nmore\nmore');
});
