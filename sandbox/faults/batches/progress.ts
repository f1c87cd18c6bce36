import { BATCH_STATUSES } from '../../domain/batches/batch.js';
import { changingResults, hidingResults, isFinished } from '../batch-results.js';
import type { Fault } from '../fault.js';
import { createCounter } from '../memory.js';
import { RESULTS } from '../operation-sets.js';

const operations = RESULTS;
/** Longer than any deadline, in milliseconds. */
const EVER = 1e12;

/** Faults of the way of a batch from its submission to its end (clause 3.2, gap G-07). */
export const progressFaults: readonly Fault[] = [
  {
    id: 'hides-batch-on-first-read',
    violates: 'BAT-02',
    does: 'It answers 404 when a batch is read for the first time.',
    operations,
    showsFor: 'the first read',
    plant: hidingResults(() => {
      const count = createCounter();
      return ({ id }) => count(id) === 1;
    }),
  },
  {
    id: 'hides-batch-while-it-is-retried',
    violates: 'BAT-02',
    does: 'It answers 404 for a batch that is in status retry.',
    operations,
    showsFor: 'reads while a batch is retried',
    plant: hidingResults(
      () =>
        ({ status }) =>
          status === 'retry',
    ),
  },
  {
    id: 'tells-status-as-number',
    violates: 'BAT-04',
    does: 'It tells the status of a batch as a number.',
    operations,
    plant: changingResults(() => (result) => ({
      ...result,
      status: BATCH_STATUSES.map(String).indexOf(String(result.status)),
    })),
  },
  {
    id: 'tells-no-status-while-pending',
    violates: 'BAT-04',
    does: 'It tells null as the status of a batch that is pending.',
    operations,
    showsFor: 'reads while a batch is pending',
    plant: changingResults(
      () => (result) => (result.status === 'pending' ? { ...result, status: null } : result),
    ),
  },
  {
    id: 'never-finishes',
    violates: 'BAT-05',
    does: 'It tells processing for ever.',
    operations,
    plant: changingResults(
      () => (result) => (isFinished(result) ? { ...result, status: 'processing', entries: [] } : result),
    ),
  },
  {
    id: 'retries-for-ever',
    violates: 'BAT-05',
    does: 'It never ends a batch that is retried.',
    showsFor: 'batches that are retried',
    plant: ({ rules }) => ({ rules: { ...rules, batchPace: { ...rules.batchPace, retry: EVER } } }),
  },
  {
    id: 'reopens-finished-batch',
    violates: 'BAT-06',
    does: 'It tells processing once more when a finished batch is read again.',
    operations,
    showsFor: 'the second read of a finished batch',
    plant: changingResults(() => {
      const count = createCounter();
      return (result) =>
        isFinished(result) && count(result.id) === 2
          ? { ...result, status: 'processing', entries: [] }
          : result;
    }),
  },
  {
    id: 'words-messages-anew-on-each-read',
    violates: 'BAT-06',
    does: 'It words the messages of a finished batch in another way each time that they are read.',
    operations,
    showsFor: 'failed items',
    plant: changingResults(() => {
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
  },
  {
    id: 'goes-back-to-pending',
    violates: 'BAT-07',
    does: 'It tells pending again for a batch that it has told to be in processing.',
    operations,
    showsFor: 'the second read while a batch is in processing',
    plant: changingResults(() => {
      const count = createCounter();
      return (result) =>
        result.status === 'processing' && count(result.id) % 2 === 0
          ? { ...result, status: 'pending' }
          : result;
    }),
  },
  {
    id: 'swaps-pending-and-processing',
    violates: 'BAT-07',
    does: 'It tells processing first and pending afterwards.',
    operations,
    plant: changingResults(() => (result) => {
      if (result.status === 'pending') return { ...result, status: 'processing' };
      return result.status === 'processing' ? { ...result, status: 'pending' } : result;
    }),
  },
];
