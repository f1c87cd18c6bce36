import { expect, test } from '#testing/unit-test';
import { jsonDocument, printable, withoutCommands } from './printable.js';
import { secretsOfProcess } from './secrets.js';

/** What a CI server would execute, and what is printed instead. */
const commands: Readonly<Record<string, string>> = {
  '::error file=a.md,line=1::text': ': :error file=a.md,line=1::text',
  ' \t\u00a0\u3000::stop-commands::x': ' \t\u00a0\u3000: :stop-commands::x',
  'first\n  ::add-mask::e\nlast': 'first\n  : :add-mask::e\nlast',
  ':::debug::x': ': ::debug::x',
  '\u001b[31m:\u001b[39m:error::x': '\u001b[31m: \u001b[39m:error::x',
  'a ##[error]b ##[add-mask]e': 'a # #[error]b # #[add-mask]e',
  '####[group]x': '### #[group]x',
  '#\u001b[1m#vso\u001b[22m[task.setvariable variable=a]b':
    '# \u001b[1m#vso\u001b[22m[task.setvariable variable=a]b',
  "##VSO[task.complete result=Failed;] ##teamcity[buildStatus status='FAILURE']":
    "# #VSO[task.complete result=Failed;] # #teamcity[buildStatus status='FAILURE']",
};

test('a CI server finds no command in a text once it is printed', () => {
  for (const [text, shown] of Object.entries(commands)) {
    expect(withoutCommands(text)).toBe(shown);
    expect(withoutCommands(shown)).toBe(shown);
  }
  for (const text of ['a::b', 'std::vector ::', '# heading', '## a [link](a)', '##', '#[derive(Debug)]'])
    expect(withoutCommands(text)).toBe(text);
});

test('a line that only a control character would begin has no command, and none is joined from two parts', () => {
  expect(printable('a\r::error::b')).toBe('a␍::error::b');
  expect(printable('a\u2028::error::b')).toBe(String.raw`a\u{2028}::error::b`);
  expect(printable('#\u200b#[error]b')).toBe(String.raw`#\u{200b}#[error]b`);
  expect(printable('\ufeff::error::b')).toBe(String.raw`\u{feff}::error::b`);
});

test('finding commands takes time in proportion to the text', () => {
  const start = process.cpuUsage();
  for (const part of ['#', '##a', ' ', '\t', ':', '\u001b[1m', '\n\u001b[1m', '##\u001b[1m', '\n[m'])
    withoutCommands(part.repeat(200_000));
  // CPU time of this process in microseconds; quadratic time would be minutes.
  expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
});

const key = 'sk_printable/~"key"-0123456789';

test('a document keeps its content apart from secrets, and printing changes nothing in it', () => {
  secretsOfProcess.add(key);
  const documentWith = (hidden: string) => ({
    '::error::name': 'a ##[error]b ##vso[c]\u202e\u{e0041}\u2028',
    [hidden]: { text: `the key ${hidden} is here`, list: ['::error::entry', hidden, 7, null, true] },
  });
  const json = jsonDocument(documentWith(key));
  expect(JSON.parse(json)).toEqual(documentWith('[redacted]'));
  expect(printable(json)).toBe(json);
});
