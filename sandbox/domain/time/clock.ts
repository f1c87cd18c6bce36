/** What a merchant's clock shows and how it runs. */
export interface ClockReading {
  /** The time, as an ISO 8601 text in UTC. */
  now: string;
  frozen: boolean;
  /** Seconds on this clock for each second of real time; kept while the clock is frozen. */
  speed: number;
}

/** What can be done to a clock, in this order: another speed, stop or go, a jump ahead in seconds. */
export interface ClockChange {
  speed?: number;
  frozen?: boolean;
  advance?: number;
}

/** A clock that can be frozen, sped up and advanced. It never goes back. */
export interface Clock {
  /** Whole milliseconds since 1970 on this clock. */
  now(): number;
  read(): ClockReading;
  change(change: ClockChange): void;
  /** Milliseconds of real time until this clock shows `due`; undefined while it is frozen. */
  realMillisecondsUntil(due: number): number | undefined;
}

/** The latest time that a clock shows; later ones have no ISO 8601 text of four-digit years. */
export const END_OF_TIME = Date.UTC(9999, 0);

/**
 * A clock that shows `start` (milliseconds since 1970) and runs at `speed` times real time.
 * `elapsed` tells the milliseconds of real time since any fixed moment.
 */
export function createClock(start: number, speed: number, elapsed: () => number): Clock {
  let shown = start;
  let since = elapsed();
  let frozen = false;
  let factor = speed;

  function exactly(): number {
    return Math.min(frozen ? shown : shown + (elapsed() - since) * factor, END_OF_TIME);
  }

  function now(): number {
    return Math.floor(exactly());
  }

  return {
    now,
    read: () => ({ now: new Date(now()).toISOString(), frozen, speed: factor }),
    change({ speed: newSpeed = factor, frozen: stop = frozen, advance = 0 }) {
      shown = exactly() + advance * 1000;
      since = elapsed();
      factor = newSpeed;
      frozen = stop;
    },
    realMillisecondsUntil: (due) => (frozen ? undefined : Math.max(0, (due - exactly()) / factor)),
  };
}
