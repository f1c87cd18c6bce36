import { styleKeySchema } from '../domain/products/product-item.js';
import { SETTABLE_STATUSES } from '../domain/products/status-moves.js';
import { object, string } from '../schema/build.js';
import { batchWrite } from './batch-write.js';

/** One item of the status update (clause 2.1). A status that cannot be set is reported for its item. */
export const statusItemSchema = object({
  style_key: styleKeySchema,
  status: string({ description: `the status to set: one of ${SETTABLE_STATUSES.join(', ')}` }),
});

export const updateProductStatus = batchWrite({
  id: 'updateProductStatus',
  method: 'PATCH',
  path: '/products/status',
  tag: 'Products',
  summary: 'Update product status',
  kind: 'status',
  item: statusItemSchema,
  maxItems: 1_000,
  apply: (item, { merchant }) => merchant.publication.apply(item),
});
