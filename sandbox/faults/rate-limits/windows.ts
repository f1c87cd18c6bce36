import { WINDOW } from '../../domain/rate-limiter.js';
import { liesIn } from '../fault.js';
import { ALL } from '../operation-sets.js';
import { countedBy, perWindow } from './other-limiter.js';

/** Faults of the length of a window, and of what becomes of it. */
export const windowFaults = liesIn(ALL, {
  'LIM-07 never-opens-another-window': [
    'It refuses for good once the limit is exceeded.',
    'requests behind the end of the first window',
    countedBy((count) => {
      const windows = perWindow((): { since?: number } => ({}));
      return (key, operation, limit, now) => {
        const window = windows(key, operation);
        window.since ??= now;
        return count(key, operation, limit, window.since);
      };
    }),
  ],
  'LIM-07 has-windows-of-two-minutes': [
    'It lets requests pass again only after two minutes.',
    'requests in the second minute',
    countedBy((count) => (key, operation, limit, now) => count(key, operation, limit, Math.floor(now / 2))),
  ],
  'LIM-07 has-windows-of-half-a-minute': [
    'It lets requests pass again after half a minute.',
    'requests more than 30 s behind the first one of their window',
    countedBy((count) => (key, operation, limit, now) => count(key, operation, limit, now * 2)),
  ],
  'LIM-07 ends-windows-a-few-seconds-early': [
    'It lets requests pass again five seconds before the time that it tells.',
    'requests in the last five seconds of a window',
    countedBy((count) => {
      const windows = perWindow(() => ({ since: Number.NEGATIVE_INFINITY, skipped: 0 }));
      return (key, operation, limit, now) => {
        const window = windows(key, operation);
        if (now >= window.since + WINDOW - 5_000) {
          window.skipped += window.since + WINDOW > now ? WINDOW : 0;
          window.since = now;
        }
        return {
          ...count(key, operation, limit, now + window.skipped),
          resetSeconds: Math.ceil((window.since + WINDOW - now) / 1000),
        };
      };
    }),
  ],
  'LIM-07 slides-window-with-each-request': [
    'It lets requests pass again only after a minute without any.',
    'windows in which requests keep coming',
    countedBy((count) => {
      const windows = perWindow(() => ({ last: Number.NEGATIVE_INFINITY, shown: 0 }));
      return (key, operation, limit, now) => {
        const window = windows(key, operation);
        if (now >= window.last + WINDOW) window.shown += WINDOW;
        window.last = now;
        return count(key, operation, limit, window.shown);
      };
    }),
  ],
  'LIM-07 carries-excess-into-next-window': [
    'It takes the requests that it refused off those of the next window.',
    'windows behind one that was exceeded',
    countedBy((count) => {
      const windows = perWindow(() => ({ excess: 0 }));
      return (key, operation, limit, now) => {
        const window = windows(key, operation);
        const verdict = count(key, operation, limit, now);
        if (!verdict.allowed) {
          window.excess++;
          return verdict;
        }
        const excess = window.excess;
        window.excess = 0;
        let last = verdict;
        for (let taken = 0; taken < excess && last.remaining > 0; taken++)
          last = count(key, operation, limit, now);
        return { ...last, allowed: true };
      };
    }),
  ],
});
