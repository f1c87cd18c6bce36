import { NO_QUERY, type Operation, takesBody } from '../../http/operation.js';
import { OPERATIONS, type OperationId } from '../../service/operations.js';

const isRead = ({ method }: Operation) => method === 'GET';
const isList = ({ method, path }: Operation) => method === 'GET' && /(\/|\/rejected)$/.test(path);
const isPaged = ({ query }: Operation) => 'page' in query.properties;
const isReferenceData = ({ tag }: Operation) => tag === 'Reference data';
const isBatchWrite = (operation: Operation) => operation.batch !== undefined && !isRead(operation);
const isResults = (operation: Operation) => operation.batch !== undefined && isRead(operation);
const answersJson = ({ response }: Operation) => 'json' in response;

/** Whether the entries of a list or of its pages have an id. */
function listsIds({ response }: Operation): boolean {
  const listed = 'json' in response ? Object(response.json) : {};
  return 'id' in Object((listed.items ?? listed.properties?.items?.items)?.properties);
}

/** Sets of operations, each with the rule that decides which operations belong to it. */
const SETS: Readonly<Record<string, (operation: Operation) => boolean>> = {
  ALL: () => true,
  /** Those that change something. */
  WRITES: (each) => !isRead(each),
  WITH_BODY: takesBody,
  WITH_QUERY: ({ query }) => query !== NO_QUERY,
  /** Those with an id in their path. */
  WITH_ID: ({ params }) => params !== undefined,
  /** Those that answer in JSON. */
  WITH_JSON: answersJson,
  /** Those that answer with a file. */
  FILES: ({ response }) => 'mediaType' in response,
  /** Those for which X-RateLimit-Reset and 400 are not shown (clause 4.4). */
  OTHER_THAN_STATUS_RESULTS: ({ id }) => id !== 'getStatusResults',
  /** Those that answer with and without a trailing slash. */
  COLLECTIONS: ({ path }) => path.endsWith('/'),
  /** Collections that are lists. */
  LISTED_COLLECTIONS: (each) => each.path.endsWith('/') && isList(each),
  /** Those that list page by page. */
  PAGED: isPaged,
  /** Paged lists for which the description shows at most the parameters. */
  OTHER_PAGED: (each) => isPaged(each) && each.id !== 'listRejectedProducts',
  /** The data of the marketplace. */
  REFERENCE_DATA: isReferenceData,
  /** Reference data with ids: countries and locales have codes instead. */
  RECORDS_WITH_ID: (each) => isReferenceData(each) && listsIds(each),
  /** Lists of a merchant's own data. */
  OWN_LISTS: (each) => isList(each) && !isReferenceData(each),
  /** Lists of a merchant's own data except the reports: requests can change these lists. */
  CHANGING_LISTS: (each) => isList(each) && !isReferenceData(each) && each.id !== 'listReports',
  /** Those that show webhook subscriptions. */
  SHOWN_SUBSCRIPTIONS: (each) =>
    each.tag === 'Webhooks' && each.path !== '/webhooks/types' && answersJson(each),
  /** Those that accept batches. */
  BATCH_WRITES: isBatchWrite,
  /** Batch writes for which the description shows nothing but the path. */
  OTHER_WRITES: (each) => isBatchWrite(each) && !/^\/products\/(status)?$/.test(each.path),
  /** Batch writes for products, whose maximum number of items is known (gap G-16). */
  PRODUCT_WRITES: (each) => each.tag === 'Products' && !isRead(each),
  /** Batch writes that move order items. */
  ORDER_MOVES: (each) => each.tag === 'Orders' && !isRead(each),
  /** Those that return the results of batches. */
  RESULTS: isResults,
  /** The results of items that contain strings. */
  RESULTS_WITH_TEXTS: (each) => isResults(each) && each.batch !== 'cancel',
  /** Results for which the description shows nothing but the path. */
  OTHER_RESULTS: (each) => isResults(each) && each.batch !== 'status',
  /** Those that answer 400 to some requests with a valid key. */
  VALIDATING: (each) => takesBody(each) || isResults(each) || isPaged(each),
  /** Those that answer 400 or 404 to some requests with a valid key. */
  REFUSING: (each) => each.params !== undefined || takesBody(each) || isResults(each) || isPaged(each),
};

/** The operations with a name: those of a set, or the one with this id. Throws if it names neither. */
export function operationsIn(name: string): readonly OperationId[] {
  const found = OPERATIONS.filter(SETS[name] ?? (({ id }) => id === name)).map(({ id }) => id);
  if (found.length === 0) throw new Error(`"${name}" is neither an operation nor a set of them`);
  return found;
}

/** The operation with this name; undefined if there is none. */
export function operationIdOf(name: unknown): OperationId | undefined {
  return OPERATIONS.find(({ id }) => id === name)?.id;
}
