import type { Answered } from './rate-window.js';

/** What a unit test may say of an answer. */
export interface Given {
  readonly status?: number;
  /** Seconds after the first request was sent. */
  readonly at?: number;
  /** Seconds until it was answered. */
  readonly took?: number;
  readonly reset?: string;
  readonly remaining?: string;
}

/** An answer for a unit test, with the headers that are given and no others. */
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
