import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '#unit-test';
import { exampleEnded, exampleHeader, journalText } from './example-journal.js';
import { leftTests } from './resumption.js';

const path = (title: string) => `api batches/entries.spec.ts ${title}`;

test('the tests that are left are told by project, file and titles, whatever tags stand behind', () => {
  const tests = ['one', 'A finished batch (of [2]) of GET /x.y', 'two'].map((id) => ({ id, path: path(id) }));
  const file = test.info().outputPath('evidence.jsonl');
  writeFileSync(
    file,
    journalText({ run: exampleHeader({ tests }) }, { ended: exampleEnded('one'), after: 1 }),
  );
  const environment = { CONFORMANCE_REPORTS: dirname(file), CONFORMANCE_RESUMES: '1' };
  const { grep } = leftTests(environment);
  const isLeft = (title: string) => grep?.test(` ${path(title)}`);
  expect(isLeft('A finished batch (of [2]) of GET /x.y @BAT-09 @BAT-10')).toBe(true);
  expect(isLeft('two')).toBe(true);
  expect(isLeft('one')).toBe(false);
  expect(isLeft('two and more')).toBe(false);
  expect(grep?.test(' rate-limits batches/entries.spec.ts two')).toBe(false);
  expect(leftTests({ ...environment, TEST_WORKER_INDEX: '0' })).toEqual({});
  expect(leftTests({ CONFORMANCE_REPORTS: dirname(file) })).toEqual({});
});
