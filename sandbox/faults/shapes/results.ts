import { isObject } from '../../schema/check.js';
import type { Fault } from '../fault.js';
import { RESULTS } from '../operation-sets.js';
import { entriesShapedAs, objectsShapedAs, renamed, without } from './shape-changes.js';

/** Faults of the shapes that clause 2 states: of the status results and of the rejected products. */
export const resultShapeFaults: readonly Fault[] = [
  {
    id: 'names-batch-id-in-snake-case',
    violates: 'SHP-01',
    does: 'It tells the id of a batch in batch_request_id on the status results.',
    operations: ['getStatusResults'],
    plant: objectsShapedAs((body) => renamed(body, 'batchRequestId', 'batch_request_id')),
  },
  {
    id: 'sends-success-as-text',
    violates: 'SHP-01',
    does: 'It sends the success of an item as a text.',
    operations: ['getStatusResults'],
    showsFor: 'finished batches',
    plant: entriesShapedAs((entry) =>
      'success' in entry ? { ...entry, success: `${entry.success}` } : entry,
    ),
  },
  {
    id: 'leaves-out-errors-of-successful-items',
    violates: 'SHP-01',
    does: 'It leaves out errors where an item succeeded.',
    operations: ['getStatusResults'],
    showsFor: 'items that succeeded',
    plant: entriesShapedAs((entry) => (entry.success === true ? without(entry, 'errors') : entry)),
  },
  {
    id: 'sends-errors-as-objects',
    violates: 'SHP-01',
    does: 'It sends the errors of an item as objects with a message.',
    operations: ['getStatusResults'],
    showsFor: 'items that failed',
    plant: entriesShapedAs((entry) =>
      Array.isArray(entry.errors)
        ? { ...entry, errors: entry.errors.map((message) => ({ message })) }
        : entry,
    ),
  },
  {
    id: 'sends-page-numbers-as-texts',
    violates: 'SHP-01',
    does: 'It sends the numbers of the pagination as texts.',
    operations: ['listRejectedProducts'],
    plant: objectsShapedAs((body) => ({
      ...body,
      pagination: Object.fromEntries(
        Object.entries(isObject(body.pagination) ? body.pagination : {}).map(([name, value]) => [
          name,
          typeof value === 'number' ? `${value}` : value,
        ]),
      ),
    })),
  },
  {
    id: 'sends-rejection-reasons-as-texts',
    violates: 'SHP-01',
    does: 'It sends the reasons of a rejection as texts.',
    operations: ['listRejectedProducts'],
    showsFor: 'merchants with rejected products',
    plant: entriesShapedAs((entry) =>
      Array.isArray(entry.rejection_reasons)
        ? { ...entry, rejection_reasons: entry.rejection_reasons.map(nameOf) }
        : entry,
    ),
  },
  {
    id: 'lists-items-of-unfinished-batch',
    violates: 'SHP-09',
    does: 'It lists an item in the results of a batch before it is finished.',
    operations: RESULTS,
    showsFor: 'polls of batches that are not finished',
    plant: objectsShapedAs((body) =>
      body.status === 'pending' || body.status === 'processing' ? withOneItem(body) : body,
    ),
  },
  {
    id: 'lists-items-of-retried-batch',
    violates: 'SHP-09',
    does: 'It lists an item in the results of a batch that is retried.',
    operations: RESULTS,
    showsFor: 'polls of batches in the status retry',
    plant: objectsShapedAs((body) => (body.status === 'retry' ? withOneItem(body) : body)),
  },
];

function withOneItem(body: Readonly<Record<string, unknown>>): object {
  return { ...body, items: [{ requestItem: {}, success: false, errors: ['not processed yet'] }] };
}

function nameOf(reason: unknown): unknown {
  return isObject(reason) ? reason.name : reason;
}
