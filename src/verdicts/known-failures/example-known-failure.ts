import type { KnownFailure } from './known-failure.js';

/** A known failure of BAT-09, with the fields that a unit test sets. */
export function exampleKnownFailure(given: Partial<KnownFailure> = {}): KnownFailure {
  return {
    requirement: 'BAT-09',
    reason: 'Entries are dropped above 90 items.',
    link: 'https://tracker.example.com/SHOP-123',
    expires: '2030-01-31',
    ...given,
  };
}
