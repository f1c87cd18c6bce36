import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { exampleEnded, exampleHeader, journalText } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { readJournal } from './evidence-journal.js';

const header = { run: exampleHeader() };
const [one, two] = [exampleEnded('one'), exampleEnded('two')];

test('a journal holds the tests that ended, and how the run closed, and an incomplete line at its end is ignored', () => {
  const closed = { errors: [], interrupted: true };
  const killed = journalText(header, { ended: one, after: 10 }, { ended: two, after: 20 });
  const last = journalText({ closed, after: 50 });
  for (const length of [0, 1, 20, last.length - 1]) {
    const journal = readJournal(written(killed + last.slice(0, length)));
    expect(journal).toMatchObject({ ...header, ended: [one, two], durationMs: 20 });
    expect(journal.closed).toBeUndefined();
  }
  expect(readJournal(written(killed + last))).toMatchObject({ closed, durationMs: 50 });
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

function written(text: string | undefined): string {
  const file = test.info().outputPath('evidence.jsonl');
  mkdirSync(dirname(file), { recursive: true });
  if (text !== undefined) writeFileSync(file, text);
  return file;
}
