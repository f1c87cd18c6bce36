import { stockItemSchema } from '../domain/products/stock-update.js';
import { batchWrite } from './batch-write.js';

export const updateProductStock = batchWrite({
  id: 'updateProductStock',
  method: 'PATCH',
  path: '/products/stock',
  tag: 'Products',
  summary: 'Update product stock',
  kind: 'stock',
  item: stockItemSchema,
  maxItems: 1_000,
  apply: (item, { merchant: { catalogue, emit }, merchants: { rules } }, submittedAt) =>
    rules.updateStock(item, catalogue, submittedAt, emit),
});
