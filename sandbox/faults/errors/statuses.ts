import { isObject } from '../../schema/check.js';
import type { Fault } from '../fault.js';
import { BATCH_WRITES, PAGED, WITH_BODY, WITH_QUERY } from '../operation-sets.js';
import { changedSent, withoutBody } from '../sent-changes.js';

/** Faults that answer with statuses that aren't documented. */
export const statusFaults: readonly Fault[] = [
  {
    id: 'answers-created-with-201',
    violates: 'ERR-11',
    does: 'It answers the creation of a webhook subscription with 201.',
    operations: ['createWebhook'],
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) => (sent.status === 200 ? { ...sent, status: 201 } : sent)),
  },
  {
    id: 'answers-accepted-batch-with-202',
    violates: 'ERR-11',
    does: 'It answers an accepted batch with 202.',
    operations: BATCH_WRITES,
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) => (sent.status === 200 ? { ...sent, status: 202 } : sent)),
  },
  {
    id: 'answers-invalid-input-with-422',
    violates: 'ERR-11',
    does: 'It answers invalid input with 422.',
    operations: [...new Set([...WITH_BODY, ...WITH_QUERY])],
    showsFor: 'invalid input',
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) => (sent.status === 400 ? { ...sent, status: 422 } : sent)),
  },
  {
    id: 'answers-later-page-with-206',
    violates: 'ERR-11',
    does: 'It answers a page behind the first one with 206.',
    operations: PAGED,
    showsFor: 'pages behind the first',
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent, { query }) =>
        sent.status === 200 && Number(query.page) > 1 ? { ...sent, status: 206 } : sent,
      ),
  },
  {
    id: 'answers-empty-page-with-204',
    violates: 'ERR-11',
    does: 'It answers an empty list with 204 and no body.',
    operations: PAGED,
    showsFor: 'lists without entries',
    plant: (_clean, plantedIn) =>
      changedSent(plantedIn, (sent) => {
        const body: unknown = sent.status === 200 ? JSON.parse(String(sent.body)) : undefined;
        const isEmpty = isObject(body) && Array.isArray(body.items) && body.items.length === 0;
        return isEmpty ? { ...withoutBody(sent), status: 204 } : sent;
      }),
  },
];
