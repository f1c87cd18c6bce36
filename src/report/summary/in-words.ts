import type { Clauses, Requirement } from '../../contract/requirements/catalogue.js';
import { inAnyEntry } from '../../contract/values/place.js';

/** A date and time for readers: `2026-11-21 18:39 UTC`. @param iso ISO 8601 */
export function momentInWords(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** The clauses from which a requirement comes, each with what it says: `8.1: Each operation has ...`. */
export function clausesInWords({ clause }: Pick<Requirement, 'clause'>, clauses: Clauses): readonly string[] {
  return clause.map((id) => `${id}: ${clauses[id] ?? 'unknown'}`);
}

/** The place of a finding without positions in lists, so that findings for several entries have the same place. */
export function placeOf({ at = '' }: { readonly at?: string }): string {
  return inAnyEntry(at);
}
