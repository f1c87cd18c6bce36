import type { KnownFailure } from './known-failure.js';

/** What a run makes of a known failure. */
export interface KnownFailureStanding extends KnownFailure {
  readonly standing: Standing;
  /** Whether a finding would have made the run non-conformant, had it not been known. */
  readonly excuses: boolean;
  /** A sentence: what the run saw, and what is to be done where the entry is out of date. */
  readonly says: string;
}

export type Standing = (typeof standings)[number];

/** All of them, those first that turn a run red. */
export const standings = ['passes', 'expired', 'unmatched', 'fails', 'deviates', 'not exercised'] as const;

/** Whether an entry is out of date, so that it turns the run red. */
export function isOutdated({ standing }: Pick<KnownFailureStanding, 'standing'>): boolean {
  return standing === 'passes' || standing === 'expired' || standing === 'unmatched';
}

/** Those first that turn a run red, else in the order of their file. */
export function inOrderOfStanding(entries: readonly KnownFailureStanding[]): KnownFailureStanding[] {
  return entries.toSorted((a, b) => standings.indexOf(a.standing) - standings.indexOf(b.standing));
}
