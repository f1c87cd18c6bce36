import type { KnownFailure } from './known-failure.js';

/** How a run judges a known failure. */
export interface KnownFailureStanding extends KnownFailure {
  readonly standing: Standing;
  /** Whether a finding would have made the run non-conformant if it had not been known. */
  readonly excuses: boolean;
  /** A sentence: what the run saw, and what to do if the entry is out of date. */
  readonly says: string;
}

export type Standing = (typeof standings)[number];

/** All standings; the ones that turn a run red come first. */
export const standings = ['passes', 'expired', 'unmatched', 'fails', 'deviates', 'not exercised'] as const;

/** Whether an entry is out of date, which turns the run red. */
export function isOutdated({ standing }: Pick<KnownFailureStanding, 'standing'>): boolean {
  return standing === 'passes' || standing === 'expired' || standing === 'unmatched';
}

/** Sorts the entries that turn a run red to the front; the others keep the order of their file. */
export function inOrderOfStanding(entries: readonly KnownFailureStanding[]): KnownFailureStanding[] {
  return entries.toSorted((a, b) => standings.indexOf(a.standing) - standings.indexOf(b.standing));
}
