import { priceItemSchema } from '../domain/products/price-update.js';
import { batchWrite } from './batch-write.js';

export const updateProductPrices = batchWrite({
  id: 'updateProductPrices',
  method: 'PATCH',
  path: '/products/price',
  tag: 'Products',
  summary: 'Update product prices',
  kind: 'price',
  item: priceItemSchema,
  maxItems: 1_000,
  apply: (item, { merchant: { catalogue, markets }, merchants: { rules } }, submittedAt) =>
    rules.updatePrice(item, catalogue, markets, submittedAt),
});
