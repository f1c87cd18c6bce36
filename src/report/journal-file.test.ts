import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '#unit-test';
import { JournalFile, readJournal } from './evidence-journal.js';
import { exampleEnded, exampleHeader } from './example-journal.js';

const [one, two] = [exampleEnded('one'), exampleEnded('two')];

test('each line is there as soon as it is added, without secrets', () => {
  const file = test.info().outputPath('new', 'evidence.jsonl');
  const journal = new JournalFile(file, (text) => text.replaceAll('staging.example', '[redacted]'));
  journal.begin(exampleHeader());
  expect(readFileSync(file, 'utf8')).toContain('https://[redacted].com');
  journal.add({ ended: one, after: 10 });
  expect(readJournal(file).ended).toEqual([one]);
  expect(journal.problem).toBeUndefined();
});

test('a journal goes on behind its last whole line', () => {
  const file = test.info().outputPath('evidence.jsonl');
  new JournalFile(file, (text) => text).begin(exampleHeader());
  appendFileSync(file, '{"ended":{"test":{"id":"on');
  const journal = new JournalFile(file, (text) => text);
  journal.goOn();
  journal.add({ resumed: { at: '2030-01-02T04:00:00.000Z', kept: 0 } });
  journal.add({ ended: two, after: 5 });
  expect(readJournal(file)).toMatchObject({ resumed: [{ kept: 0 }], ended: [two] });
});

test('a new journal takes the place of an earlier one', () => {
  const file = test.info().outputPath('evidence.jsonl');
  writeFileSync(file, 'of an earlier run\n');
  new JournalFile(file, (text) => text).begin(exampleHeader());
  expect(readJournal(file).ended).toEqual([]);
});

test('a journal that can not be written is told in one sentence, and keeps nothing from going on', () => {
  const folder = test.info().outputPath('file');
  writeFileSync(folder, '');
  const journal = new JournalFile(join(folder, 'evidence.jsonl'), (text) => text);
  journal.begin(exampleHeader());
  journal.add({ ended: one, after: 10 });
  expect(journal.problem).toMatch(
    /evidence\.jsonl could not be written: .*; this run can't be resumed or merged with others\.$/,
  );
});
