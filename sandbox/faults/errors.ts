import { isObject } from '../schema/check.js';
import type { OperationId } from '../service/operations.js';
import { type Fault, liesIn } from './fault.js';
import * as at from './plants/operations.js';
import {
  changedAt,
  changedJson,
  changedSent,
  isEmptyList,
  isJson,
  isRefusal,
  isSuccess,
  sendingHeaders,
  sendingStatus,
  withoutBody,
} from './plants/responses.js';

/** The length in characters from which the fault that cuts long bodies applies. */
const LONG = 4_096;

/** Operations whose responses grow with the merchant's data, or are always long. */
const WITH_LONG_BODIES: readonly OperationId[] = [
  ...at.RESULTS,
  ...at.CHANGING_LISTS,
  ...(['listCategories', 'getAttributeGroups', 'listBrands'] as const),
];

/** Operations whose responses contain strings beyond ASCII: strings from a merchant, or names in other languages. */
const WITH_ANY_TEXT: readonly OperationId[] = [
  ...at.RESULTS.filter((id) => id !== 'getCancelResults'),
  ...at.SHOWN_SUBSCRIPTIONS,
  ...(['listProducts', 'listOrders'] as const),
  ...at.REFERENCE_DATA,
];

const WITH_INPUT = [...new Set([...at.WITH_BODY, ...at.WITH_QUERY])];

/** Plants a different message in the errors with a status. */
function saying(status: number, reword: (message: string) => string) {
  return changedJson(status, (body) => ({ message: reword(isObject(body) ? String(body.message) : '') }));
}

/** Faults in the bodies, messages and statuses of errors, and in JSON itself (clause 7). */
export const errorFaults: readonly Fault[] = [
  ...liesIn(at.ALL, {
    'ERR-01 calls-message-error': changedJson(
      (status) => isRefusal(status) || status === 401,
      (body) => (isObject(body) ? { error: body.message } : body),
    ),
    'ERR-12 tells-path-of-key-file': saying(401, () => 'No such key in /var/lib/seller-api/keys/active.json'),
  }),
  ...liesIn(at.VALIDATING, {
    'ERR-01 sends-message-as-list': changedJson(400, (body) =>
      isObject(body) ? { message: [body.message] } : body,
    ),
  }),
  ...liesIn(at.WITH_JSON, {
    'ERR-09 adds-warning-to-json': changedAt(isSuccess, (sent) =>
      isJson(sent) ? { ...sent, body: `${sent.body}\nWarning: connection pool exhausted` } : sent,
    ),
    'ERR-09 cuts-connection-in-body': changedAt(isSuccess, (sent) =>
      isJson(sent) ? { ...sent, cutAfter: Math.floor(Buffer.byteLength(sent.body) / 2) } : sent,
    ),
  }),
  ...liesIn(at.REFUSING, {
    'ERR-09 declares-refusals-as-text': sendingHeaders(isRefusal, {
      'content-type': 'text/plain; charset=utf-8',
    }),
    'ERR-12 names-internal-host': sendingHeaders(isRefusal, { 'x-served-by': 'catalog-api-7.prod.internal' }),
  }),
  ...liesIn(WITH_LONG_BODIES, {
    'ERR-09 cuts-long-json': changedSent((sent) =>
      isJson(sent) && sent.body.length > LONG ? { ...sent, body: String(sent.body).slice(0, LONG) } : sent,
    ),
  }),
  ...liesIn(WITH_ANY_TEXT, {
    'ERR-09 claims-shorter-length': changedSent((sent) => {
      const claimedLength = String(sent.body).length;
      return isJson(sent) && claimedLength < Buffer.byteLength(sent.body) ? { ...sent, claimedLength } : sent;
    }),
  }),
  ...liesIn(WITH_INPUT, {
    'ERR-12 sends-stack-trace': changedJson(400, (body) => ({
      ...(isObject(body) && body),
      stack: 'Error: invalid\n    at validate (/srv/app/dist/validate.js:41:13)\n    at process.processTicks',
    })),
    'ERR-13 says-only-that-request-is-bad': saying(400, () => 'Bad request'),
    'ERR-11 answers-invalid-input-with-422': sendingStatus(400, 422),
  }),
  ...liesIn([...at.WITH_ID, ...at.RESULTS], {
    'ERR-12 tells-query-of-lookup': saying(
      404,
      () => 'No rows for SELECT * FROM records WHERE merchant_id = 17 AND id = $1 LIMIT 1',
    ),
  }),
  ...liesIn(at.PRODUCT_WRITES, {
    'ERR-13 names-no-field-of-items': saying(400, (message) =>
      message.replace(/^(items\[\d+\])\..*$/s, '$1 is invalid'),
    ),
  }),
  ...liesIn(['createWebhook'], {
    'ERR-11 answers-created-with-201': sendingStatus(200, 201),
  }),
  ...liesIn(at.BATCH_WRITES, {
    'ERR-11 answers-accepted-batch-with-202': sendingStatus(200, 202),
  }),
  ...liesIn(at.PAGED, {
    'ERR-11 answers-later-page-with-206': sendingStatus(200, 206, ({ query }) => Number(query.page) > 1),
    'ERR-11 answers-empty-page-with-204': changedAt(200, (sent) =>
      isEmptyList(sent) ? { ...withoutBody(sent), status: 204 } : sent,
    ),
  }),
];
