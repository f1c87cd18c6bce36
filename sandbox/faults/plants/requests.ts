import type { Merchant } from '../../domain/merchants.js';
import type { OperationId, OperationRequest } from '../../http/operation.js';
import { isObject } from '../../schema/check.js';
import type { PlantedIn, Workings } from '../fault.js';
import type { Entry } from './answers.js';

/** What a request is taken for. */
type RequestChange = (request: OperationRequest, id: OperationId) => OperationRequest;

type HandlerPlant = (clean: Workings, plantedIn: PlantedIn) => Pick<Workings, 'handle'>;

/** Plants that requests are taken for others. */
export function changeRequest(change: RequestChange): HandlerPlant {
  return (clean, plantedIn) => ({
    handle: (operation, request) =>
      clean.handle(operation, plantedIn(operation.id) ? change(request, operation.id) : request),
  });
}

/** Plants that parameters of the query are taken for others; `undefined` takes one away. */
export function changeQuery(change: (query: Readonly<Entry>) => Entry): HandlerPlant {
  return changeRequest((request) => {
    const query = { ...request.query, ...change(request.query) };
    return {
      ...request,
      query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)),
    };
  });
}

/** Plants that the fields of a body are taken for others. */
export function changeFields(change: (body: Entry) => Entry): HandlerPlant {
  return changeRequest((request) =>
    isObject(request.body) ? { ...request, body: { ...request.body, ...change(request.body) } } : request,
  );
}

/** Plants that the items of a batch are carried out as if they were others; the results echo what was sent. */
export function changeItems(change: (item: Entry) => Entry): HandlerPlant {
  return changeFields(({ items }) => ({
    items: Array.isArray(items) ? items.map((item) => (isObject(item) ? change(item) : item)) : items,
  }));
}

/** Plants that a merchant is seen with other parts. */
export function changeMerchant(
  change: (request: OperationRequest, id: OperationId) => Partial<Merchant>,
): HandlerPlant {
  return changeRequest((request, id) => ({
    ...request,
    merchant: viewOf(request.merchant, change(request, id)),
  }));
}

/** The whole with some members in place of its own, and all others as they are. */
export function viewOf<Whole extends object>(whole: Whole, members: Partial<Whole>): Whole {
  return Object.assign(Object.create(whole), members);
}
