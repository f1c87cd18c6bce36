const DAY = 24 * 60 * 60 * 1000;

/**
 * The moment at which a day in UTC is over, in milliseconds since 1970.
 * @param day YYYY-MM-DD
 * @returns undefined for what is no day of the calendar
 */
export function endOfDay(day: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  const start = Date.parse(`${day}T00:00:00Z`);
  // What a month doesn't have would be read as a day of the next one.
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(day)) return undefined;
  return start + DAY;
}

/** What a merchant's clock shows and how it runs. */
interface ClockReading {
  /** The time, as an ISO 8601 text in UTC. */
  now: string;
  frozen: boolean;
  /** Seconds on this clock for each second of real time; kept while the clock is frozen. */
  speed: number;
}

/** What can be done to a clock, in this order: another speed, stop or go, a jump ahead in seconds. */
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

/** What is to happen at a later moment of a merchant's clock. */
interface Appointment {
  due: number;
  run: () => void;
}

/** Things to do, in order of their due time; those due at the same time, in order of their entry. */
interface Agenda {
  add(due: number, run: () => void): void;
  /** The first appointment that is due at `now`, taken off the agenda; undefined when none is. */
  take(now: number): Appointment | undefined;
  /** When the first appointment is due; undefined when the agenda is empty. */
  next(): number | undefined;
  clear(): void;
}

/** So many appointments that are over are swept out together. */
const SWEEP = 1_024;

/** An empty agenda. Times are milliseconds since 1970. */
export function createAgenda(): Agenda {
  let appointments: (Appointment | undefined)[] = [];
  /** Where the first appointment is that is not over: taking each off the front would move all the others. */
  let first = 0;

  /** Where an appointment belongs: behind all that are due no later. */
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
