import type { FullConfig } from '@playwright/test/reporter';
import { FakeClock } from '#testing/fake-clock';
import { expect, test } from '#testing/unit-test';
import { requirement } from '../../contract/requirements/catalogue.js';
import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import type { SenderWait } from '../../footprint/budget/rate-budget.js';
import type { Verdict } from '../../verdicts/requirement-verdict.js';
import { type CountsSoFar, type LiveState, liveFrame, remainingTime } from './live-block.js';
import { countsSoFar, type LiveMode, LiveRun, liveModeOf } from './live-run.js';
import { Output, plain } from './terminal.js';

const own = ['/project/bundle/src/report/run/reporter.js'];

test('a run draws a block only in a terminal where nothing else prints', () => {
  for (const [mode, environment, isTTY, ...others] of [
    ['block', {}, true],
    // A terminal of a CI server, one that can only print, and a pipe.
    ['lines', { CI: 'true' }, true],
    ['lines', { TERM: 'dumb' }, true],
    ['lines', {}, false],
    // Reporters that write files, and one that prints.
    ['block', {}, true, 'html', 'junit', 'blob'],
    ['lines', {}, true, 'list'],
  ] as const) {
    const reporter = [...own, ...others].map((name): FullConfig['reporter'][number] => [name]);
    expect(liveModeOf(environment, { isTTY }, { reporter }), others.join()).toBe(mode);
  }
});

const counts = (given: Partial<CountsSoFar>): CountsSoFar => ({
  ...countsSoFar([], new Set(), new Set()),
  ...given,
});

/** @param waits what the workers wait for */
function runOf(
  mode: LiveMode,
  tests: number,
  { waits = new Map<string, SenderWait>(), judge = () => counts({}) } = {},
) {
  const written: string[] = [];
  const clock = new FakeClock();
  const write = (text: string) => written.push(text);
  const stream = { isTTY: mode === 'block', columns: 80, write };
  const output = new Output(stream, { NO_COLOR: '1' }, (text) => text);
  const live = new LiveRun({ output, mode, tests, judge, waits: () => waits }, clock);
  return { live, clock, written };
}

test('however much happens, a second has one frame, which counts anew only if a test has ended', () => {
  let times = 0;
  const judge = () => counts({ passed: ++times, open: 1 });
  const { live, clock, written } = runOf('block', 500, { judge });
  for (let ended = 0; ended < 400; ended += 1) {
    live.testBegan(`${ended}`, '0');
    clock.pass(5);
    live.testEnded(`${ended}`);
  }
  // Two seconds, and the first frame.
  expect(written).toHaveLength(3);
  live.testBegan('400', '0');
  clock.pass(10_050);
  expect(written).toHaveLength(13);
  expect(times).toBe(4);
  expect(written.at(-1)).toContain(' Requirements  4 passed  1 to come');
  live.finish();
  const end = written.length;
  clock.pass(10_000);
  expect(written).toHaveLength(end);
});

test('outside of a terminal, each tenth of the tests writes a line', () => {
  let passed = 0;
  const judge = () => counts({ passed, failed: 2, known: 1, inapplicable: 1, untested: 4, open: 9 });
  const { live, clock, written } = runOf('lines', 20, { judge });
  while (passed < 20) {
    passed += 1;
    live.testEnded(`${passed}`);
  }
  clock.pass(60_000);
  live.finish();
  expect(written).toHaveLength(11);
  expect(written.at(3)).toBe('6/20 tests, requirements: 6 passed, 2 failed (1 known)\n');
});

test('while nothing ends, a line outside of a terminal says what the tests wait for, the first within five seconds', () => {
  const waits = new Map<string, SenderWait>([
    ['1', { operation: 'GET /api/v1/brands/', left: 42_000 }],
    ['2', { operation: 'GET /api/v1/brands/', left: 12_000 }],
    ['3', { left: 3000, awaited: 'a batch to finish' }],
    ['4', { left: 9000 }],
  ]);
  const { live, clock, written } = runOf('lines', 9, { waits });
  clock.pass(5000);
  for (const worker of ['0', '1', '2', '3', '4']) live.testBegan(worker, worker);
  clock.pass(30_000);
  expect(written.slice(1)).toEqual([
    'loading the tests\n',
    '5 tests running; waiting: 2 for the rate limit of GET /api/v1/brands/, 12 s left; 1 for a batch to finish, 3 s left; 1 for time to pass at the service, 9 s left\n',
  ]);
  live.finish();
  clock.pass(60_000);
  expect(written).toHaveLength(3);
});

test('a requirement counts as passed when no test of it is to come, as violated at once, and otherwise as open', () => {
  const so = (coming: string, always: string, ...given: readonly [RequirementId, Verdict][]) => {
    const judged = given.map(([id, verdict]) => ({ requirement: requirement(id), verdict }));
    return countsSoFar(judged, new Set([coming]), new Set(always.split(' ')));
  };
  expect(so('BAT-09', '', ['BAT-09', 'passed'], ['BAT-10', 'passed'])).toEqual(
    counts({ open: 1, passed: 1 }),
  );
  expect(so('BAT-09', '', ['BAT-09', 'failed'])).toEqual(counts({ failed: 1 }));
  // Any test may show more of a rule that is checked in every exchange.
  const always = so('', 'SHP-02 SHP-06', ['SHP-02', 'partial'], ['SHP-06', 'passed']);
  expect(always).toEqual(counts({ open: 1, passed: 1 }));
});

test('a frame of the block, which fits into a small terminal', () => {
  const state: LiveState = {
    ...{ ended: 219, tests: 350, elapsed: 16_000, remaining: 31_000 },
    requirements: counts({ passed: 80, failed: 1, deviated: 2, open: 65 }),
    running: [{ operation: 'GET /api/v1/brands/', left: 42_000 }, undefined],
  };
  expect(plain(liveFrame(state, 90)).split('\n')).toEqual([
    '',
    ' ━━━━━━━━━━━━━━━━━━━━━━━━━───────────────  62%  219 of 350 tests  16 s, about 35 s left',
    ' Requirements  80 passed  1 failed  2 deviated  65 to come',
    ' ▸ 2 tests running; waiting: 1 for the rate limit of GET /api/v1/brands/, 42 s left',
  ]);
  for (const columns of [10, 20, 40])
    for (const line of liveFrame(state, columns)) expect(plain([line]).length).toBeLessThan(columns);
});

test('the remaining time follows the plan as long as the run keeps to it, then the work that is done', () => {
  expect(remainingTime(60_000, 0.9, 100_000)).toBe(40_000);
  expect(remainingTime(120_000, 0.75, 100_000)).toBe(40_000);
  expect(remainingTime(30_000, 0.75)).toBe(10_000);
  expect(remainingTime(30_000, 0.01)).toBeUndefined();
  expect(remainingTime(1000, 0.5)).toBeUndefined();
});
