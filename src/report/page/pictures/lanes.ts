import type { Wait } from '../../../verdicts/recording/observations.js';
import type { TestReport } from '../../data/conformance-report.js';

/** Tests of one worker, one after the other: a lane of the timeline. */
export interface Lane {
  readonly worker: number;
  readonly bars: readonly Bar[];
}

/** A test, or neighbouring tests that would be too short to be seen alone. */
export interface Bar {
  /** Milliseconds since the run began. */
  readonly from: number;
  readonly to: number;
  /** The prefix of the topic that took most of its time. */
  readonly topic: string;
  readonly tests: readonly TestReport[];
  readonly waits: readonly Wait[];
}

/** The maximum number of bars of a timeline. */
const mostBars = 320;

/** The topic of a test: that of the first requirement that it covers. */
export function topicOf({ covers: [first] }: Pick<TestReport, 'covers'>): string {
  return first?.split('-')[0] ?? 'none';
}

/**
 * The lanes of a run: each test that says when it began is in exactly one of them, and the bars of a lane don't overlap.
 * A worker of a merged or resumed run may have more than one lane.
 * @param pixel the milliseconds below which a bar is too short to be seen
 */
export function lanesOf(tests: readonly TestReport[], pixel: number): readonly Lane[] {
  const lanes: { worker: number; bars: Bar[] }[] = [];
  const timed = tests.filter(({ began }) => began !== undefined);
  for (const test of timed.toSorted((a, b) => beginOf(a) - beginOf(b))) {
    const worker = test.began?.worker ?? 0;
    // The clocks of a worker and of the reporter differ by some milliseconds.
    const free = lanes.find((each) => each.worker === worker && endOf(each) <= beginOf(test) + pixel);
    const lane = free ?? { worker, bars: [] };
    if (free === undefined) lanes.push(lane);
    const from = Math.max(beginOf(test), endOf(lane));
    const to = Math.max(beginOf(test) + test.milliseconds, from);
    lane.bars.push({ from, to, topic: topicOf(test), tests: [test], waits: waitsOf(test, from, to) });
  }
  const sorted = lanes.toSorted((a, b) => a.worker - b.worker);
  for (let shortest = pixel; ; shortest *= 2) {
    const merged = sorted.map(({ worker, bars }) => ({ worker, bars: withoutShort(bars, shortest) }));
    if (merged.reduce((sum, { bars }) => sum + bars.length, 0) <= Math.max(mostBars, lanes.length))
      return merged;
  }
}

function beginOf({ began }: TestReport): number {
  return Math.max(began?.after ?? 0, 0);
}

function endOf({ bars }: { readonly bars: readonly Bar[] }): number {
  return bars.at(-1)?.to ?? 0;
}

/** The waits of a test, in milliseconds since the run began, within its bar. */
function waitsOf(test: TestReport, from: number, to: number): readonly Wait[] {
  return (test.waits ?? []).flatMap((wait) => {
    const begin = Math.min(Math.max(beginOf(test) + wait.from, from), to);
    const end = Math.min(begin + wait.milliseconds, to);
    return end > begin ? [{ ...wait, from: begin, milliseconds: end - begin }] : [];
  });
}

/** Joins bars with their neighbours until none is short, except between long ones. */
function withoutShort(bars: readonly Bar[], shortest: number): readonly Bar[] {
  const joined: Bar[] = [];
  for (const bar of bars) {
    const before = joined.at(-1);
    if (before === undefined || !areJoined(before, bar, shortest)) {
      joined.push(bar);
      continue;
    }
    joined[joined.length - 1] = {
      from: before.from,
      to: bar.to,
      topic: bar.to - bar.from > before.to - before.from ? bar.topic : before.topic,
      tests: [...before.tests, ...bar.tests],
      waits: [...before.waits, ...bar.waits],
    };
  }
  return joined;
}

function areJoined(before: Bar, bar: Bar, shortest: number): boolean {
  if (bar.from - before.to > shortest) return false;
  const isShort = bar.to - bar.from < shortest || before.to - before.from < shortest;
  return isShort && (bar.topic === before.topic || bar.to - before.from <= 2 * shortest);
}

/** The times in which a lane has only tests of one topic, so that one name is enough for them. */
export function stretchesOf({ bars }: Lane): readonly Pick<Bar, 'from' | 'to' | 'topic'>[] {
  const stretches: Pick<Bar, 'from' | 'to' | 'topic'>[] = [];
  for (const { from, to, topic } of bars) {
    const before = stretches.at(-1);
    if (before?.topic === topic) stretches[stretches.length - 1] = { ...before, to };
    else stretches.push({ from, to, topic });
  }
  return stretches;
}
