import { NO_QUERY, type Operation, type OperationId, takesBody } from '../../http/operation.js';
import { OPERATIONS } from '../../service/operations.js';

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
