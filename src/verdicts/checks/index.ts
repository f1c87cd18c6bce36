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
import { documentsOfOrders, statusOfOrders } from './order.js';
import { rateLimitHeaders, retryAfterTheReset, sameLimit, tooManyRequests } from './rate-limit.js';
import { keyNotRepeated, noLeak } from './secrecy.js';

/**
 * The rules that hold for every exchange, in the order in which a reader wants to see them. A worker process has only
 * one such list, because the checks of batch ids and of limits remember what they saw.
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
  documentsOfOrders,
  isDefault,
  rateLimitHeaders,
  sameLimit(),
  tooManyRequests,
  retryAfterTheReset,
  keyNotRepeated,
  noLeak,
];
