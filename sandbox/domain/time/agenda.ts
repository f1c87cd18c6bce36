/** What is to happen at a later moment of a merchant's clock. */
interface Appointment {
  due: number;
  run: () => void;
}

/** Things to do, in order of their due time; those due at the same time, in order of their entry. */
export interface Agenda {
  add(due: number, run: () => void): void;
  /** The first appointment that is due at `now`, taken off the agenda; undefined when none is. */
  take(now: number): Appointment | undefined;
  /** When the first appointment is due; undefined when the agenda is empty. */
  next(): number | undefined;
  clear(): void;
}

/** An empty agenda. Times are milliseconds since 1970. */
export function createAgenda(): Agenda {
  let appointments: Appointment[] = [];

  /** Where an appointment belongs: behind all that are due no later. */
  function placeOf(due: number): number {
    let low = 0;
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
      appointments.splice(placeOf(due), 0, { due, run });
    },
    take(now) {
      const [first] = appointments;
      if (first === undefined || first.due > now) return undefined;
      return appointments.shift();
    },
    next: () => appointments[0]?.due,
    clear() {
      appointments = [];
    },
  };
}
