import { type SchemaViolation, validateResponse } from '../contract/response-validator.js';
import type { OperationId } from '../contract/types.js';
import type { Exchange } from '../exchange/exchange.js';
import { Blocked, notAccepted, openAt } from '../verdicts/interruptions.js';

/**
 * The body of a success response that a later step builds on.
 * @throws Blocked when the response is no success or not of the contract's shape; the checks have judged that already
 */
export function bodyOf<Body>(exchange: Exchange<Body>): Body {
  const { operationId } = exchange;
  if (!exchange.succeeded) throw notAccepted('a prerequisite was not met', exchange);
  const violation = misshape(exchange);
  if (violation !== undefined) {
    throw new Blocked(
      `a prerequisite was not met: ${exchange.line} lacks the shape to go on (${violation.path || 'body'}: expected ${violation.expected})`,
      openAt(operationId, violation.gaps),
    );
  }
  return exchange.json as Body;
}

/** The body of a success response that a later step can do without; undefined where it can't be built on. */
export function bodyIfAny<Body>(exchange: Exchange<Body>): Body | undefined {
  return exchange.succeeded && misshape(exchange) === undefined ? (exchange.json as Body) : undefined;
}

/** Fields of a pagination on which no step builds: a list that lacks them can be read all the same. */
const spare = /^pagination\.(?:per_page|page|total|next|prev|next_cursor)$/;

function misshape({ operationId, status, json }: Exchange): SchemaViolation | undefined {
  // The client only makes exchanges of the contract's operations.
  return validateResponse(operationId as OperationId, status, json).find(({ path }) => !spare.test(path));
}
