import { isObject } from '../../schema/check.js';
import { type Fault, liesIn } from '../fault.js';
import { RESULTS } from '../operation-sets.js';
import { entriesShapedAs, objectsShapedAs, renamed, without } from './shape-changes.js';

/** Faults of the shapes that clause 2 states: of the status results and of the rejected products. */
export const resultShapeFaults: readonly Fault[] = [
  ...liesIn(['getStatusResults'], {
    'SHP-01 names-batch-id-in-snake-case': [
      'It tells the id of a batch in batch_request_id on the status results.',
      objectsShapedAs((body) => renamed(body, 'batchRequestId', 'batch_request_id')),
    ],
    'SHP-01 sends-success-as-text': [
      'It sends the success of an item as a text.',
      'finished batches',
      entriesShapedAs((entry) => ('success' in entry ? { ...entry, success: `${entry.success}` } : entry)),
    ],
    'SHP-01 leaves-out-errors-of-successful-items': [
      'It leaves out errors where an item succeeded.',
      'items that succeeded',
      entriesShapedAs((entry) => (entry.success === true ? without(entry, 'errors') : entry)),
    ],
    'SHP-01 sends-errors-as-objects': [
      'It sends the errors of an item as objects with a message.',
      'items that failed',
      entriesShapedAs((entry) =>
        Array.isArray(entry.errors)
          ? { ...entry, errors: entry.errors.map((message) => ({ message })) }
          : entry,
      ),
    ],
  }),
  ...liesIn(['listRejectedProducts'], {
    'SHP-01 sends-page-numbers-as-texts': [
      'It sends the numbers of the pagination as texts.',
      objectsShapedAs((body) => ({
        ...body,
        pagination: Object.fromEntries(
          Object.entries(isObject(body.pagination) ? body.pagination : {}).map(([name, value]) => [
            name,
            typeof value === 'number' ? `${value}` : value,
          ]),
        ),
      })),
    ],
    'SHP-01 sends-rejection-reasons-as-texts': [
      'It sends the reasons of a rejection as texts.',
      'merchants with rejected products',
      entriesShapedAs((entry) =>
        Array.isArray(entry.rejection_reasons)
          ? { ...entry, rejection_reasons: entry.rejection_reasons.map(nameOf) }
          : entry,
      ),
    ],
  }),
  ...liesIn(RESULTS, {
    'SHP-09 lists-items-of-unfinished-batch': [
      'It lists an item in the results of a batch before it is finished.',
      'polls of batches that are not finished',
      objectsShapedAs((body) =>
        body.status === 'pending' || body.status === 'processing' ? withOneItem(body) : body,
      ),
    ],
    'SHP-09 lists-items-of-retried-batch': [
      'It lists an item in the results of a batch that is retried.',
      'polls of batches in the status retry',
      objectsShapedAs((body) => (body.status === 'retry' ? withOneItem(body) : body)),
    ],
  }),
];

function withOneItem(body: Readonly<Record<string, unknown>>): object {
  return { ...body, items: [{ requestItem: {}, success: false, errors: ['not processed yet'] }] };
}

function nameOf(reason: unknown): unknown {
  return isObject(reason) ? reason.name : reason;
}
