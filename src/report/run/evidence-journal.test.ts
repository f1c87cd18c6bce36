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

const other = journalText({ run: { ...exampleHeader(), format: 99 } });
const damaged = `${journalText(header)}{"ended":\n${journalText({ ended: one, after: 1 })}`;

test('reading anything but a journal ends with one sentence', () => {
  for (const [text, says] of [
    [undefined, / is not the folder of a run: name one of reports\/runs\.$/],
    ['', /is empty: the run ended before its first test\.$/],
    [journalText(header).slice(0, 50), /is empty: the run ended before its first test\.$/],
    ['{"a":1}\n', /is not the journal of a run: its first line doesn't describe one\.$/],
    ['hello\n', /is not the journal of a run/],
    [other, /by a different version of the suite: it has format 99, but this one reads format 1;/],
    [damaged, /is damaged: line 2 is not a line of a journal\.$/],
    [journalText(header, { other: 1 }), /is damaged: line 2/],
  ] as const)
    expect(() => readJournal(written(text)), text).toThrow(says);
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

test('a journal that cannot be written, or would replace that of another run, is reported and stops nothing', () => {
  const theirs = written('of an earlier run\n');
  for (const [file, says] of [
    [theirs, /could not be written: EEXIST/],
    [join(theirs, 'evidence.jsonl'), /evidence\.jsonl could not be written: .*\.$/],
  ] as const) {
    const journal = new JournalFile(file, (text) => text);
    journal.begin(exampleHeader());
    journal.add({ ended: two, after: 5 });
    expect(journal.problem).toMatch(says);
  }
  expect(readFileSync(theirs, 'utf8')).toBe('of an earlier run\n');
});

function written(text: string | undefined): string {
  const file = test.info().outputPath('evidence.jsonl');
  mkdirSync(dirname(file), { recursive: true });
  if (text !== undefined) writeFileSync(file, text);
  return file;
}
