/** The length of a window in milliseconds (clause 8.1). */
export const WINDOW = 60_000;

/** The outcome of one request against the limit of its operation. */
interface RateVerdict {
  allowed: boolean;
  limit: number;
  /** Requests left in the window. */
  remaining: number;
  /** Whole seconds until the window ends, rounded up, 1 to 60: after that time, a request passes again. */
  resetSeconds: number;
}

/** Counts the requests of one merchant's keys. */
export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Fixed windows of one minute for each key and operation (clauses 5.6 and 8.1). A window begins with the first request
 * that finds none open, so the first N requests of a fresh key always pass.
 */
export function createRateLimiter() {
  const windowsOfKeys = new Map<string, Map<string, { start: number; count: number }>>();

  return {
    /** Counts one request of a key for an operation, unless the limit is reached. `now` in whole milliseconds. */
    count(keyId: string, operationId: string, limit: number, now: number): RateVerdict {
      const windows = windowsOfKeys.get(keyId) ?? new Map();
      windowsOfKeys.set(keyId, windows);
      const known = windows.get(operationId);
      const isOpen = known !== undefined && now < known.start + WINDOW;
      const window = isOpen ? known : { start: now, count: 0 };
      windows.set(operationId, window);
      const allowed = window.count < limit;
      if (allowed) window.count++;
      return {
        allowed,
        limit,
        remaining: Math.max(0, limit - window.count),
        resetSeconds: Math.ceil((window.start + WINDOW - now) / 1000),
      };
    },
  };
}
