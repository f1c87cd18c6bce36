import type { Answered } from './rate-window.js';

/** The parts of an answer that a unit test may set. */
export interface Given {
  readonly status?: number;
  /** Seconds after the first request was sent. */
  readonly at?: number;
  /** Seconds until the answer was complete. */
  readonly took?: number;
  readonly reset?: string;
  readonly remaining?: string;
}

/** An answer for a unit test, with only the headers that are given. */
export function answered(given: Given = {}): Answered & { readonly status: number } {
  const headers: Readonly<Record<string, string | undefined>> = {
    'x-ratelimit-reset': given.reset,
    'x-ratelimit-remaining': given.remaining,
  };
  return {
    status: given.status ?? 200,
    startedAt: 1_700_000_000_000 + (given.at ?? 0) * 1000,
    milliseconds: (given.took ?? 0) * 1000,
    header: (name) => headers[name],
  };
}
