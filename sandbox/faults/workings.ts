import { DEFAULT_RULES } from '../domain/rules.js';
import { authenticate } from '../http/authentication.js';
import type { OperationId } from '../http/rate-limits.js';
import type { Fault, Workings } from './fault.js';

/** A sandbox without any fault. */
export const CLEAN: Workings = {
  rules: DEFAULT_RULES,
  authenticate,
  handle: (operation, request) => operation.handle(request),
  reach: (url) => url,
  send: (sent) => sent,
  sendPage: (page) => page,
};

/** A fault, and the one operation that it is planted in; without it, it is in all that it can be planted in. */
export interface Planting {
  readonly fault: Fault;
  readonly operation?: OperationId;
}

/** The parts of a sandbox with a fault in it. @param clean the parts that the fault is planted in */
export function workingsWith({ fault, operation }: Planting, clean: Workings = CLEAN): Workings {
  const plantedIn = (id: OperationId) =>
    operation === undefined ? (fault.operations?.includes(id) ?? true) : id === operation;
  return { ...clean, ...fault.plant(clean, plantedIn) };
}
