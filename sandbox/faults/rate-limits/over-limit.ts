import type { Merchant } from '../../domain/merchant.js';
import { ApiError } from '../../http/api-error.js';
import { authenticatedBy } from '../callers.js';
import { type Fault, liesIn, type PlantedIn, type Workings } from '../fault.js';
import { handledBy } from '../handling.js';
import { BATCH_WRITES, WRITES } from '../operation-sets.js';
import { viewOf } from '../request-changes.js';
import { changedSent, withHeaders } from '../sent-changes.js';

/** When a write that waits for the next window is carried out, in milliseconds of the merchant's clock. */
const NEXT_WINDOW = 60_000;
/** How many writes wait for the next window at most: the last ones. */
const MOST_WAITING = 20;

/** Faults that carry out writes over the limit. */
export const overLimitFaults: readonly Fault[] = [
  ...liesIn(WRITES, {
    'LIM-10 carries-out-write-over-limit': [
      'It carries out a write over the limit, and then answers 429.',
      (clean, plantedIn) =>
        overLimit(clean, plantedIn, async (_merchant, handle) => {
          await handle();
        }),
    ],
  }),
  ...liesIn(BATCH_WRITES, {
    'LIM-10 carries-out-batch-over-limit-later': [
      'It answers 429 to a batch over the limit, and carries it out when the window is over.',
      'what is read in the next window',
      (clean, plantedIn) => {
        let waiting: (() => Promise<void>)[] = [];
        return overLimit(clean, plantedIn, async ({ timeline }, handle) => {
          if (waiting.length === 0)
            timeline.after(NEXT_WINDOW, () => {
              for (const each of waiting) void each();
              waiting = [];
            });
          waiting = [...waiting, handle].slice(-MOST_WAITING);
        });
      },
    ],
  }),
];

/** Plants what happens to a request over the limit before it is answered 429. */
function overLimit(
  clean: Workings,
  plantedIn: PlantedIn,
  act: (merchant: Merchant, handle: () => Promise<void>) => Promise<void>,
): Partial<Workings> {
  const refused = new WeakSet<Merchant>();
  return {
    ...authenticatedBy((request, merchants) => {
      const { key, merchant } = clean.authenticate(request, merchants);
      const { rateLimiter } = merchant;
      const view = viewOf(merchant, {
        rateLimiter: {
          ...rateLimiter,
          count(...asked) {
            const verdict = rateLimiter.count(...asked);
            if (!verdict.allowed) refused.add(view);
            return { ...verdict, allowed: true };
          },
        },
      });
      return { key, merchant: view };
    })(clean, plantedIn),
    ...handledBy(async (request, _operation, next) => {
      const { merchant } = request;
      if (!refused.has(merchant)) return next(request);
      await act(merchant, async () => {
        try {
          await next(request);
        } catch {
          // What is refused for other reasons has no effect, as it should be.
        }
      });
      throw new ApiError(429, 'The limit of requests per minute is reached');
    })(clean, plantedIn),
    ...changedSent((sent) =>
      sent.status === 429 ? withHeaders(sent, { 'retry-after': sent.headers['x-ratelimit-reset'] }) : sent,
    )(clean, plantedIn),
  };
}
