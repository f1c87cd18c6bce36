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
