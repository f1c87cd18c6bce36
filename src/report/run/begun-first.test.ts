import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleRemembered } from '#testing/example-finding';
import { exampleHeader, journalText } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { beginRun, type Run } from '../../target/run/run.js';
import { testChoiceIn } from '../../target/run/test-choice.js';
import { rememberedFile, rememberedText } from '../../verdicts/properties/remembered.js';
import { begunFirst } from './begun-first.js';
import { journalName } from './evidence-journal.js';

const spec = 'batches/entries.spec.ts';
const embedded: NodeJS.ProcessEnv = {};
const shared = { TARGET_URL: 'https://staging.example.com', TARGET_API_KEY: 'sk-good-1', TARGET_NAME: 'x' };

function runIn(folder: string, environment: NodeJS.ProcessEnv, given: Partial<Run> = {}): Run {
  const asked = { ...environment, CONFORMANCE_REPORTS: folder };
  return { ...beginRun(asked, testChoiceIn([])), ...given };
}

test('specs with a remembered counterexample come first, each once, unless the order serves something else', () => {
  const folder = test.info().outputPath('reports');
  const { remembered } = runIn(folder, embedded).folders;
  mkdirSync(remembered, { recursive: true });
  const entries = ['a', 'b', 'c'].map((title) => exampleRemembered({ test: `${spec} › ${title}` }));
  const text = rememberedText([...entries, exampleRemembered({ test: '../**/* › d' })]);
  for (const target of ['embedded sandbox', 'x']) writeFileSync(rememberedFile(remembered, target), text);
  const all: readonly (readonly [NodeJS.ProcessEnv, Partial<Run>, first: readonly string[]])[] = [
    [embedded, {}, [spec]],
    [embedded, { replayed: { path: '3' } }, []],
    [embedded, { historySize: 0 }, []],
    [embedded, { isInOrder: false }, []],
    [shared, {}, []],
  ];
  for (const [environment, given, first] of all)
    expect(begunFirst(runIn(folder, environment, given), environment)).toEqual(first);
  writeFileSync(rememberedFile(remembered, 'embedded sandbox'), '{');
  expect(begunFirst(runIn(folder, embedded), embedded)).toEqual([]);
});

test('a run that goes on with the last one begins with the same specs', () => {
  const folder = test.info().outputPath('reports');
  mkdirSync(folder, { recursive: true });
  const tests = [`first ${spec} one`, `first ${spec} two`, 'api lists/pages.spec.ts three'].map((path) => ({
    id: path,
    path,
  }));
  writeFileSync(join(folder, journalName), journalText({ run: exampleHeader({ tests }) }));
  for (const given of [{ resumes: true }, { choice: testChoiceIn(['--last-failed']) }])
    expect(begunFirst(runIn(folder, embedded, given), embedded)).toEqual([spec]);
});
