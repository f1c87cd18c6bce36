import { withHeaders, withoutBody } from '../faults/plants/answers.js';
import { BATCH_WRITES } from '../faults/plants/requests.js';
import { isObject } from '../schema/check.js';
import { OPERATIONS } from '../service/operations.js';
import type { OperationWords, Words, World } from './world.js';

/** Success statuses other than 200 and 204: the description shows none for an operation that writes. */
function successOf(id: string): OperationWords {
  if (id === 'createWebhook') return { success: 201 };
  return id === 'deleteWebhook' || BATCH_WRITES.some((write) => write === id) ? { success: 202 } : {};
}

/** Only the results of status updates show 400 (clause 4.4); clause 4.5 only shows 200. */
const words: Words = Object.fromEntries(
  OPERATIONS.filter(({ id }) => id !== 'getStatusResults').map(({ id }) => [
    id,
    { ...successOf(id), refusal: 422 },
  ]),
);

/** Uses other statuses where the description shows none, and a 429 that says only what clause 8.1 requires. */
export const statuses: World = {
  name: 'statuses',
  does: 'Batch writes and deletions answer 202, a created webhook 201, and invalid requests 422, except for the status results; a 429 has no body and no Retry-After.',
  words,
  send: (sent) => (sent.status === 429 ? withoutBody(withHeaders(sent, { 'retry-after': undefined })) : sent),
  describe(operation) {
    const responses: Record<string, unknown> = Object(operation.responses);
    const { content: _, headers, ...response } = Object(responses[429]);
    const { 'Retry-After': __, ...kept } = isObject(headers) ? headers : {};
    return { ...operation, responses: { ...responses, 429: { ...response, headers: kept } } };
  },
};
