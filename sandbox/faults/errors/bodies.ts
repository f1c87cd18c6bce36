import type { OperationId } from '../../http/rate-limits.js';
import { isObject } from '../../schema/check.js';
import { type Fault, liesIn } from '../fault.js';
import { ALL, REFUSING, RESULTS, VALIDATING, WITH_ID, WITH_JSON } from '../operation-sets.js';
import { changedJson, changedSent, isJson, isRefusal, isSuccess, withHeaders } from '../sent-changes.js';

/** Bodies longer than this are cut by the fault that cuts long ones, in characters. */
const LONG = 4_096;

/** Operations whose answers grow with what a merchant has; all others are always short. */
const WITH_LONG_BODIES: readonly OperationId[] = [
  ...RESULTS,
  ...(['listWebhooks', 'listProducts', 'listRejectedProducts', 'listOrders'] as const),
  ...(['listCategories', 'getAttributeGroups', 'listBrands'] as const),
];

/** Operations whose answers hold texts beyond ASCII: those that a merchant sent, or names in other languages. */
const WITH_ANY_TEXT: readonly OperationId[] = [
  ...RESULTS.filter((id) => id !== 'getCancelResults'),
  ...([
    'listWebhooks',
    'createWebhook',
    'getWebhook',
    'updateWebhook',
    'listProducts',
    'listOrders',
  ] as const),
  ...(['listCategories', 'getAttributeGroups', 'listCountries', 'listBrands'] as const),
];

/** Faults of the bodies of errors, and of JSON as such. */
export const errorBodyFaults: readonly Fault[] = [
  ...liesIn(ALL, {
    'ERR-01 calls-message-error': [
      'It sends errors with the field error in the place of message.',
      changedJson(isRefused, (body) => (isObject(body) ? { error: body.message } : body)),
    ],
  }),
  ...liesIn(VALIDATING, {
    'ERR-01 sends-message-as-list': [
      'It sends the message of a 400 as a list of texts.',
      'requests that are answered 400',
      changedJson(
        (status) => status === 400,
        (body) => (isObject(body) ? { message: [body.message] } : body),
      ),
    ],
  }),
  ...liesIn([...WITH_ID, 'getProductResults', 'getStatusResults', 'getShipResults'], {
    'ERR-01 sends-404-with-null-message': [
      'It sends null as the message of a 404.',
      'ids that do not exist',
      changedJson(
        (status) => status === 404,
        () => ({ message: null }),
      ),
    ],
  }),
  ...liesIn(WITH_JSON, {
    'ERR-09 declares-json-as-html': [
      'It sends JSON with the media type text/html.',
      changedSent((sent) =>
        isJson(sent) ? withHeaders(sent, { 'content-type': 'text/html; charset=utf-8' }) : sent,
      ),
    ],
    'ERR-09 adds-warning-to-json': [
      'It puts a warning of its own behind the JSON of an answer.',
      changedSent((sent) =>
        isJson(sent) && isSuccess(sent.status)
          ? { ...sent, body: `${String(sent.body)}\nWarning: connection pool exhausted` }
          : sent,
      ),
    ],
    'ERR-09 cuts-connection-in-body': [
      'It cuts the connection in the middle of the body of a success.',
      changedSent((sent) =>
        isJson(sent) && isSuccess(sent.status)
          ? { ...sent, cutAfter: Math.floor(Buffer.byteLength(sent.body) / 2) }
          : sent,
      ),
    ],
  }),
  ...liesIn(REFUSING, {
    'ERR-09 declares-refusals-as-text': [
      'It sends 400 and 404 with the media type text/plain.',
      'requests that are answered 400 or 404',
      changedSent((sent) =>
        isRefusal(sent.status) ? withHeaders(sent, { 'content-type': 'text/plain; charset=utf-8' }) : sent,
      ),
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
      'It counts characters for the length of a body where it should count bytes.',
      'bodies with characters beyond ASCII',
      changedSent((sent) => {
        const claimedLength = String(sent.body).length;
        return isJson(sent) && claimedLength < Buffer.byteLength(sent.body)
          ? { ...sent, claimedLength }
          : sent;
      }),
    ],
  }),
];

function isRefused(status: number): boolean {
  return isRefusal(status) || status === 401;
}
