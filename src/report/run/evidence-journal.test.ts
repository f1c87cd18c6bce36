import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TestResult } from '@playwright/test/reporter';
import { exampleBegun, exampleEnded, exampleJournal } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { RunInProgress, readJournal } from './evidence-journal.js';

const fileOf = (name: string) => test.info().outputPath(name);
const begin = (file: string) =>
  new RunInProgress(file, (text) => text.replaceAll('staging.example', '[redacted]'));
const inWorker = (parallelIndex: number, duration = 0) => ({ parallelIndex, duration }) as TestResult;
const close = (run: RunInProgress, ...errors: string[]) =>
  run.closed({ errors, interrupted: false }, exampleBegun());

test('a run keeps its tests in memory and, from the first one on, in its journal, each line at once and without secrets', () => {
  const file = fileOf('new/evidence.jsonl');
  const run = begin(file);
  run.ended(exampleEnded('one'), inWorker(0));
  expect(existsSync(file)).toBe(false);
  run.open(exampleBegun);
  run.ended(exampleEnded('two'), inWorker(-1));
  expect(readJournal(file)).toMatchObject({
    ...{ ran: run.ran, errors: [], unfinished: 'The run ended after 2 of its 3 tests' },
    target: { url: 'https://[redacted].com' },
  });
  expect(run.ran.map(({ test: { began } }) => began)).toEqual([
    { after: expect.any(Number), worker: 0 },
    undefined,
  ]);
  const closed = close(run, 'No response.');
  expect(closed).toMatchObject({ ran: run.ran, errors: ['No response.'], tests: 3 });
  expect(readJournal(file)).toMatchObject({ ...closed, target: {} });
  expect(run.problem).toBeUndefined();
});

test('a run and its tests take as long as they take if the clock of the machine is set back meanwhile', async () => {
  const { now } = Date;
  const run = begin(fileOf('evidence.jsonl'));
  try {
    Date.now = () => now() - 3_600_000;
    await new Promise((resolve) => setTimeout(resolve, 20));
    run.ended(exampleEnded('one'), inWorker(0, 5));
    expect(run.ran[0]?.test.began?.after).toBeGreaterThanOrEqual(10);
    expect(close(run).durationMs).toBeGreaterThanOrEqual(15);
  } finally {
    Date.now = now;
  }
});

test('a journal that cannot be written, or would replace that of another run, is reported and stops nothing', () => {
  const theirs = written('of an earlier run\n');
  for (const [file, says] of [
    [theirs, /could not be written: EEXIST/],
    [`${theirs}/evidence.jsonl`, /evidence\.jsonl could not be written: .*\.$/],
  ] as const) {
    const run = begin(file);
    run.open(exampleBegun);
    run.ended(exampleEnded('two'), inWorker(0));
    expect(close(run).ran).toHaveLength(1);
    expect(run.problem).toMatch(says);
  }
  expect(readFileSync(theirs, 'utf8')).toBe('of an earlier run\n');
});

test('a line that was only half written is ignored, and anything but a journal ends with one sentence', () => {
  const whole = exampleJournal({}, { ended: exampleEnded('one'), after: 10 });
  for (const half of ['', '{', '{"closed":{"errors":[]},"after"'])
    expect(readJournal(written(whole + half))).toMatchObject({ ran: [exampleEnded('one')], durationMs: 10 });
  for (const [text, says] of [
    ['', /is empty: the run ended before its first test\.$/],
    ['{"a":1}\n', /is not the journal of a run: its first line doesn't describe one\.$/],
    [exampleJournal({ format: 99 }), /different version of the suite: it has format 99, but this one reads/],
    [`${whole}{"ended":\n${whole}`, /is damaged: line 3 is not a line of a journal\.$/],
    [exampleJournal({}, { other: 1 }), /is damaged: line 2/],
  ] as const)
    expect(() => readJournal(written(text)), text).toThrow(says);
});

function written(text: string): string {
  const file = fileOf('evidence.jsonl');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
