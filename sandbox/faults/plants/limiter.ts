import type { RateLimiter } from '../../domain/rate-limiter.js';
import type { Plant } from '../fault.js';
import { operationIdOf } from './operation-sets.js';

type Count = RateLimiter['count'];

/** Counts requests to the planted operations in another way; `create` receives a clean way for each merchant. */
export function countedBy(create: (count: Count) => Count): Plant {
  return (clean, plantedIn) => ({
    rules: {
      ...clean.rules,
      createRateLimiter() {
        const limiter = clean.rules.createRateLimiter();
        let count = create(limiter.count);
        return {
          count(keyId, operationId, limit, now) {
            const operation = operationIdOf(operationId);
            const isPlanted = operation !== undefined && plantedIn(operation);
            return (isPlanted ? count : limiter.count)(keyId, operationId, limit, now);
          },
          clear() {
            limiter.clear();
            count = create(limiter.count);
          },
        };
      },
    },
  });
}

/** Something to remember for each key and operation. */
export function perWindow<State>(create: () => State): (keyId: string, operationId: string) => State {
  const states = new Map<string, State>();
  return (keyId, operationId) => {
    const name = `${keyId} ${operationId}`;
    const state = states.get(name) ?? create();
    states.set(name, state);
    return state;
  };
}
