import type { Check } from './check.js';
import { documentedStatus } from './documented-status.js';
import { errorBody } from './error-body.js';
import { isDefault } from './is-default.js';
import { itemMessages } from './item-messages.js';
import { keyNotRepeated } from './key-not-repeated.js';
import { mediaType } from './media-type.js';
import { newBatchId } from './new-batch-id.js';
import { noItemsBeforeEnd } from './no-items-before-end.js';
import { noLeak } from './no-leak.js';
import { noServerError } from './no-server-error.js';
import { rateLimitHeaders } from './rate-limit-headers.js';
import { responseSchema } from './response-schema.js';
import { tooManyRequests } from './too-many-requests.js';

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
