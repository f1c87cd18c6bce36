import type { FullConfig } from '@playwright/test/reporter';
import { expect, test } from '#testing/unit-test';
import { liveModeOf } from './live-tests.js';

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
