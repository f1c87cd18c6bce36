import type { Wait } from '../../../verdicts/recording/observations.js';
import type { TestReport } from '../../data/conformance-report.js';

/** Tests of one worker, one after the other: a lane of the timeline. */
export interface Lane {
  readonly worker: number;
  readonly bars: readonly Bar[];
  /** Since the run began. */
  readonly waits: readonly Wait[];
}

/** A stretch of time, in milliseconds since the run began, and the prefix of the topic that took most of it. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly topic: string;
}

/** A test, or neighbouring tests that would be too short to be seen alone. */
interface Bar extends Stretch {
  readonly tests: readonly TestReport[];
}

/** The topic of a test: that of the first requirement that it covers. */
export function topicOf({ covers: [first] }: Pick<TestReport, 'covers'>): string {
  return first?.split('-')[0] ?? 'none';
}

/**
 * The lanes of a run: each test that says when it began is in exactly one of them, and the bars of a lane don't overlap.
 * A worker of a merged run may have more than one lane.
 * @param shortest the milliseconds below which a bar is too short to be seen
 */
export function lanesOf(tests: readonly TestReport[], shortest: number): readonly Lane[] {
  const lanes: { worker: number; bars: Bar[]; waits: Wait[] }[] = [];
  const timed = tests.flatMap((test) =>
    test.began === undefined ? [] : [{ ...test.began, after: Math.max(test.began.after, 0), test }],
  );
  for (const { after, worker, test } of timed.toSorted((a, b) => a.after - b.after)) {
    // The clocks of a worker and of the reporter differ by some milliseconds.
    const free = lanes.find((each) => each.worker === worker && endOf(each) <= after + shortest);
    const lane = free ?? { worker, bars: [], waits: [] };
    if (free === undefined) lanes.push(lane);
    const from = Math.max(after, endOf(lane));
    const to = Math.max(after + test.milliseconds, from);
    const bar = { from, to, topic: topicOf(test), tests: [test] };
    const before = lane.bars.at(-1);
    if (before !== undefined && areJoined(before, bar, shortest))
      lane.bars[lane.bars.length - 1] = joined(before, bar);
    else lane.bars.push(bar);
    for (const wait of test.waits ?? []) {
      const begin = Math.min(Math.max(after + wait.from, from), to);
      const milliseconds = Math.min(wait.milliseconds, to - begin);
      if (milliseconds > 0) lane.waits.push({ ...wait, from: begin, milliseconds });
    }
  }
  return lanes.toSorted((a, b) => a.worker - b.worker);
}

function endOf({ bars }: Pick<Lane, 'bars'>): number {
  return bars.at(-1)?.to ?? 0;
}

function areJoined(before: Bar, bar: Bar, shortest: number): boolean {
  const isShort = bar.to - bar.from < shortest || before.to - before.from < shortest;
  const isNext = isShort && bar.topic === before.topic && bar.from - before.to <= shortest;
  return isNext || bar.to - before.from <= shortest;
}

function joined(before: Bar, bar: Bar): Bar {
  const longer = bar.to - bar.from > before.to - before.from ? bar : before;
  return { from: before.from, to: bar.to, topic: longer.topic, tests: [...before.tests, ...bar.tests] };
}

/** The times in which a lane has only tests of one topic, so that one name is enough for them. */
export function stretchesOf({ bars }: Pick<Lane, 'bars'>): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const { from, to, topic } of bars) {
    const before = stretches.at(-1);
    if (before?.topic === topic) stretches[stretches.length - 1] = { ...before, to };
    else stretches.push({ from, to, topic });
  }
  return stretches;
}
