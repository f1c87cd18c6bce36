import * as at from '../faults/plants/operations.js';
import { inEach } from './words.js';
import type { World } from './world.js';

/** Uses different statuses where the description shows none, and a 429 that says only what clause 8.1 requires. */
export const statuses: World = {
  name: 'statuses',
  does: 'Batch writes and deletions answer 202, a created webhook 201, and invalid requests 422, except for the status results; a 429 has no body and no Retry-After.',
  words: {
    ...inEach(at.ALL, { refusal: 422 }),
    // The description shows no success for an operation that writes.
    ...inEach([...at.BATCH_WRITES, 'deleteWebhook'], { success: 202, refusal: 422 }),
    createWebhook: { success: 201, refusal: 422 },
    // Only the results of status updates show 400 (clause 4.4); clause 4.5 only shows 200.
    getStatusResults: {},
  },
  responses: (status) => (status === 429 ? { body: null, headers: { 'Retry-After': null } } : undefined),
};
