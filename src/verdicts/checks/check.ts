import type { Operation } from '../../contract/operations.js';
import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import type { SchemaViolation } from '../../contract/response-validator.js';
import type { Exchange } from '../../http/exchange.js';
import type { Secrets } from '../../http/secrets.js';
import type { Violation } from '../oracles/violation.js';

/** A violation of a requirement that an exchange shows. */
export interface RequirementViolation extends Violation {
  readonly requirement: RequirementId;
  /** Present if the target's file closes the violated point: then no gap excuses the violation. */
  readonly closed?: true;
}

/** What one check learned from one exchange. The exchange did not exercise a requirement that is in neither list. */
export interface Outcome {
  readonly verified: readonly RequirementId[];
  readonly violations: readonly RequirementViolation[];
}

/** A rule that holds for every exchange. */
export interface Check {
  /** Named after the rule: `documented-status`. */
  readonly id: string;
  /** Requirements that the check can verify or find violated. */
  readonly requirements: readonly RequirementId[];
  /** Whether the rule holds even for a request whose method or path is not the operation's. */
  readonly everywhere?: true;
  run(exchange: Exchange, operation: Operation, secrets: Secrets): Outcome;
}

/** A part of a body that the contract's schema does not allow, as a violation of a requirement. */
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
 * The gap on which the layout of a response rests: a check that reads a value there may be looking in the wrong place.
 *
 * @returns one gap, or none if the description states the response
 */
export function assumedGaps(operation: Operation, status: number): readonly string[] {
  const gap = operation.responses.find((response) => response.status === status)?.origin.gap;
  return gap === undefined ? [] : [gap];
}
