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
export interface RateLimiter {
  /** Counts one request of a key for an operation, unless the limit is reached. `now` in whole milliseconds. */
  count(keyId: string, operationId: string, limit: number, now: number): RateVerdict;
  /** Forgets all counts: each key has fresh windows. */
  clear(): void;
}

interface Window {
  start: number;
  count: number;
}

/**
 * Fixed windows of one minute for each key and operation (clauses 5.6 and 8.1). A window begins with the first request
 * that finds none open, so the first N requests of a fresh key always pass.
 */
export function createRateLimiter(): RateLimiter {
  const windowsOfKeys = new Map<string, Map<string, Window>>();

  function windowsOf(keyId: string): Map<string, Window> {
    const known = windowsOfKeys.get(keyId);
    if (known !== undefined) return known;
    const windows = new Map<string, Window>();
    windowsOfKeys.set(keyId, windows);
    return windows;
  }

  return {
    count(keyId, operationId, limit, now) {
      const windows = windowsOf(keyId);
      let window = windows.get(operationId);
      if (window === undefined || now >= window.start + WINDOW) {
        window = { start: now, count: 0 };
        windows.set(operationId, window);
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
    clear: () => windowsOfKeys.clear(),
  };
}
