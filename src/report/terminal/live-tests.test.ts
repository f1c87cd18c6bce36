import type { FullConfig, TestCase } from '@playwright/test/reporter';
import { expect, test } from '#testing/unit-test';
import { awaitedTests, liveModeOf } from './live-tests.js';

const own = ['/project/bundle/src/report/run/reporter.js'];
const modes: readonly (readonly [
  what: string,
  given: { environment?: NodeJS.ProcessEnv; isTTY?: boolean; others?: readonly string[] },
  mode: string,
])[] = [
  ['a terminal', {}, 'block'],
  ['a terminal of a CI server', { environment: { CI: 'true' } }, 'lines'],
  ['a terminal that can only print', { environment: { TERM: 'dumb' } }, 'lines'],
  ['a pipe', { isTTY: false }, 'lines'],
  ['a terminal with reporters that write files', { others: ['html', 'junit', 'blob'] }, 'block'],
  ['a terminal with a reporter that prints', { others: ['list'] }, 'lines'],
];
for (const [what, { environment = {}, isTTY = true, others = [] }, mode] of modes)
  test(`${what} gets ${mode}`, () => {
    const reporter = [...own, ...others].map((name): FullConfig['reporter'][number] => [name]);
    expect(liveModeOf(environment, { isTTY }, { reporter })).toBe(mode);
  });

const tests = ['one', 'two'].map((title) => {
  const annotations = [
    { type: 'requirement', description: 'BAT-09' },
    { type: 'slow', description: 'BAT-10' },
  ];
  const titlePath = () => ['', 'api', 'batches/entries.spec.ts', 'A batch', title];
  return { id: title, annotations, titlePath } as unknown as TestCase;
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
