import type { Clauses, Requirement } from '../../contract/requirements/catalogue.js';

/** A date and time for readers: `2026-11-21 18:39 UTC`. @param iso ISO 8601 */
export function momentInWords(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
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
