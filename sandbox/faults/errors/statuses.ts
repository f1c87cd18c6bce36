import { isObject } from '../../schema/check.js';
import { type Fault, liesIn } from '../fault.js';
import { BATCH_WRITES, PAGED, WITH_BODY, WITH_QUERY } from '../operation-sets.js';
import { changedSent, withoutBody } from '../sent-changes.js';

/** Faults that answer with statuses that aren't documented. */
export const statusFaults: readonly Fault[] = [
  ...liesIn(['createWebhook'], {
    'ERR-11 answers-created-with-201': [
      'It answers the creation of a webhook subscription with 201.',
      changedSent((sent) => (sent.status === 200 ? { ...sent, status: 201 } : sent)),
    ],
  }),
  ...liesIn(BATCH_WRITES, {
    'ERR-11 answers-accepted-batch-with-202': [
      'It answers an accepted batch with 202.',
      changedSent((sent) => (sent.status === 200 ? { ...sent, status: 202 } : sent)),
    ],
  }),
  ...liesIn([...new Set([...WITH_BODY, ...WITH_QUERY])], {
    'ERR-11 answers-invalid-input-with-422': [
      'It answers invalid input with 422.',
      'invalid input',
      changedSent((sent) => (sent.status === 400 ? { ...sent, status: 422 } : sent)),
    ],
  }),
  ...liesIn(PAGED, {
    'ERR-11 answers-later-page-with-206': [
      'It answers a page behind the first one with 206.',
      'pages behind the first',
      changedSent((sent, { query }) =>
        sent.status === 200 && Number(query.page) > 1 ? { ...sent, status: 206 } : sent,
      ),
    ],
    'ERR-11 answers-empty-page-with-204': [
      'It answers an empty list with 204 and no body.',
      'lists without entries',
      changedSent((sent) => {
        const body: unknown = sent.status === 200 ? JSON.parse(String(sent.body)) : undefined;
        const isEmpty = isObject(body) && Array.isArray(body.items) && body.items.length === 0;
        return isEmpty ? { ...withoutBody(sent), status: 204 } : sent;
      }),
    ],
  }),
];
