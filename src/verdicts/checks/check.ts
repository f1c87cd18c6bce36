import type { Operation } from '../../contract/operations.js';
import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import type { SchemaViolation } from '../../contract/response-validator.js';
import type { Exchange } from '../../http/exchange.js';
import type { Secrets } from '../../http/secrets.js';
import type { Violation } from '../oracles/violation.js';

/** What an exchange shows to be otherwise than promised. */
export interface RequirementViolation extends Violation {
  readonly requirement: RequirementId;
  /** Present where the target's file closes what is violated: then no gap excuses it. */
  readonly closed?: true;
}

/** What one check learned from one exchange. A requirement that is in neither list was not exercised by it. */
export interface Outcome {
  readonly verified: readonly RequirementId[];
  readonly violations: readonly RequirementViolation[];
}

/** Something that holds for every exchange. */
export interface Check {
  /** Named for what holds: `documented-status`. */
  readonly id: string;
  /** Requirements that the check can verify or find violated. */
  readonly requirements: readonly RequirementId[];
  /** Whether it holds even for a request that is none of the operation's, by its method or path. */
  readonly everywhere?: true;
  run(exchange: Exchange, operation: Operation, secrets: Secrets): Outcome;
}

/** Something in a body that the contract's schema does not allow, as a violation of a requirement. */
export function inBody(
  requirement: RequirementId,
  { path, expected, received, gaps, closed }: SchemaViolation,
): RequirementViolation {
  const at = path === '' ? 'body' : `body ${path}`;
  return { requirement, expected: [expected], actual: received, at, gaps, ...(closed && { closed }) };
}

/** The exchange doesn't concern the check. */
export const notConcerned: Outcome = { verified: [], violations: [] };

/** The requirement holds in this exchange. */
export function holds(...verified: readonly RequirementId[]): Outcome {
  return { verified, violations: [] };
}

/** The requirement is violated in this exchange. */
export function violated(...violations: readonly RequirementViolation[]): Outcome {
  return { verified: [], violations };
}

/**
 * The gap on which the place of everything in a response rests: what a check reads there may only be looked for in the
 * wrong place.
 *
 * @returns one gap, or none where the description states the response
 */
export function assumedGaps(operation: Operation, status: number): readonly string[] {
  const gap = operation.responses.find((response) => response.status === status)?.origin.gap;
  return gap === undefined ? [] : [gap];
}
