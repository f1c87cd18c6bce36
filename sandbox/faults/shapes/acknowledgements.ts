import { type Fault, type Lie, liesIn } from '../fault.js';
import { objectsShapedAs, renamed } from './shape-changes.js';

const OTHERS = [
  'updateProductStock',
  'updateProductPrices',
  'cancelOrderItems',
  'shipOrderItems',
  'returnOrderItems',
] as const;

const RENAMED: Lie = [
  'It acknowledges a batch with its id in id.',
  objectsShapedAs((body) => renamed(body, 'batchRequestId', 'id')),
];
const WRAPPED: Lie = [
  'It acknowledges a batch with an object in data.',
  objectsShapedAs((body) => ('batchRequestId' in body ? { data: body } : body)),
];

/** Faults of the bodies by which a batch is acknowledged (gaps G-09, G-10 and G-11). */
export const acknowledgementFaults: readonly Fault[] = [
  ...liesIn(['upsertProducts'], {
    'SHP-04 names-batch-id-of-upsert-otherwise': RENAMED,
    'SHP-04 wraps-acknowledgement-of-upsert': WRAPPED,
  }),
  ...liesIn(['updateProductStatus'], {
    'SHP-05 names-batch-id-of-status-update-otherwise': RENAMED,
    'SHP-05 wraps-acknowledgement-of-status-update': WRAPPED,
  }),
  ...liesIn(OTHERS, {
    'SHP-06 names-batch-id-of-update-otherwise': RENAMED,
    'SHP-06 wraps-acknowledgement-of-update': WRAPPED,
  }),
];
