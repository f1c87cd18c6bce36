import { isObject } from '../schema/check.js';
import type { OperationId } from '../service/operations.js';
import { type Fault, liesIn } from './fault.js';
import {
  ALL,
  BATCH_WRITES,
  CHANGING_LISTS,
  PAGED,
  PRODUCT_WRITES,
  REFERENCE_DATA,
  REFUSING,
  RESULTS,
  SHOWN_SUBSCRIPTIONS,
  VALIDATING,
  WITH_BODY,
  WITH_ID,
  WITH_JSON,
  WITH_QUERY,
} from './plants/requests.js';
import {
  changedAt,
  changedJson,
  changedSent,
  isEmptyList,
  isJson,
  isRefusal,
  isSuccess,
  withHeaders,
  withoutBody,
} from './plants/responses.js';

/** The length in characters from which the fault that cuts long bodies applies. */
const LONG = 4_096;

/** Operations whose responses grow with the merchant's data, or are always long. */
const WITH_LONG_BODIES: readonly OperationId[] = [
  ...RESULTS,
  ...CHANGING_LISTS,
  ...(['listCategories', 'getAttributeGroups', 'listBrands'] as const),
];

/** Operations whose responses contain strings beyond ASCII: strings from a merchant, or names in other languages. */
const WITH_ANY_TEXT: readonly OperationId[] = [
  ...RESULTS.filter((id) => id !== 'getCancelResults'),
  ...SHOWN_SUBSCRIPTIONS,
  ...(['listProducts', 'listOrders'] as const),
  ...REFERENCE_DATA,
];

const WITH_INPUT = [...new Set([...WITH_BODY, ...WITH_QUERY])];

/** Plants a different message in the errors with a status. */
function saying(status: number, reword: (message: string) => string) {
  return changedJson(status, (body) => ({ message: reword(isObject(body) ? String(body.message) : '') }));
}

/** Faults in the bodies, messages and statuses of errors, and in JSON itself (clause 7). */
export const errorFaults: readonly Fault[] = [
  ...liesIn(ALL, {
    'ERR-01 calls-message-error': [
      'It sends errors with a field named error in place of message.',
      changedJson(
        (status) => isRefusal(status) || status === 401,
        (body) => (isObject(body) ? { error: body.message } : body),
      ),
    ],
    'ERR-12 tells-path-of-key-file': [
      'It reveals in the message of a 401 which file it searched for the key.',
      'requests that are answered with 401',
      saying(401, () => 'No such key in /var/lib/seller-api/keys/active.json'),
    ],
  }),
  ...liesIn(VALIDATING, {
    'ERR-01 sends-message-as-list': [
      'It sends the message of a 400 as a list of strings.',
      'requests that are answered with 400',
      changedJson(400, (body) => (isObject(body) ? { message: [body.message] } : body)),
    ],
  }),
  ...liesIn(WITH_JSON, {
    'ERR-09 adds-warning-to-json': [
      'It adds a warning after the JSON of a response.',
      changedAt(isSuccess, (sent) =>
        isJson(sent) ? { ...sent, body: `${sent.body}\nWarning: connection pool exhausted` } : sent,
      ),
    ],
    'ERR-09 cuts-connection-in-body': [
      'It cuts the connection in the middle of the body of a success.',
      changedAt(isSuccess, (sent) =>
        isJson(sent) ? { ...sent, cutAfter: Math.floor(Buffer.byteLength(sent.body) / 2) } : sent,
      ),
    ],
  }),
  ...liesIn(REFUSING, {
    'ERR-09 declares-refusals-as-text': [
      'It sends 400 and 404 with the media type text/plain.',
      'requests that are answered with 400 or 404',
      changedAt(isRefusal, (sent) => withHeaders(sent, { 'content-type': 'text/plain; charset=utf-8' })),
    ],
    'ERR-12 names-internal-host': [
      'It reveals in a header which host refused a request.',
      'the headers of a 400 or 404',
      changedAt(isRefusal, (sent) => withHeaders(sent, { 'x-served-by': 'catalog-api-7.prod.internal' })),
    ],
  }),
  ...liesIn(WITH_LONG_BODIES, {
    'ERR-09 cuts-long-json': [
      'It sends only the beginning of a long body.',
      'bodies of more than 4096 characters',
      changedSent((sent) =>
        isJson(sent) && sent.body.length > LONG ? { ...sent, body: String(sent.body).slice(0, LONG) } : sent,
      ),
    ],
  }),
  ...liesIn(WITH_ANY_TEXT, {
    'ERR-09 claims-shorter-length': [
      'It declares the length of a body in characters instead of bytes.',
      'bodies with characters beyond ASCII',
      changedSent((sent) => {
        const claimedLength = String(sent.body).length;
        return isJson(sent) && claimedLength < Buffer.byteLength(sent.body)
          ? { ...sent, claimedLength }
          : sent;
      }),
    ],
  }),
  ...liesIn(WITH_INPUT, {
    'ERR-12 sends-stack-trace': [
      'It sends a stack trace with a 400.',
      'requests that are answered with 400',
      changedJson(400, (body) => ({
        ...(isObject(body) && body),
        stack:
          'Error: invalid\n    at validate (/srv/app/dist/validate.js:41:13)\n    at process.processTicks',
      })),
    ],
    'ERR-13 says-only-that-request-is-bad': [
      'It says only that the request is bad, not what is wrong with it.',
      saying(400, () => 'Bad request'),
    ],
    'ERR-11 answers-invalid-input-with-422': [
      'It answers invalid input with 422.',
      'invalid input',
      changedAt(400, (sent) => ({ ...sent, status: 422 })),
    ],
  }),
  ...liesIn([...WITH_ID, ...RESULTS], {
    'ERR-12 tells-query-of-lookup': [
      'It reveals in the message of a 404 the database query that found nothing.',
      'requests that are answered with 404',
      saying(404, () => 'No rows for SELECT * FROM records WHERE merchant_id = 17 AND id = $1 LIMIT 1'),
    ],
  }),
  ...liesIn(PRODUCT_WRITES, {
    'ERR-13 names-no-field-of-items': [
      'It says only which item is invalid, not why.',
      'invalid fields of items',
      saying(400, (message) => message.replace(/^(items\[\d+\])\..*$/s, '$1 is invalid')),
    ],
  }),
  ...liesIn(['createWebhook'], {
    'ERR-11 answers-created-with-201': [
      'It answers the creation of a webhook subscription with 201.',
      changedAt(200, (sent) => ({ ...sent, status: 201 })),
    ],
  }),
  ...liesIn(BATCH_WRITES, {
    'ERR-11 answers-accepted-batch-with-202': [
      'It answers an accepted batch with 202.',
      changedAt(200, (sent) => ({ ...sent, status: 202 })),
    ],
  }),
  ...liesIn(PAGED, {
    'ERR-11 answers-later-page-with-206': [
      'It answers each page after the first with 206.',
      'pages after the first',
      changedAt(200, (sent, { query }) => (Number(query.page) > 1 ? { ...sent, status: 206 } : sent)),
    ],
    'ERR-11 answers-empty-page-with-204': [
      'It answers an empty list with 204 and no body.',
      'lists without entries',
      changedAt(200, (sent) => (isEmptyList(sent) ? { ...withoutBody(sent), status: 204 } : sent)),
    ],
  }),
];
