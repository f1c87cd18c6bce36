import { BATCH_PACE } from './batches.js';
import { isKeyOf, isKeyValid, keyRequestProblems, mayManageKeys, newKey, revokeKey } from './keys.js';
import { itemStatusAfter } from './orders.js';
import { productProblems, updatePrice, updateStock } from './product-rules.js';
import { PUBLICATION_PACE, reviewProduct, statusAfter, statusAfterApproval } from './publication.js';
import { createRateLimiter } from './rate-limiter.js';
import { deliver, signDelivery } from './webhooks.js';

/**
 * The decisions of the service, each a separate function or table. The app consults only this object, so
 * replacing one member makes a sandbox that decides differently in one place.
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
