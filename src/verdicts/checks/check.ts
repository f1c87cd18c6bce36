import type { judgedAsDescribed } from '../../contract/description/described-responses.js';
import type { Operation } from '../../contract/operations.js';
import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import type { Exchange, ExchangeResponse } from '../../http/exchange.js';
import type { Secrets } from '../../http/shown/secrets.js';
import type { OracleResult, Violation } from '../oracles/violation.js';

/** A violation of a requirement that an exchange shows. */
export interface RequirementViolation extends Violation {
  readonly requirement: RequirementId;
}

/**
 * The result of a check on an exchange: the requirements that hold in it, and the violations that it shows. The
 * exchange did not exercise a requirement that is in neither.
 */
export type Learned = readonly (RequirementId | RequirementViolation)[];

/** What is known in addition to an exchange. */
export interface Known {
  readonly secrets: Secrets;
  /** The response to the previous request that counted against the same limit. */
  readonly before?: Pick<ExchangeResponse, 'headers'>;
  /** The live description, which judges the bodies of responses; absent if the target serves none. */
  readonly described?: {
    judged(operation: Operation, exchange: Exchange): ReturnType<typeof judgedAsDescribed>;
  };
}

/** A rule that holds for every exchange. */
export interface Check {
  /** Requirements that the check can verify or find violated. */
  readonly requirements: readonly RequirementId[];
  /**
   * Present if no test covers them, because only the check judges them: they show in any success of their operations,
   * or in responses of every operation together, successes and refusals.
   */
  readonly alone?: 'in successes' | 'in responses';
  /** Whether the rule holds even for a request whose method or path is not the operation's. */
  readonly everywhere?: true;
  /** Whether the check judges only the status and the headers, so that it doesn't need the response body. */
  readonly withoutBody?: true;
  run(exchange: Exchange, operation: Operation, known: Known): Learned;
}

/**
 * Turns the results of oracles into the result of a check for a requirement: either it holds, or these are its
 * violations; empty if there was nothing to look at.
 */
export function learned(requirement: RequirementId, ...results: readonly OracleResult[]): Learned {
  const found = results.filter((result) => result !== undefined);
  if (found.length === 0) return [requirement];
  return found.flatMap((each) => ('inconclusive' in each ? [] : [{ requirement, ...each }]));
}

/**
 * The gap on which the layout of a response rests: a check that reads a value there may be looking in the wrong place.
 * @returns one gap, or none if the description states the response
 */
export function assumedGaps(operation: Operation, status: number): readonly string[] {
  const gap = operation.responses.find((response) => response.status === status)?.origin.gap;
  return gap === undefined ? [] : [gap];
}
