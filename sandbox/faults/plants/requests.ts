import type { Merchant } from '../../domain/merchants.js';
import {
  NO_QUERY,
  type Operation,
  type OperationId,
  type OperationRequest,
  takesBody,
} from '../../http/operation.js';
import { isObject } from '../../schema/check.js';
import { OPERATIONS } from '../../service/operations.js';
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

function idsOf(isMeant: (operation: Operation) => boolean): readonly OperationId[] {
  return OPERATIONS.filter(isMeant).map(({ id }) => id);
}

/** All 30 operations. */
export const ALL = idsOf(() => true);
/** The operations that change something. */
export const WRITES = idsOf(({ method }) => method !== 'GET');
/** The operations that read a body. */
export const WITH_BODY = idsOf(takesBody);
/** The operations with query parameters. */
export const WITH_QUERY = idsOf(({ query }) => query !== NO_QUERY);
/** The operations with an id in their path. */
export const WITH_ID = idsOf(({ params }) => params !== undefined);
/** The operations that answer with and without a trailing slash. */
export const COLLECTIONS = idsOf(({ path }) => path.endsWith('/'));
/** The operations that list something, in an array or page by page. */
export const LISTS = idsOf(
  ({ method, path }) => method === 'GET' && (path.endsWith('/') || path.endsWith('/rejected')),
);
/** The operations that list page by page. */
export const PAGED = idsOf(({ query }) => 'page' in query.properties);
/** The operations that answer with JSON. */
export const WITH_JSON = idsOf(({ answer }) => 'json' in answer);
/** The operations that accept batches. */
export const BATCH_WRITES = idsOf((operation) => takesBody(operation) && operation.tag !== 'Webhooks');
/** The operations that return the results of batches. */
export const RESULTS = idsOf(({ path }) => path.startsWith('/results/'));

/** The operations that answer 400 to some requests with a valid key. */
export const VALIDATING = [...new Set([...WITH_BODY, ...RESULTS, ...PAGED])];
/** The operations that answer 400 or 404 to some requests with a valid key. */
export const REFUSING = [...new Set([...WITH_ID, ...VALIDATING])];

/** The operation with this name; undefined if there is none. */
export function operationIdOf(name: unknown): OperationId | undefined {
  return ALL.find((id) => id === name);
}
