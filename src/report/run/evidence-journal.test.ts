import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exampleEnded, exampleHeader, journalText } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { JournalFile, readJournal } from './evidence-journal.js';

const header = { run: exampleHeader() };
const [one, two] = [exampleEnded('one'), exampleEnded('two')];

test('a journal holds the tests that ended, and how the run closed', () => {
  const closed = { errors: [], interrupted: true };
  const lines = [
    { ended: one, after: 10 },
    { ended: two, after: 20 },
  ];
  const killed = readJournal(written(journalText(header, ...lines)));
  expect(killed).toMatchObject({ ...header, ended: [one, two], durationMs: 20 });
  expect(killed.closed).toBeUndefined();
  const whole = readJournal(written(journalText(header, ...lines, { closed, after: 50 })));
  expect(whole).toMatchObject({ closed, durationMs: 50 });
});

test('an incomplete line at the end is ignored', () => {
  const whole = journalText(header, { ended: one, after: 10 });
  const half = journalText({ ended: two, after: 20 });
  for (const length of [1, 40, half.length - 1]) {
    const { ended } = readJournal(written(whole + half.slice(0, length)));
    expect(ended.map(({ test: { id } }) => id)).toEqual(['one']);
  }
});

/** Files that are not journals, and the error message for each. */
const refused: readonly (readonly [what: string, text: string | undefined, says: RegExp])[] = [
  ['no file', undefined, /^There is no journal at .*evidence\.jsonl\.$/],
  ['an empty file', '', /is empty: the run ended before its first test\.$/],
  ['half a first line', journalText(header).slice(0, 50), /is empty: the run ended before its first test\.$/],
  ['a different file', '{"a":1}\n', /is not the journal of a run: its first line doesn't describe one\.$/],
  ['text', 'hello\n', /is not the journal of a run/],
  [
    'a file in a different format',
    journalText({ run: { ...exampleHeader(), format: 99 } }),
    /was written by a different version of the suite: it has format 99, but this one reads format 1;/,
  ],
  [
    'a damaged line between others',
    `${journalText(header)}{"ended":\n${journalText({ ended: one, after: 1 })}`,
    /is damaged: line 2 is not a line of a journal\.$/,
  ],
  ['an unknown line', journalText(header, { other: 1 }), /is damaged: line 2/],
];

for (const [what, text, says] of refused)
  test(`reading ${what} as a journal ends with one sentence`, () => {
    expect(() => readJournal(written(text))).toThrow(says);
  });

test('each line is written as soon as it is added, without secrets', () => {
  const file = test.info().outputPath('new', 'evidence.jsonl');
  const journal = new JournalFile(file, (text) => text.replaceAll('staging.example', '[redacted]'));
  journal.begin(exampleHeader());
  expect(readFileSync(file, 'utf8')).toContain('https://[redacted].com');
  journal.add({ ended: one, after: 10 });
  expect(readJournal(file).ended).toEqual([one]);
  expect(journal.problem).toBeUndefined();
});

test('a journal never replaces that of another run', () => {
  const file = written('of an earlier run\n');
  const journal = new JournalFile(file, (text) => text);
  journal.begin(exampleHeader());
  journal.add({ ended: two, after: 5 });
  expect(readFileSync(file, 'utf8')).toBe('of an earlier run\n');
  expect(journal.problem).toMatch(/could not be written: EEXIST/);
});

test('a journal that cannot be written is reported in one sentence and stops nothing', () => {
  const folder = test.info().outputPath('file');
  writeFileSync(folder, '');
  const journal = new JournalFile(join(folder, 'evidence.jsonl'), (text) => text);
  journal.begin(exampleHeader());
  journal.add({ ended: one, after: 10 });
  expect(journal.problem).toMatch(/evidence\.jsonl could not be written: .*\.$/);
});

function written(text: string | undefined): string {
  const file = test.info().outputPath('evidence.jsonl');
  mkdirSync(dirname(file), { recursive: true });
  if (text !== undefined) writeFileSync(file, text);
  return file;
}
