import { BATCH_PACE } from './batches.js';
import { deliver, signDelivery } from './deliveries.js';
import { isKeyOf, isKeyValid, keyRequestProblems, mayManageKeys, newKey, revokeKey } from './keys.js';
import { itemStatusAfter } from './orders.js';
import { productProblems } from './product-rules.js';
import { updatePrice, updateStock } from './product-updates.js';
import { PUBLICATION_PACE, reviewProduct, statusAfter, statusAfterApproval } from './publication.js';
import { createRateLimiter } from './rate-limiter.js';

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
