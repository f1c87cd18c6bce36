import { documentedStatus, errorBody, mediaType, noServerError } from './answer.js';
import { itemMessages, newBatchId, noItemsBeforeEnd } from './batch.js';
import type { Check } from './check.js';
import { rateLimitHeaders, tooManyRequests } from './rate-limit.js';
import { keyNotRepeated, noLeak } from './secrecy.js';
import { isDefault, responseSchema } from './shape.js';

/**
 * What holds for every exchange, in the order in which a reader wants to hear of it. There is one list in a worker
 * process: the check of batch ids remembers them.
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
  isDefault,
  rateLimitHeaders,
  tooManyRequests,
  keyNotRepeated,
  noLeak,
];
