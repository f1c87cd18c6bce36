import type { ShownExchangeOf } from './evidence.js';

export type Headers = Readonly<Record<string, string>>;

/** The headers that most requests and most responses of the evidence share, with their values. */
export interface UsualHeaders {
  readonly request: Headers;
  readonly response: Headers;
}

/** The headers that more than half of some exchanges have with the same value: the page names them once. */
export function usualHeaders(shown: readonly ShownExchangeOf[]): UsualHeaders {
  return {
    request: mostOf(shown.map(({ exchange }) => exchange.request.headers)),
    response: mostOf(shown.map(({ exchange }) => exchange.response.headers)),
  };
}

function mostOf(all: readonly Headers[]): Headers {
  const times = new Map<string, number>();
  for (const headers of all)
    for (const header of Object.entries(headers)) {
      const key = JSON.stringify(header);
      times.set(key, (times.get(key) ?? 0) + 1);
    }
  return Object.fromEntries(
    [...times].filter(([, count]) => count * 2 > all.length).map(([key]) => JSON.parse(key)),
  );
}
