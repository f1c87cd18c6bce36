import { setTimeout as sleep } from 'node:timers/promises';
import type { Budget, Counter } from '../budget/rate-budget.js';
import { budgeted } from '../client/budgeted-transport.js';
import type { Transport, WireRequest } from '../client/transport.js';
import { keyHeader } from '../client/wire-request.js';
import { operations } from '../contract/operations.js';
import type { Settings } from '../target/settings.js';

const limits = new Map(operations.map(({ method, path, rateLimit }) => [`${method} ${path}`, rateLimit]));

/** Who asks the budget, beside the workers of a run. */
const holder = 'removal';

/**
 * A transport that keeps to the rate limits with what is left of them after a run.
 * @param budget of the run, or one of its own
 */
export function inTurn(
  transport: Transport,
  budget: Budget,
  { apiKeys, otherApiKey }: Pick<Settings, 'apiKeys' | 'otherApiKey'>,
): Transport {
  const names = new Map([
    ...(otherApiKey === undefined ? [] : [[otherApiKey, 'other key'] as const]),
    ...apiKeys.map((key, index) => [key, `key ${index + 1}`] as const),
  ]);
  const counterOf = ({ headers }: WireRequest, title: string): Counter | undefined => {
    const [key, limit] = [names.get(headers[keyHeader] ?? ''), limits.get(title)];
    return key === undefined || limit === undefined ? undefined : { operation: title, key, limit };
  };
  return budgeted(transport, {
    budget: {
      take: (counter) => budget.take(counter, holder),
      note: (counter) => budget.note(counter),
      ended: (counter, milliseconds, answer) => budget.ended(counter, milliseconds, answer),
    },
    counterOf,
    onRefusal: () => {},
    wait: sleep,
  });
}
