import { isObject } from '../schema/check.js';
import type { Plants } from './fault.js';
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

/** Plants a different message in the errors with a status. */
function saying(status: number, reword: (message: string) => string) {
  return changedJson(status, (body) => ({ message: reword(isObject(body) ? String(body.message) : '') }));
}

/** Faults in the bodies, messages and statuses of errors, and in JSON itself (clause 7). */
export const errorPlants: Plants = {
  'calls-message-error': changedJson(
    (status) => isRefusal(status) || status === 401,
    (body) => (isObject(body) ? { error: body.message } : body),
  ),
  'tells-path-of-key-file': saying(401, () => 'No such key in /var/lib/seller-api/keys/active.json'),
  'sends-message-as-list': changedJson(400, (body) => (isObject(body) ? { message: [body.message] } : body)),
  'adds-warning-to-json': changedAt(isSuccess, (sent) =>
    isJson(sent) ? { ...sent, body: `${sent.body}\nWarning: connection pool exhausted` } : sent,
  ),
  'cuts-connection-in-body': changedAt(isSuccess, (sent) =>
    isJson(sent) ? { ...sent, cutAfter: Math.floor(Buffer.byteLength(sent.body) / 2) } : sent,
  ),
  'declares-refusals-as-text': sendingHeaders(isRefusal, {
    'content-type': 'text/plain; charset=utf-8',
  }),
  'names-internal-host': sendingHeaders(isRefusal, { 'x-served-by': 'catalog-api-7.prod.internal' }),
  'cuts-long-json': changedSent((sent) =>
    isJson(sent) && sent.body.length > LONG ? { ...sent, body: String(sent.body).slice(0, LONG) } : sent,
  ),
  'claims-shorter-length': changedSent((sent) => {
    const claimedLength = String(sent.body).length;
    return isJson(sent) && claimedLength < Buffer.byteLength(sent.body) ? { ...sent, claimedLength } : sent;
  }),
  'sends-stack-trace': changedJson(400, (body) => ({
    ...(isObject(body) && body),
    stack: 'Error: invalid\n    at validate (/srv/app/dist/validate.js:41:13)\n    at process.processTicks',
  })),
  'says-only-that-request-is-bad': saying(400, () => 'Bad request'),
  'answers-invalid-input-with-422': sendingStatus(400, 422),
  'tells-query-of-lookup': saying(
    404,
    () => 'No rows for SELECT * FROM records WHERE merchant_id = 17 AND id = $1 LIMIT 1',
  ),
  'names-no-field-of-items': saying(400, (message) =>
    message.replace(/^(items\[\d+\])\..*$/s, '$1 is invalid'),
  ),
  'answers-created-with-201': sendingStatus(200, 201),
  'answers-accepted-batch-with-202': sendingStatus(200, 202),
  'answers-later-page-with-206': sendingStatus(200, 206, ({ query }) => Number(query.page) > 1),
  'answers-empty-page-with-204': changedAt(200, (sent) =>
    isEmptyList(sent) ? { ...withoutBody(sent), status: 204 } : sent,
  ),
};
