const DAY = 24 * 60 * 60 * 1000;

/**
 * The end of a day in UTC, in milliseconds since 1970.
 * @param day YYYY-MM-DD
 * @returns undefined if the calendar has no such day
 */
export function endOfDay(day: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  const start = Date.parse(`${day}T00:00:00Z`);
  // Otherwise 31 February, for example, would be read as a day in March.
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(day)) return undefined;
  return start + DAY;
}

/** The reading of a merchant's clock. */
interface ClockReading {
  /** The time, as an ISO 8601 text in UTC. */
  now: string;
  frozen: boolean;
  /** Seconds on this clock for each second of real time; kept while the clock is frozen. */
  speed: number;
}

/** Changes of a clock, applied in this order: another speed, stop or go, a jump ahead in seconds. */
interface ClockChange {
  speed?: number;
  frozen?: boolean;
  advance?: number;
}

/** A clock that can be frozen, sped up and advanced. It never goes back. */
interface Clock {
  /** Whole milliseconds since 1970 on this clock. */
  now(): number;
  read(): ClockReading;
  change(change: ClockChange): void;
  /** Milliseconds of real time until this clock shows `due`; undefined while it is frozen. */
  realMillisecondsUntil(due: number): number | undefined;
}

/** The latest time that a clock shows; later times have no ISO 8601 text with a four-digit year. */
export const END_OF_TIME = Date.UTC(9999, 0);

/**
 * A clock that starts at `start` (milliseconds since 1970) and runs at `speed` times real time.
 * `elapsed` returns the milliseconds of real time since any fixed moment.
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

/** An action that is due at a later moment of a merchant's clock. */
interface Appointment {
  due: number;
  run: () => void;
}

/** Actions in order of their due time; those due at the same time, in order of their entry. */
interface Agenda {
  add(due: number, run: () => void): void;
  /** Takes the first appointment that is due at `now` off the agenda; undefined if none is due. */
  take(now: number): Appointment | undefined;
  /** When the first appointment is due; undefined if the agenda is empty. */
  next(): number | undefined;
  clear(): void;
}

/** The number of past appointments that are removed together. */
const SWEEP = 1_024;

/** An empty agenda. Times are milliseconds since 1970. */
export function createAgenda(): Agenda {
  let appointments: (Appointment | undefined)[] = [];
  /** The index of the first pending appointment: removing each past one at once would move all the others. */
  let first = 0;

  /** The index where an appointment belongs: after all that are not due later. */
  function placeOf(due: number): number {
    let low = first;
    let high = appointments.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((appointments[middle]?.due ?? Number.POSITIVE_INFINITY) <= due) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    add(due, run) {
      const place = placeOf(due);
      if (place === appointments.length) appointments.push({ due, run });
      else appointments.splice(place, 0, { due, run });
    },
    take(now) {
      const appointment = appointments[first];
      if (appointment === undefined || appointment.due > now) return undefined;
      appointments[first] = undefined;
      first++;
      if (first === SWEEP || first === appointments.length) {
        appointments.splice(0, first);
        first = 0;
      }
      return appointment;
    },
    next: () => appointments[first]?.due,
    clear() {
      appointments = [];
      first = 0;
    },
  };
}

const LONGEST_TIMER = 2 ** 31 - 1;

/** A merchant's time: the clock, and the actions that are scheduled on it. */
export interface Timeline {
  /** Milliseconds since 1970; within a scheduled action, the moment at which it was due. */
  now(): number;
  /** The same as an ISO 8601 text. */
  timestamp(): string;
  /** Schedules an action that many milliseconds from now. */
  after(milliseconds: number, run: () => void): void;
  /** Runs every due action, in order of the due times. */
  settle(): void;
  read(): ClockReading;
  /** Changes the clock and runs every action that is then due. */
  change(change: ClockChange): void;
  /** Forgets all scheduled actions; the clock continues. */
  clear(): void;
}

/**
 * A timeline on a clock. Due actions run before the next request is answered (`settle`), or by a timer if no request
 * comes; on a frozen clock nothing runs. A timer never keeps the process alive. If an action fails, `onError`
 * receives the error, and the other actions still run.
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
