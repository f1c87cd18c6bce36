import type { Operation } from '../../contract/operations.js';
import { requirement } from '../../contract/requirements/catalogue.js';
import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import { itemMessages, newBatchId, noItemsBeforeEnd, statusOfEntries } from './batch.js';
import type { Check } from './check.js';
import { listedOrders } from './order.js';
import { askedFor, pageNumbers } from './page.js';
import { countDown, rateLimitHeaders, retryAfterTheReset, sameLimit, tooManyRequests } from './rate-limit.js';
import {
  asDescribed,
  documentedStatus,
  errorBody,
  isDefault,
  mediaType,
  noServerError,
  responseSchema,
} from './response.js';
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
  asDescribed,
  newBatchId(),
  noItemsBeforeEnd,
  itemMessages,
  statusOfEntries,
  listedOrders,
  isDefault,
  pageNumbers,
  askedFor,
  rateLimitHeaders,
  sameLimit(),
  countDown,
  tooManyRequests,
  retryAfterTheReset,
  keyNotRepeated,
  noLeak,
];

const alone = (where: Check['alone']) =>
  checks.flatMap((check) => (check.alone === where ? check.requirements : []));

/** Requirements that no test covers, because only checks of every exchange judge them. */
export const checkedAlways: Readonly<Record<'inSuccesses' | 'inResponses', readonly RequirementId[]>> = {
  // A test looks for the names of all events, which a list may lack without breaking its schema.
  inSuccesses: alone('in successes').filter((id) => id !== 'SHP-07'),
  inResponses: alone('in responses'),
};

/** The requirements that no test covers, and that a success of the operation may show. */
export function shownBySuccessOf({ operationId }: Operation): readonly RequirementId[] {
  return checkedAlways.inSuccesses.filter((id) => requirement(id).operations.includes(operationId));
}
