import { createAgenda } from './agenda.js';
import type { Clock, ClockChange, ClockReading } from './clock.js';

const LONGEST_TIMER = 2 ** 31 - 1;

/** A merchant's time: the clock, and what happens on it. */
export interface Timeline {
  /** Milliseconds since 1970; inside something scheduled, the moment at which it was due. */
  now(): number;
  /** The same as an ISO 8601 text. */
  timestamp(): string;
  /** Lets something happen so many milliseconds from now. */
  after(milliseconds: number, run: () => void): void;
  /** Lets everything happen that is due, in order of the due times. */
  settle(): void;
  read(): ClockReading;
  /** Changes the clock and lets everything happen that is due then. */
  change(change: ClockChange): void;
  /** Forgets everything that is scheduled; the clock goes on. */
  clear(): void;
}

/**
 * A timeline on a clock. What is due happens before the next request is answered (`settle`), or by a timer
 * where no request comes; on a frozen clock nothing happens. A timer never keeps the process alive.
 * What fails is reported to `onError` and stops nothing else.
 */
export function createTimeline(clock: Clock, onError: (error: unknown) => void): Timeline {
  const agenda = createAgenda();
  let moment: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let timerDue: number | undefined;

  function now(): number {
    return moment ?? clock.now();
  }

  function settle(): void {
    if (moment !== undefined) return;
    const end = clock.now();
    for (let next = agenda.take(end); next !== undefined; next = agenda.take(end)) {
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
    const due = agenda.next();
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
    timestamp: () => new Date(now()).toISOString(),
    after(milliseconds, run) {
      agenda.add(now() + milliseconds, run);
      if (moment === undefined) wakeUp();
    },
    settle,
    read: () => clock.read(),
    change(change) {
      settle();
      clock.change(change);
      timerDue = undefined;
      settle();
    },
    clear() {
      agenda.clear();
      wakeUp();
    },
  };
}
