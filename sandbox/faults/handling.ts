import type { Answer, Operation, OperationRequest } from '../http/operation.js';
import type { Plant } from './fault.js';

/** Handles what the planted operations are asked in another way; `next` is the clean way. */
export function handledBy(
  handle: (
    request: OperationRequest,
    operation: Operation,
    next: (request: OperationRequest) => Answer | Promise<Answer>,
  ) => Answer | Promise<Answer>,
): Plant {
  return (clean, plantedIn) => ({
    handle(operation, request) {
      const next = (changed: OperationRequest) => clean.handle(operation, changed);
      return plantedIn(operation.id) ? handle(request, operation, next) : next(request);
    },
  });
}

/** Where a planted operation refuses a request, `instead` may answer; undefined lets the refusal stand. */
export function insteadOfRefusal(
  instead: (
    error: Error,
    request: OperationRequest,
    operation: Operation,
  ) => Answer | undefined | Promise<Answer | undefined>,
): Plant {
  return (clean, plantedIn) =>
    handledBy(async (request, operation, next) => {
      try {
        return await next(request);
      } catch (error) {
        const answer = error instanceof Error ? await instead(error, request, operation) : undefined;
        if (answer === undefined) throw error;
        return answer;
      }
    })(clean, plantedIn);
}
