import { NO_QUERY, type Operation, takesBody } from '../../http/operation.js';
import { OPERATIONS, type OperationId } from '../../service/operations.js';

function idsOf(isMeant: (operation: Operation) => boolean): readonly OperationId[] {
  return OPERATIONS.filter(isMeant).map(({ id }) => id);
}

/** Whether the entries of a list or of its pages have an id. */
function listsIds({ response }: Operation): boolean {
  const listed = 'json' in response ? Object(response.json) : {};
  return 'id' in Object((listed.items ?? listed.properties?.items?.items)?.properties);
}

/** All operations. */
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
/** The operations for which X-RateLimit-Reset is not declared (clause 4.4). */
export const OTHER_THAN_STATUS_RESULTS = ALL.filter((id) => id !== 'getStatusResults');
/** The operations that list something, in an array or page by page. */
export const LISTS = idsOf(
  ({ method, path }) => method === 'GET' && (path.endsWith('/') || path.endsWith('/rejected')),
);
/** The collections that are lists. */
export const LISTED_COLLECTIONS = COLLECTIONS.filter((id) => LISTS.includes(id));
/** The operations that list page by page. */
export const PAGED = idsOf(({ query }) => 'page' in query.properties);
/** The paged lists of which the description shows at most the parameters. */
export const OTHER_PAGED = PAGED.filter((id) => id !== 'listRejectedProducts');
/** The operations that answer with a file. */
export const FILES = idsOf(({ response }) => 'mediaType' in response);
/** The operations that read the data of the marketplace. */
export const REFERENCE_DATA = idsOf(({ tag }) => tag === 'Reference data');
/** The same with ids in their responses: countries and locales have codes. */
export const RECORDS_WITH_ID = idsOf((each) => each.tag === 'Reference data' && listsIds(each));
/** The lists of a merchant's own data. */
export const OWN_LISTS = LISTS.filter((id) => !REFERENCE_DATA.includes(id));
/** The same without the reports: the lists that requests can change. */
export const CHANGING_LISTS = OWN_LISTS.filter((id) => id !== 'listReports');
/** The operations of webhook subscriptions. */
export const SUBSCRIPTIONS = idsOf(({ tag, path }) => tag === 'Webhooks' && path !== '/webhooks/types');
/** The operations that answer in JSON. */
export const WITH_JSON = idsOf(({ response }) => 'json' in response);
/** The operations that show subscriptions. */
export const SHOWN_SUBSCRIPTIONS = SUBSCRIPTIONS.filter((id) => WITH_JSON.includes(id));
/** The operations that accept batches. */
export const BATCH_WRITES = idsOf(({ batch, method }) => batch !== undefined && method !== 'GET');
/** The batch writes for which the description shows nothing but the path. */
export const OTHER_WRITES = BATCH_WRITES.filter(
  (id) => id !== 'upsertProducts' && id !== 'updateProductStatus',
);
/** The batch writes about products, whose maximum of items is known (gap G-16). */
export const PRODUCT_WRITES = idsOf(({ tag, method }) => tag === 'Products' && method !== 'GET');
/** The batch writes that move order items. */
export const ORDER_MOVES = idsOf(({ tag, method }) => tag === 'Orders' && method !== 'GET');
/** The operations that return the results of batches. */
export const RESULTS = idsOf(({ batch, method }) => batch !== undefined && method === 'GET');
/** The results of items that contain strings. */
export const RESULTS_WITH_TEXTS = RESULTS.filter((id) => id !== 'getCancelResults');
/** The results for which the description shows nothing but the path. */
export const OTHER_RESULTS = RESULTS.filter((id) => id !== 'getStatusResults');

/** The operations that answer 400 to some requests with a valid key. */
export const VALIDATING = [...new Set([...WITH_BODY, ...RESULTS, ...PAGED])];
/** The operations that answer 400 or 404 to some requests with a valid key. */
export const REFUSING = [...new Set([...WITH_ID, ...VALIDATING])];

/** The operation with this name; undefined if there is none. */
export function operationIdOf(name: unknown): OperationId | undefined {
  return ALL.find((id) => id === name);
}
