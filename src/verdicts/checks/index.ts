import {
  documentedStatus,
  errorBody,
  isDefault,
  mediaType,
  noServerError,
  responseSchema,
} from './answer.js';
import { itemMessages, newBatchId, noItemsBeforeEnd, statusOfEntries } from './batch.js';
import type { Check } from './check.js';
import { statusOfOrders } from './order.js';
import { rateLimitHeaders, retryAfterTheReset, tooManyRequests } from './rate-limit.js';
import { keyNotRepeated, noLeak } from './secrecy.js';

/**
 * The rules that hold for every exchange, in the order in which a reader wants to see them. A worker process has only
 * one such list, because the check of batch ids remembers them.
 */
export const checks: readonly Check[] = [
  noServerError,
  documentedStatus,
  mediaType,
  errorBody,
  responseSchema,
  newBatchId(),
  noItemsBeforeEnd,
  itemMessages,
  statusOfEntries,
  statusOfOrders,
  isDefault,
  rateLimitHeaders,
  tooManyRequests,
  retryAfterTheReset,
  keyNotRepeated,
  noLeak,
];
