import { isOperation } from '../contract/operations.js';
import type { Exchange } from '../http/exchange.js';
import { succeed } from './oracles/answer.js';

/** A gap of the description, and an operation at which a target may fill it in another way than is assumed. */
export interface OpenGap {
  readonly gap: string;
  readonly operationId: string;
}

/** Gaps of one operation. */
export function openAt(operationId: string, gaps: readonly string[]): readonly OpenGap[] {
  return gaps.map((gap) => ({ gap, operationId }));
}

/** The test cannot go on, and nothing is said about the target: a prerequisite is missing, or the way to it is broken. */
export class Blocked extends Error {
  override readonly name = 'Blocked';
  /** Gaps that have to be closed before the test can go on, where it is for them that it can't. */
  readonly gaps: readonly OpenGap[];

  constructor(reason: string, gaps: readonly OpenGap[] = []) {
    super(reason);
    this.gaps = gaps;
  }
}

/**
 * The interruption of a test that needs a request to be accepted, which was not. It names the gaps that leave open which
 * requests the operation accepts.
 * @param reason what was to be, as in `the batch was not accepted`
 */
export function notAccepted(reason: string, exchange: Exchange): Blocked {
  const { operationId, outsideContract } = exchange;
  const gaps = outsideContract || !isOperation(operationId) ? [] : (succeed(exchange)?.gaps ?? []);
  return new Blocked(`${reason} (${exchange.line})`, openAt(operationId, gaps));
}

/** The target's configuration takes the test out: writes are denied, a second key is not given. */
export class Inapplicable extends Error {
  override readonly name = 'Inapplicable';
}

/** A generated example was found to violate a requirement, which is on record: it ends here, and the property goes on. */
export class Falsified extends Error {
  override readonly name = 'Falsified';
}
