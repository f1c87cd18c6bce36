import type { Merchant } from '../../domain/merchants.js';
import type { OperationId, OperationRequest } from '../../http/operation.js';
import { isObject } from '../../schema/check.js';
import type { PlantedIn, Workings } from '../fault.js';
import type { Entry } from './answers.js';

/** Changes a request before it is handled. */
type RequestChange = (request: OperationRequest, id: OperationId) => OperationRequest;

type HandlerPlant = (clean: Workings, plantedIn: PlantedIn) => Pick<Workings, 'handle'>;

/** Plants a change of the requests. */
export function changeRequest(change: RequestChange): HandlerPlant {
  return (clean, plantedIn) => ({
    handle: (operation, request) =>
      clean.handle(operation, plantedIn(operation.id) ? change(request, operation.id) : request),
  });
}

/** Plants a change of the query parameters; `undefined` removes one. */
export function changeQuery(change: (query: Readonly<Entry>) => Entry): HandlerPlant {
  return changeRequest((request) => {
    const query = { ...request.query, ...change(request.query) };
    return {
      ...request,
      query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)),
    };
  });
}

/** Plants a change of the fields of a body. */
export function changeFields(change: (body: Entry) => Entry): HandlerPlant {
  return changeRequest((request) =>
    isObject(request.body) ? { ...request, body: { ...request.body, ...change(request.body) } } : request,
  );
}

/** Plants a change of the items that a batch carries out; the results echo the items as they were sent. */
export function changeItems(change: (item: Entry) => Entry): HandlerPlant {
  return changeFields(({ items }) => ({
    items: Array.isArray(items) ? items.map((item) => (isObject(item) ? change(item) : item)) : items,
  }));
}

/** Plants a merchant with other parts. */
export function changeMerchant(
  change: (request: OperationRequest, id: OperationId) => Partial<Merchant>,
): HandlerPlant {
  return changeRequest((request, id) => ({
    ...request,
    merchant: viewOf(request.merchant, change(request, id)),
  }));
}

/** The whole with some members replaced. */
export function viewOf<Whole extends object>(whole: Whole, members: Partial<Whole>): Whole {
  return Object.assign(Object.create(whole), members);
}
