import type { Operation } from '../../contract/operations.js';
import { requirement } from '../../contract/requirements/catalogue.js';
import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import { batchChecks } from './batch.js';
import type { Check } from './check.js';
import { listChecks } from './lists.js';
import { rateLimitChecks } from './rate-limit.js';
import { responseChecks } from './response.js';
import { secrecyChecks } from './secrecy.js';

/** The rules that hold for every exchange, in the order in which a reader wants to see them. */
export const checks: readonly Check[] = [
  responseChecks,
  batchChecks,
  listChecks,
  rateLimitChecks,
  secrecyChecks,
].flatMap((table) => Object.values<Check>(table));

const alone = (where: Check['alone']) =>
  checks.flatMap((check) => (check.alone === where ? check.requirements : []));

/** Requirements that no test covers, because only checks of every exchange judge them. */
export const checkedAlways: Readonly<Record<'inSuccesses' | 'inResponses', readonly RequirementId[]>> = {
  // SHP-07 has a test, which looks for the names of all events: a list may lack some without violating its schema.
  inSuccesses: alone('in successes').filter((id) => id !== 'SHP-07'),
  inResponses: alone('in responses'),
};

/** The requirements that no test covers, and that a success of the operation may show. */
export function shownBySuccessOf({ operationId }: Operation): readonly RequirementId[] {
  return checkedAlways.inSuccesses.filter((id) => requirement(id).operations.includes(operationId));
}
