import { isDay } from '../schema/check.js';

const DAY = 24 * 60 * 60 * 1000;

/**
 * The end of a day in UTC, in milliseconds since 1970.
 * @param day YYYY-MM-DD
 * @returns undefined if the calendar has no such day
 */
export function endOfDay(day: string): number | undefined {
  return isDay(day) ? Date.parse(day) + DAY : undefined;
}

/**
 * The moment that a date-time names, or the first moment of a day, in milliseconds since 1970. A time without
 * a zone is in UTC.
 * @param text a string that `isDateTime` or `isDay` accepts
 */
export function momentOf(text: string): number {
  return Date.parse(/T[^Z+-]*$/.test(text) ? `${text}Z` : text);
}

/** Changes to a clock, applied in this order: its speed, whether it is frozen, and a jump ahead in seconds. */
interface ClockChange {
  speed?: number;
  frozen?: boolean;
  advance?: number;
}

/** The latest time that a clock shows; ISO 8601 can't express later times with a four-digit year. */
const END_OF_TIME = Date.UTC(9999, 0);

/**
 * A clock that can be frozen, sped up and advanced, and never goes back. It starts at `start` (milliseconds
 * since 1970) and runs at `speed` times real time. `elapsed` returns the milliseconds of real time since some
 * fixed moment.
 */
export function createClock(start: number, speed: number, elapsed: () => number) {
  let shown = start;
  let since = elapsed();
  let frozen = false;
  let factor = speed;

  function exactly(): number {
    return Math.min(frozen ? shown : shown + (elapsed() - since) * factor, END_OF_TIME);
  }

  /** Whole milliseconds since 1970 on this clock. */
  function now(): number {
    return Math.floor(exactly());
  }

  return {
    now,
    /** The time as an ISO 8601 text in UTC, and the speed, which is kept while the clock is frozen. */
    read: () => ({ now: new Date(now()).toISOString(), frozen, speed: factor }),
    change({ speed: newSpeed = factor, frozen: stop = frozen, advance = 0 }: ClockChange): void {
      shown = exactly() + advance * 1000;
      since = elapsed();
      factor = newSpeed;
      frozen = stop;
    },
    /** Milliseconds of real time until this clock shows `due`; undefined while it is frozen. */
    realMillisecondsUntil: (due: number): number | undefined =>
      frozen ? undefined : Math.max(0, (due - exactly()) / factor),
  };
}

const LONGEST_TIMER = 2 ** 31 - 1;

/** A merchant's time: the clock, and the actions that are scheduled on it. */
export type Timeline = ReturnType<typeof createTimeline>;

/**
 * A timeline on a clock. Due actions run before the next request is answered (`settle`), or on a timer if no
 * request arrives; on a frozen clock, nothing runs. A timer never keeps the process alive. If an action
 * fails, `onError` receives the error, and the other actions still run.
 */
export function createTimeline(clock: ReturnType<typeof createClock>, onError: (error: unknown) => void) {
  /**
   * In order of due time; actions that are due at the same time, in the order in which they were scheduled.
   */
  let agenda: { due: number; run: () => void }[] = [];
  let moment: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let timerDue: number | undefined;

  /** Milliseconds since 1970; within a scheduled action, the moment at which it was due. */
  function now(): number {
    return moment ?? clock.now();
  }

  /** Runs every due action, in order of the due times. */
  function settle(): void {
    if (moment !== undefined) return;
    const end = clock.now();
    for (let [next] = agenda; next !== undefined && next.due <= end; [next] = agenda) {
      agenda.shift();
      moment = next.due;
      try {
        next.run();
      } catch (error) {
        onError(error);
      } finally {
        moment = undefined;
      }
    }
    wakeUp();
  }

  function wakeUp(): void {
    const due = agenda[0]?.due;
    if (due === timerDue) return;
    clearTimeout(timer);
    timer = undefined;
    timerDue = undefined;
    const pause = due === undefined ? undefined : clock.realMillisecondsUntil(due);
    if (pause === undefined) return;
    timerDue = due;
    timer = setTimeout(onTimer, Math.min(Math.ceil(pause), LONGEST_TIMER)).unref();
  }

  function onTimer(): void {
    timerDue = undefined;
    settle();
  }

  return {
    now,
    /** The time as an ISO 8601 text. */
    timestamp: (): string => new Date(now()).toISOString(),
    /** Schedules an action to run this many milliseconds from now. */
    after(milliseconds: number, run: () => void): void {
      const due = now() + milliseconds;
      agenda.splice(agenda.findLastIndex((earlier) => earlier.due <= due) + 1, 0, { due, run });
      if (moment === undefined) wakeUp();
    },
    settle,
    read: clock.read,
    /** Changes the clock, and runs every action that has become due. */
    change(change: ClockChange): void {
      settle();
      clock.change(change);
      timerDue = undefined;
      settle();
    },
    /** Forgets all scheduled actions; the clock continues. */
    clear(): void {
      agenda = [];
      wakeUp();
    },
  };
}
