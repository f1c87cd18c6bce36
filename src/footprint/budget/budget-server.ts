import { type CallServer, serveCalls } from './calls.js';
import type { RateBudget } from './rate-budget.js';

/** The environment variable that gives the workers of a run the address of its budget. */
export const budgetAddress = 'CONFORMANCE_BUDGET';

/** Serves a budget on loopback to the workers of a run; when a worker is gone, the budget releases what it held. */
export function serveBudget(budget: RateBudget): Promise<CallServer> {
  return serveCalls({
    answer: async (method, args, holder) => {
      const call: unknown = Reflect.get(budget, method);
      if (typeof call !== 'function') throw new Error(`A budget has no method ${method}.`);
      // The holder is the connection, whatever the caller says.
      return (await call.apply(budget, [args[0], holder, ...args.slice(1)])) ?? 0;
    },
    leave: (holder) => budget.leave(holder),
    close: () => budget.close(),
  });
}
