import { BATCH_STATUSES } from '../../domain/batches/batch.js';
import { changingResults, hidingResults, isFinished } from '../batch-results.js';
import { type Fault, lies, liesIn } from '../fault.js';
import { createCounter } from '../memory.js';
import { RESULTS } from '../operation-sets.js';

/** Longer than any deadline, in milliseconds. */
const EVER = 1e12;

/** Faults of the way of a batch from its submission to its end (clause 3.2, gap G-07). */
export const progressFaults: readonly Fault[] = [
  ...liesIn(RESULTS, {
    'BAT-02 hides-batch-on-first-read': [
      'It answers 404 when a batch is read for the first time.',
      'the first read',
      hidingResults(() => {
        const count = createCounter();
        return ({ id }) => count(id) === 1;
      }),
    ],
    'BAT-02 hides-batch-while-it-is-retried': [
      'It answers 404 for a batch that is in status retry.',
      'reads while a batch is retried',
      hidingResults(
        () =>
          ({ status }) =>
            status === 'retry',
      ),
    ],
    'BAT-04 tells-status-as-number': [
      'It tells the status of a batch as a number.',
      changingResults(() => (result) => ({
        ...result,
        status: BATCH_STATUSES.map(String).indexOf(String(result.status)),
      })),
    ],
    'BAT-04 tells-no-status-while-pending': [
      'It tells null as the status of a batch that is pending.',
      'reads while a batch is pending',
      changingResults(() => (result) => (result.status === 'pending' ? { ...result, status: null } : result)),
    ],
    'BAT-05 never-finishes': [
      'It tells processing for ever.',
      changingResults(
        () => (result) => (isFinished(result) ? { ...result, status: 'processing', entries: [] } : result),
      ),
    ],
    'BAT-06 reopens-finished-batch': [
      'It tells processing once more when a finished batch is read again.',
      'the second read of a finished batch',
      changingResults(() => {
        const count = createCounter();
        return (result) =>
          isFinished(result) && count(result.id) === 2
            ? { ...result, status: 'processing', entries: [] }
            : result;
      }),
    ],
    'BAT-06 words-messages-anew-on-each-read': [
      'It words the messages of a finished batch in another way each time that they are read.',
      'failed items',
      changingResults(() => {
        const count = createCounter();
        return (result) => {
          const request = count('request');
          return {
            ...result,
            entries: result.entries.map((entry) => ({
              ...entry,
              errors: entry.errors.map((message) => `[request ${request}] ${message}`),
            })),
          };
        };
      }),
    ],
    'BAT-07 goes-back-to-pending': [
      'It tells pending again for a batch that it has told to be in processing.',
      'the second read while a batch is in processing',
      changingResults(() => {
        const count = createCounter();
        return (result) =>
          result.status === 'processing' && count(result.id) % 2 === 0
            ? { ...result, status: 'pending' }
            : result;
      }),
    ],
    'BAT-07 swaps-pending-and-processing': [
      'It tells processing first and pending afterwards.',
      changingResults(() => (result) => {
        if (result.status === 'pending') return { ...result, status: 'processing' };
        return result.status === 'processing' ? { ...result, status: 'pending' } : result;
      }),
    ],
  }),
  ...lies({
    'BAT-05 retries-for-ever': [
      'It never ends a batch that is retried.',
      'batches that are retried',
      ({ rules }) => ({ rules: { ...rules, batchPace: { ...rules.batchPace, retry: EVER } } }),
    ],
  }),
];
