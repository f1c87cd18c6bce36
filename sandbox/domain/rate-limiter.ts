/** The length of a window in milliseconds (clause 8.1). */
export const WINDOW = 60_000;

/** How one request fared against the limit of its operation. */
export interface RateVerdict {
  allowed: boolean;
  limit: number;
  /** Requests left in the window. */
  remaining: number;
  /** Whole seconds until the window ends, rounded up: 1 to 60. */
  resetSeconds: number;
}

/** Counts the requests of one merchant's keys. */
export interface RateLimiter {
  /** Counts one request of a key for an operation, unless the limit is reached. `now` in milliseconds. */
  count(keyId: string, operationId: string, limit: number, now: number): RateVerdict;
  /** Forgets all counts: each key has fresh windows. */
  clear(): void;
}

/**
 * Fixed windows of one minute for each key and operation (clauses 5.6 and 8.1). A window begins with the
 * first request that finds none open, so that the first N requests of a fresh key pass whatever the time.
 */
export function createRateLimiter(): RateLimiter {
  const windows = new Map<string, { start: number; count: number }>();

  return {
    count(keyId, operationId, limit, now) {
      const name = `${keyId} ${operationId}`;
      let window = windows.get(name);
      if (window === undefined || now >= window.start + WINDOW) {
        window = { start: now, count: 0 };
        windows.set(name, window);
      }
      const allowed = window.count < limit;
      if (allowed) window.count++;
      return {
        allowed,
        limit,
        remaining: Math.max(0, limit - window.count),
        resetSeconds: Math.ceil((window.start + WINDOW - now) / 1000),
      };
    },
    clear: () => windows.clear(),
  };
}
