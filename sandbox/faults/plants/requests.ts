import type { Merchant } from '../../domain/merchants.js';
import { ApiError } from '../../http/errors.js';
import type { Operation, OperationRequest, OperationResponse } from '../../http/operation.js';
import { isObject } from '../../schema/check.js';
import type { Plant } from '../fault.js';

/** An object of a response or of a request body. */
export type Entry = Record<string, unknown>;

/** Handles a request in the clean way. */
type Next = (request: OperationRequest) => OperationResponse | Promise<OperationResponse>;

/** Handles requests to the planted operations in a different way. */
export function handledBy(
  handle: (
    request: OperationRequest,
    next: Next,
    operation: Operation,
  ) => OperationResponse | Promise<OperationResponse>,
): Plant {
  return (clean, plantedIn) => ({
    handle(operation, request) {
      const next = (changed: OperationRequest) => clean.handle(operation, changed);
      return plantedIn(operation.id) ? handle(request, next, operation) : next(request);
    },
  });
}

/** If a planted operation refuses a request, `instead` may answer; undefined lets the refusal stand. */
export function insteadOfRefusal(
  instead: (
    error: Error,
    request: OperationRequest,
    next: Next,
    operation: Operation,
  ) => OperationResponse | undefined | Promise<OperationResponse | undefined>,
): Plant {
  return handledBy(async (request, next, operation) => {
    try {
      return await next(request);
    } catch (error) {
      const response = error instanceof Error ? await instead(error, request, next, operation) : undefined;
      if (response === undefined) throw error;
      return response;
    }
  });
}

/** Like `insteadOfRefusal`, but only for a refusal with 404. */
export function insteadOfUnknown(
  instead: (
    ...asked: Parameters<Parameters<typeof handledBy>[0]>
  ) => ReturnType<Parameters<typeof insteadOfRefusal>[0]>,
): Plant {
  return insteadOfRefusal((error, ...asked) =>
    error instanceof ApiError && error.status === 404 ? instead(...asked) : undefined,
  );
}

/** Handles a request that may be refused. */
export async function attempt(next: Next, request: OperationRequest): Promise<void> {
  try {
    await next(request);
  } catch {
    // A refused request has no effect, as intended.
  }
}

/** Plants a change of the requests before they are handled. */
export function changeRequest(change: (request: OperationRequest) => OperationRequest): Plant {
  return handledBy((request, next) => next(change(request)));
}

/** Plants a change of the query parameters; `undefined` removes one. */
export function changeQuery(change: (query: Readonly<Entry>) => Entry): Plant {
  return changeRequest((request) => {
    const query = { ...request.query, ...change(request.query) };
    return {
      ...request,
      query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)),
    };
  });
}

/** Plants a service that ignores a parameter. */
export function ignoring(name: string): Plant {
  return changeQuery(() => ({ [name]: undefined }));
}

/** Plants a change of parameters that are given exactly once. */
export function changeParameters(names: readonly string[], change: (given: string) => unknown): Plant {
  return changeQuery((query) => changed(query, names, onText(change)));
}

/** Plants a change of the fields of a body. */
export function changeFields(change: (body: Entry) => Entry): Plant {
  return changeRequest((request) =>
    isObject(request.body) ? { ...request, body: { ...request.body, ...change(request.body) } } : request,
  );
}

/** Plants a change of the items that a batch carries out; the results echo the items as they were sent. */
export function changeItems(change: (item: Entry) => Entry): Plant {
  const carriedOut = onList((items) => items.map(onObject(change)));
  return changeFields(({ items }) => ({ items: carriedOut(items) }));
}

/**
 * Plants different values in some fields of the items that a batch carries out; absent fields stay absent.
 */
export function changeItemFields(names: readonly string[], change: (value: unknown) => unknown): Plant {
  return changeItems((item) => changed(item, names, change));
}

/** An object with some of its fields changed; absent fields stay absent. */
export function changed<Whole extends object>(
  object: Whole,
  names: readonly string[],
  change: (value: unknown) => unknown,
): Whole {
  const present = names.filter((name) => name in object);
  return {
    ...object,
    ...Object.fromEntries(present.map((name) => [name, change(Reflect.get(object, name))])),
  };
}

/** Changes strings; other values stay as they are. */
export function onText(change: (text: string) => unknown) {
  return (value: unknown) => (typeof value === 'string' ? change(value) : value);
}

/** Changes numbers; other values stay as they are. */
export function onNumber(change: (number: number) => unknown) {
  return (value: unknown) => (typeof value === 'number' ? change(value) : value);
}

/** Changes lists; other values stay as they are. */
export function onList(change: (list: readonly unknown[]) => unknown) {
  return (value: unknown) => (Array.isArray(value) ? change(value) : value);
}

/** Changes objects; other values stay as they are. */
export function onObject(change: (object: Entry) => unknown) {
  return (value: unknown) => (isObject(value) ? change(value) : value);
}

/** Plants a merchant with different parts. */
export function changeMerchant(change: (request: OperationRequest) => Partial<Merchant>): Plant {
  return changeRequest((request) => ({ ...request, merchant: viewOf(request.merchant, change(request)) }));
}

/** Plants a merchant with one part whose members are replaced. */
export function changePart<Name extends 'batches' | 'catalogue' | 'orders' | 'publication' | 'subscriptions'>(
  name: Name,
  change: (part: Merchant[Name], request: OperationRequest) => Partial<Merchant[Name]>,
): Plant {
  return changeMerchant((request) => {
    const part = request.merchant[name];
    return Object.fromEntries([[name, viewOf(part, change(part, request))]]);
  });
}

/** The whole with some members replaced. */
export function viewOf<Whole extends object>(whole: Whole, members: Partial<Whole>): Whole {
  return Object.assign(Object.create(whole), members);
}
