import type { OperationId } from '../../http/rate-limits.js';
import { isObject } from '../../schema/check.js';
import type { Fault } from '../fault.js';
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
  {
    id: 'calls-message-error',
    violates: 'ERR-01',
    does: 'It sends errors with the field error in the place of message.',
    operations: ALL,
    plant: (_clean, plantedIn) =>
      changedJson(plantedIn, isRefused, (body) => (isObject(body) ? { error: body.message } : body)),
  },
  {
    id: 'sends-message-as-list',
    violates: 'ERR-01',
    does: 'It sends the message of a 400 as a list of texts.',
    operations: VALIDATING,
    showsFor: 'requests that are answered 400',
    plant: (_clean, plantedIn) =>
      changedJson(
        plantedIn,
        (status) => status === 400,
        (body) => (isObject(body) ? { message: [body.message] } : body),
      ),
  },
  {
    id: 'sends-404-with-null-message',
    violates: 'ERR-01',
    does: 'It sends null as the message of a 404.',
    operations: [...WITH_ID, 'getProductResults', 'getStatusResults', 'getShipResults'],
    showsFor: 'ids that do not exist',
    plant: (_clean, plantedIn) =>
      changedJson(
        plantedIn,
        (status) => status === 404,
        () => ({ message: null }),
      ),
  },
  {
    id: 'declares-json-as-html',
    violates: 'ERR-09',
    does: 'It sends JSON with the media type text/html.',
    operations: WITH_JSON,
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) =>
        isJson(sent) ? withHeaders(sent, { 'content-type': 'text/html; charset=utf-8' }) : sent,
      ),
  },
  {
    id: 'declares-refusals-as-text',
    violates: 'ERR-09',
    does: 'It sends 400 and 404 with the media type text/plain.',
    operations: REFUSING,
    showsFor: 'requests that are answered 400 or 404',
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) =>
        isRefusal(sent.status) ? withHeaders(sent, { 'content-type': 'text/plain; charset=utf-8' }) : sent,
      ),
  },
  {
    id: 'adds-warning-to-json',
    violates: 'ERR-09',
    does: 'It puts a warning of its own behind the JSON of an answer.',
    operations: WITH_JSON,
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) =>
        isJson(sent) && isSuccess(sent.status)
          ? { ...sent, body: `${String(sent.body)}\nWarning: connection pool exhausted` }
          : sent,
      ),
  },
  {
    id: 'cuts-long-json',
    violates: 'ERR-09',
    does: 'It sends only the beginning of a long body.',
    operations: WITH_LONG_BODIES,
    showsFor: 'bodies of more than 4096 characters',
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) =>
        isJson(sent) && sent.body.length > LONG ? { ...sent, body: String(sent.body).slice(0, LONG) } : sent,
      ),
  },
  {
    id: 'claims-shorter-length',
    violates: 'ERR-09',
    does: 'It counts characters for the length of a body where it should count bytes.',
    operations: WITH_ANY_TEXT,
    showsFor: 'bodies with characters beyond ASCII',
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) => {
        const claimedLength = String(sent.body).length;
        return isJson(sent) && claimedLength < Buffer.byteLength(sent.body)
          ? { ...sent, claimedLength }
          : sent;
      }),
  },
  {
    id: 'cuts-connection-in-body',
    violates: 'ERR-09',
    does: 'It cuts the connection in the middle of the body of a success.',
    operations: WITH_JSON,
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) =>
        isJson(sent) && isSuccess(sent.status)
          ? { ...sent, cutAfter: Math.floor(Buffer.byteLength(sent.body) / 2) }
          : sent,
      ),
  },
];

function isRefused(status: number): boolean {
  return isRefusal(status) || status === 401;
}
