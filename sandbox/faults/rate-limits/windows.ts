import { WINDOW } from '../../domain/rate-limiter.js';
import type { Fault } from '../fault.js';
import { ALL } from '../operation-sets.js';
import { countedBy, perWindow } from './other-limiter.js';

/** Faults of the length of a window, and of what becomes of it. */
export const windowFaults: readonly Fault[] = [
  {
    id: 'never-opens-another-window',
    violates: 'LIM-07',
    does: 'It refuses for good once the limit is exceeded.',
    operations: ALL,
    showsFor: 'requests behind the end of the first window',
    plant: (clean, plantedIn) =>
      countedBy(clean, plantedIn, (count) => {
        const windows = perWindow((): { since?: number } => ({}));
        return (key, operation, limit, now) => {
          const window = windows(key, operation);
          window.since ??= now;
          return count(key, operation, limit, window.since);
        };
      }),
  },
  {
    id: 'has-windows-of-two-minutes',
    violates: 'LIM-07',
    does: 'It lets requests pass again only after two minutes.',
    operations: ALL,
    showsFor: 'requests in the second minute',
    plant: (clean, plantedIn) =>
      countedBy(
        clean,
        plantedIn,
        (count) => (key, operation, limit, now) => count(key, operation, limit, Math.floor(now / 2)),
      ),
  },
  {
    id: 'has-windows-of-half-a-minute',
    violates: 'LIM-07',
    does: 'It lets requests pass again after half a minute.',
    operations: ALL,
    showsFor: 'requests more than 30 s behind the first one of their window',
    plant: (clean, plantedIn) =>
      countedBy(
        clean,
        plantedIn,
        (count) => (key, operation, limit, now) => count(key, operation, limit, now * 2),
      ),
  },
  {
    id: 'ends-windows-a-few-seconds-early',
    violates: 'LIM-07',
    does: 'It lets requests pass again five seconds before the time that it tells.',
    operations: ALL,
    showsFor: 'requests in the last five seconds of a window',
    plant: (clean, plantedIn) =>
      countedBy(clean, plantedIn, (count) => {
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
  },
  {
    id: 'slides-window-with-each-request',
    violates: 'LIM-07',
    does: 'It lets requests pass again only after a minute without any.',
    operations: ALL,
    showsFor: 'windows in which requests keep coming',
    plant: (clean, plantedIn) =>
      countedBy(clean, plantedIn, (count) => {
        const windows = perWindow(() => ({ last: Number.NEGATIVE_INFINITY, shown: 0 }));
        return (key, operation, limit, now) => {
          const window = windows(key, operation);
          if (now >= window.last + WINDOW) window.shown += WINDOW;
          window.last = now;
          return count(key, operation, limit, window.shown);
        };
      }),
  },
  {
    id: 'carries-excess-into-next-window',
    violates: 'LIM-07',
    does: 'It takes the requests that it refused off those of the next window.',
    operations: ALL,
    showsFor: 'windows behind one that was exceeded',
    plant: (clean, plantedIn) =>
      countedBy(clean, plantedIn, (count) => {
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
  },
];
