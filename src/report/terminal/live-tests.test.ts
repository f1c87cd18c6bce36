import type { FullConfig, TestCase } from '@playwright/test/reporter';
import { expect, test } from '#testing/unit-test';
import { awaitedTests, liveModeOf } from './live-tests.js';

const own = ['/project/bundle/src/report/run/reporter.js'];
const modes: readonly (readonly [
  mode: string,
  NodeJS.ProcessEnv,
  isTTY: boolean,
  others: readonly string[],
])[] = [
  ['block', {}, true, []],
  // A terminal of a CI server, one that can only print, and a pipe.
  ['lines', { CI: 'true' }, true, []],
  ['lines', { TERM: 'dumb' }, true, []],
  ['lines', {}, false, []],
  // Reporters that write files, and one that prints.
  ['block', {}, true, ['html', 'junit', 'blob']],
  ['lines', {}, true, ['list']],
];
test('a run draws a block only in a terminal where nothing else prints', () => {
  for (const [mode, environment, isTTY, others] of modes) {
    const reporter = [...own, ...others].map((name): FullConfig['reporter'][number] => [name]);
    expect(liveModeOf(environment, { isTTY }, { reporter }), JSON.stringify([environment, others])).toBe(
      mode,
    );
  }
});

const tests = ['one', 'two'].map((title) => {
  const titlePath = () => ['', 'api', 'batches/entries.spec.ts', 'A batch', title];
  return { id: title, annotations: [], titlePath } as unknown as TestCase;
});

test('a test has the weight of its last duration, and a new one that of most of the others', () => {
  const file = 'batches/entries.spec.ts';
  const seconds = new Map([
    [`${file} › A batch › one`, 9],
    ['a', 2],
    ['b', 1],
  ]);
  expect(awaitedTests(tests, seconds)).toEqual([
    { id: 'one', weight: 9 },
    { id: 'two', weight: 2 },
  ]);
  expect(awaitedTests(tests, new Map()).map(({ weight }) => weight)).toEqual([1, 1]);
});
