import type { Check } from './check.js';
import { documentedStatus } from './documented-status.js';
import { errorBody } from './error-body.js';
import { keyNotRepeated } from './key-not-repeated.js';
import { mediaType } from './media-type.js';
import { noServerError } from './no-server-error.js';
import { rateLimitHeaders } from './rate-limit-headers.js';
import { responseSchema } from './response-schema.js';

/** What holds for every exchange, in the order in which a reader wants to hear of it. */
export const checks: readonly Check[] = [
  noServerError,
  documentedStatus,
  mediaType,
  errorBody,
  responseSchema,
  rateLimitHeaders,
  keyNotRepeated,
];
