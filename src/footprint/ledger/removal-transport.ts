import { setTimeout as sleep } from 'node:timers/promises';
import type { Transport } from '../../http/transport.js';
import type { Settings } from '../../target/settings.js';
import { budgeted } from '../budget/budgeted-transport.js';
import { Counters } from '../budget/counters.js';
import type { Budget } from '../budget/rate-budget.js';

/** The removal's name in the budget, next to the workers of a run. */
const holder = 'removal';

/**
 * A transport that observes the rate limits, with what a run has left of them.
 * @param budget the run's budget, or a separate one
 */
export function inTurn(
  transport: Transport,
  budget: Budget,
  settings: Pick<Settings, 'apiKeys' | 'otherApiKey'>,
): Transport {
  const counters = new Counters(settings);
  return budgeted(transport, {
    budget: {
      take: (counter) => budget.take(counter, holder),
      note: (counter) => budget.note(counter, holder),
      ended: (counter, ...end) => budget.ended(counter, holder, ...end),
    },
    counterOf: (request, title) => counters.counterOf(request, title),
    onRefusal: () => {},
    wait: sleep,
  });
}
