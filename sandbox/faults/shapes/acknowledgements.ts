import type { OperationId } from '../../http/rate-limits.js';
import type { Fault } from '../fault.js';
import { objectsShapedAs, renamed } from './shape-changes.js';

const OTHERS: readonly OperationId[] = [
  'updateProductStock',
  'updateProductPrices',
  'cancelOrderItems',
  'shipOrderItems',
  'returnOrderItems',
];

/** Faults of the bodies by which a batch is acknowledged (gaps G-09, G-10 and G-11). */
export const acknowledgementFaults: readonly Fault[] = [
  ...acknowledgements('of-upsert', 'SHP-04', ['upsertProducts']),
  ...acknowledgements('of-status-update', 'SHP-05', ['updateProductStatus']),
  ...acknowledgements('of-update', 'SHP-06', OTHERS),
];

function acknowledgements(
  what: string,
  violates: string,
  operations: readonly OperationId[],
): readonly Fault[] {
  return [
    {
      id: `names-batch-id-${what}-otherwise`,
      violates,
      does: 'It acknowledges a batch with its id in id.',
      operations,
      plant: objectsShapedAs((body) => renamed(body, 'batchRequestId', 'id')),
    },
    {
      id: `wraps-acknowledgement-${what}`,
      violates,
      does: 'It acknowledges a batch with an object in data.',
      operations,
      plant: objectsShapedAs((body) => ('batchRequestId' in body ? { data: body } : body)),
    },
  ];
}
