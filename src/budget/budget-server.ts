import { type CallServer, serveCalls } from './calls.js';
import type { RateBudget } from './rate-budget.js';

/** The variable in which the workers of a run find its budget. */
export const budgetAddress = 'CONFORMANCE_BUDGET';

/** Serves a budget on loopback, to the workers of a run; what a worker holds is let go of when it is gone. */
export function serveBudget(budget: RateBudget): Promise<CallServer> {
  return serveCalls({
    answer: async (method, args, holder) => {
      // The holder is who is connected, whatever the caller says.
      const own = method === 'ended' || method === 'note' ? args : [args[0], holder, ...args.slice(1)];
      const call: unknown = Reflect.get(budget, method);
      if (typeof call !== 'function') throw new Error(`A budget has no method ${method}.`);
      return (await call.apply(budget, own)) ?? 0;
    },
    leave: (holder) => budget.leave(holder),
    close: () => budget.close(),
  });
}
