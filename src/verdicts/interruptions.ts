import { isOperation } from '../contract/operations.js';
import type { Exchange } from '../http/exchange.js';
import { visibleText } from '../http/visible-text.js';
import { succeed } from './oracles/answer.js';
import { member } from './oracles/json-values.js';

/** A gap of the description, and an operation where a target may fill it in another way than we assume. */
export interface OpenGap {
  readonly gap: string;
  readonly operationId: string;
}

/** The same gaps, each at one operation. */
export function openAt(operationId: string, gaps: readonly string[]): readonly OpenGap[] {
  return gaps.map((gap) => ({ gap, operationId }));
}

/**
 * The test cannot go on, which says nothing about the target: a prerequisite is missing, or the way to it is broken.
 */
export class Blocked extends Error {
  override readonly name = 'Blocked';
  /** Gaps that must be closed before the test can go on, if they are the reason why it can't. */
  readonly gaps: readonly OpenGap[];

  constructor(reason: string, gaps: readonly OpenGap[] = []) {
    super(reason);
    this.gaps = gaps;
  }
}

/** The most characters of a refusal that a reason quotes. */
const longestQuote = 200;

/**
 * The interruption of a test that needs a request to be accepted, when the target did not accept it. It names the gaps
 * that leave open which requests the operation accepts.
 * @param reason what failed, as in `the batch was not accepted`
 */
export function notAccepted(reason: string, exchange: Exchange): Blocked {
  const { operationId, outsideContract } = exchange;
  const gaps = outsideContract || !isOperation(operationId) ? [] : (succeed(exchange)?.gaps ?? []);
  const message = member(exchange.json, 'message');
  const says = typeof message === 'string' ? `: "${visibleText(message.slice(0, longestQuote))}"` : '';
  return new Blocked(`${reason} (${exchange.line}${says})`, openAt(operationId, gaps));
}

/** The target's configuration excludes the test: writes are denied, or no second key is configured. */
export class Inapplicable extends Error {
  override readonly name = 'Inapplicable';
}

/**
 * A generated example violated a requirement, and the violation is on record: the example ends, the property goes on.
 */
export class Falsified extends Error {
  override readonly name = 'Falsified';
}
