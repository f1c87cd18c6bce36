import { BATCH_PACE } from './batches/batch.js';
import { isKeyValid, revokeKey } from './keys/api-key.js';
import { isKeyOf, keyRequestProblems, mayManageKeys, newKey } from './keys/key-request.js';
import { itemStatusAfter } from './orders/order-moves.js';
import { updatePrice } from './products/price-update.js';
import { productProblems } from './products/product-rules.js';
import { PUBLICATION_PACE } from './products/publication.js';
import { reviewProduct, statusAfterApproval } from './products/review.js';
import { statusAfter } from './products/status-moves.js';
import { updateStock } from './products/stock-update.js';
import { createRateLimiter } from './rate-limiter.js';
import { deliver, signDelivery } from './webhook-delivery.js';

/**
 * The decisions of the service, each a function or a table of its own. The app asks this object and nothing
 * else, so that a sandbox that decides otherwise in one place can be made by replacing one member.
 */
export const DEFAULT_RULES = {
  isKeyValid,
  mayManageKeys,
  isKeyOf,
  keyRequestProblems,
  newKey,
  revokeKey,
  createRateLimiter,
  batchPace: BATCH_PACE,
  publicationPace: PUBLICATION_PACE,
  productProblems,
  statusAfter,
  reviewProduct,
  statusAfterApproval,
  updateStock,
  updatePrice,
  itemStatusAfter,
  signDelivery,
  deliver,
};

/** See DEFAULT_RULES. */
export type Rules = typeof DEFAULT_RULES;
