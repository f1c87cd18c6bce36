import type { Clauses, Requirement } from '../contract/requirements/catalogue.js';

/** A date and time for readers: `2026-11-21 18:39 UTC`. @param iso ISO 8601 */
export function momentInWords(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** A duration for readers: `30 s`, `4 min 12 s`, `1 h 5 min`. */
export function spanInWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 1) return `${Math.round(milliseconds)} ms`;
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The duration of an answer for readers: `0.6 ms`, `120 ms`, `1.5 s`. */
export function durationInWords(milliseconds: number): string {
  if (milliseconds >= 1000) return `${Number((milliseconds / 1000).toPrecision(2))} s`;
  return `${milliseconds < 10 ? Number(milliseconds.toPrecision(2)) : Math.round(milliseconds)} ms`;
}

/** A number with its noun: `1 test`, `12 tests`. */
export function counted(count: number, thing: string): string {
  return `${grouped(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/** A number with separated thousands: `33,216`. */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/** Several things in a sentence: `2.1`, `2.1 and 7`, `1, 4.2 and 4.3`. */
export function enumerated(all: readonly string[]): string {
  return all.join(', ').replace(/, ([^,]*)$/, ' and $1');
}

/**
 * The clauses from which a requirement comes, each with what it says: `8.1: Each operation has ...`.
 * @param clauses of the report; an older one has none, and then the numbers stand alone
 */
export function clausesInWords(
  { clause }: Pick<Requirement, 'clause'>,
  clauses: Clauses = {},
): readonly string[] {
  const says = (id: string) => (clauses[id] === undefined ? id : `${id}: ${clauses[id]}`);
  return clause.map(says);
}

/** The place of a finding without positions in lists, so that findings for several entries have the same place. */
export function placeOf({ at = '' }: { readonly at?: string }): string {
  return at.replaceAll(/\[\d+\]/g, '[]');
}
