import { hasMessage, translations } from '../../contract/documents/document.js';
import { gapOfError, shownErrors } from '../../contract/mapping/mapped-errors.js';
import { namesInTheirs } from '../../contract/mapping/translation.js';
import { isOperation, operation, temporaryRedirections } from '../../contract/operations.js';
import { fieldsAt } from '../../contract/schemas/request-rules.js';
import { type SchemaViolation, validateReceived } from '../../contract/schemas/response-validator.js';
import {
  acceptedWith,
  gapsOfStatus,
  gapsOfUndocumented,
  refusalStatus,
  rightRefusals,
} from '../../contract/unspecified.js';
import { lastName, member } from '../../contract/values/path.js';
import { atStatus, inBody, inHeader, inWordsOf, type Place } from '../../contract/values/place.js';
import { type Exchange, jsonIn, mediaTypeOf } from '../../http/exchange.js';
import type { Secrets } from '../../http/shown/secrets.js';
import {
  asShown,
  type OracleResult,
  ShownValue,
  type Violation,
  violationAt,
  withGaps,
} from './violation.js';

/**
 * The response has one of the given statuses; 400 represents every status with which the target may refuse. If the
 * description leaves the right status open, a different one only deviates from the assumed one.
 */
export function haveStatus(exchange: Exchange, ...given: number[]): Violation | undefined {
  const { operationId, status } = exchange;
  const refusals = exchange.outsideContract ? [400] : rightRefusals(operation(operationId));
  const statuses = given.flatMap((each) => (each === 400 ? refusals : each));
  if (statuses.includes(status)) return undefined;
  const gaps = exchange.outsideContract
    ? []
    : gapsOfStatus({ operationId, status, expected: statuses, items: itemsIn(exchange) });
  return withGaps(otherStatus(statuses, status), gaps);
}

/** The violation of a response whose status is not acceptable. */
export function otherStatus(statuses: readonly number[], status: number): Violation {
  const shown = (each: number) => new ShownValue(each, `status ${each}`, 'status');
  return { ...violationAt(atStatus, statuses.map(shown), shown(status)), statuses };
}

/** Whether the target's contract gives an operation's success no body, and this response has no body either. */
export function answersBare({ operationId, succeeded, text, status }: Exchange): boolean {
  return succeeded && text === '' && operation(operationId).responseFor(status)?.body === 'none';
}

/**
 * The request was accepted: with the status that the description shows or, if it shows none, with any success status.
 */
export function succeed(exchange: Exchange): Violation | undefined {
  return haveStatus(exchange, ...acceptedWith(operation(exchange.operationId)));
}

/**
 * The response has none of the given statuses. An operation may use a temporary redirection to deliver something that
 * the description doesn't show.
 */
export function haveStatusOtherThan(exchange: Exchange, ...statuses: number[]): Violation | undefined {
  if (!statuses.includes(exchange.status)) return undefined;
  const expected = `a status other than ${statuses.join(' and ')}`;
  return withGaps(violationAt(atStatus, expected, `status ${exchange.status}`), gapsOfRedirection(exchange));
}

/**
 * The gaps that let a redirection count as the success of an operation.
 * @returns an empty list if the response is not a redirection, or if the description shows the success
 */
export function gapsOfRedirection({ status, operationId, outsideContract }: Exchange): readonly string[] {
  if (outsideContract || !temporaryRedirections.includes(status)) return [];
  return gapsOfUndocumented(operation(operationId), status);
}

/** Number of items in the request of an exchange; 1 if it is not a batch. */
function itemsIn({ request }: Exchange): number {
  const items = member(jsonIn(request.body), 'items');
  return Array.isArray(items) ? items.length : 1;
}

/**
 * A path outside /api/v1 doesn't serve an operation: its response is not a success like the operation's own (clause 9).
 * Errors and redirections are acceptable, and so is a success with other content, such as a page of a shop.
 * @param exchange the same request, sent to that path
 * @param served the operation's own success
 */
export function serveNothingLike(exchange: Exchange, served: Exchange): Violation | undefined {
  const [type, own] = [exchange, served].map((each) => mediaTypeOf(each).type);
  const isAlike = exchange.succeeded && type === own && shapeOf(exchange) === shapeOf(served);
  if (!isAlike) return undefined;
  const expected = ['an error', 'a redirection', "a success with content other than the operation's"];
  return violationAt(atStatus, expected, `status ${exchange.status} with the operation's content`);
}

/** The features that the JSON bodies of one operation share: their field names, or the fact that they are lists. */
function shapeOf({ json }: Exchange): string {
  if (Array.isArray(json)) return 'a list';
  if (typeof json !== 'object' || json === null) return typeof json;
  return Object.keys(json).sort().join();
}

/**
 * The target answered the request with all the bytes of the response (clause 1: a JSON API).
 * @param unanswered why no complete response arrived, if none did; the exchange is then ignored
 * @param bound if given, the status must be below it (clause 7 lists no status from 500 on)
 */
export function beAnswered(
  { exchange, unanswered }: { readonly exchange: Exchange; readonly unanswered?: string },
  bound?: number,
): Violation | undefined {
  if (unanswered !== undefined) {
    const expected = `a complete response${bound === undefined ? '' : ` with a status below ${bound}`}`;
    return violationAt(inWordsOf('words', 'response'), expected, unanswered);
  }
  if (bound === undefined || exchange.status < bound) return undefined;
  return violationAt(atStatus, `a status below ${bound}`, `status ${exchange.status}`);
}

/** Where a response has one of these secrets, plain or encoded; undefined if it has none. */
export function placeOfSecret(exchange: Exchange, secrets: Secrets): Place | undefined {
  // Search the whole response once first, because responses with a secret are rare.
  if (!secrets.foundIn(exchange.receivedText)) return undefined;
  const { headers } = exchange.received;
  const [name] = Object.keys(headers).filter((each) => secrets.foundIn(`${each}\n${headers[each]}`));
  return name === undefined ? inBody() : inHeader(name);
}

/** The parts of a received body that the contract does not allow. */
export function bodyViolations(exchange: Exchange): readonly Violation[] {
  return validateReceived(operation(exchange.operationId).operationId, exchange).map(bodyViolation);
}

/** A part of a received body that the contract does not allow. */
export function bodyViolation({ path, ours, expected, received, ...rest }: SchemaViolation): Violation {
  const { gaps, closed } = rest;
  return { expected: [expected], actual: received, at: { ...inBody(path), ours }, gaps, closed };
}

/** The response has one of the given statuses and the error body of clause 2.5: an object with a string `message`. */
export function beAnErrorWith(exchange: Exchange, ...statuses: number[]): Violation | undefined {
  return haveStatus(exchange, ...statuses) ?? haveAnErrorBody(exchange);
}

/**
 * The target refuses the request as invalid: 400 with an error body (clause 7).
 * @param gaps gaps whose assumptions make the request invalid
 */
export function beRefusedAsInvalid(exchange: Exchange, ...gaps: readonly string[]): Violation | undefined {
  return withGaps(beAnErrorWith(exchange, 400), gaps);
}

/**
 * The target denies that the id exists, as it does for an unknown id: 404 with an error body (clause 7). It is an
 * assumption that the id of another merchant's data gets the same response (gap G-15), so a different refusal only
 * deviates.
 */
export function beHiddenFromOthers(exchange: Exchange): Violation | undefined {
  const violation = beAnErrorWith(exchange, 404);
  const { status } = exchange;
  const isRefusal = status >= 400 && status < 500 && status !== 401 && status !== 429;
  return isRefusal ? withGaps(violation, ['G-15']) : violation;
}

/**
 * The body is an object with a string `message` (clause 2.5). The description shows that only for 400, 401 and 404:
 * with any other status, a different body only deviates from the assumption (gaps G-14 and G-15), and is right if the
 * target's file says that its errors have no message.
 */
export function haveAnErrorBody(exchange: Exchange): Violation | undefined {
  const { json: body, status } = exchange;
  if (typeof member(body, 'message') === 'string' || !hasMessage(status)) return undefined;
  const expected = `a JSON object with a string "message" with status ${status}`;
  const gaps = shownErrors.includes(status) ? undefined : [gapOfError(status)];
  return violationAt(inBody(), expected, exchange.jsonError ?? asShown(body), gaps);
}

/**
 * The response is a refusal, and its message contains the name of the wrong place as a whole word, in our wording or
 * the target's (gap G-15): `per_page` does not name `page`.
 * @param place a parameter or a field, as `page` or as a path, `items[].price.sale_price`, whose last name counts
 */
export function nameThePlace(exchange: Exchange, place: string): OracleResult {
  const { operationId } = exchange;
  const status = isOperation(operationId) ? refusalStatus(operation(operationId)) : 400;
  const violation = haveStatus(exchange, status) ?? haveAnErrorBody(exchange);
  if (violation !== undefined) return violation;
  if (!hasMessage(status)) return { inconclusive: `an error ${status} of the target has no message` };
  const name = lastName(place);
  const fields = place.replace(/^items\[\]\.?/, '');
  const theirs = isOperation(operationId)
    ? namesInTheirs(translations(operationId), place, fieldsAt(operationId, fields))
    : [];
  const message = String(member(exchange.json, 'message'));
  const words = new Set(message.match(/[A-Za-z]\w*/g));
  if ([name, ...theirs].some((each) => words.has(each))) return undefined;
  const expected = `a message that names ${theirs.length === 0 ? name : theirs.join(' or ')}`;
  return violationAt(inBody('message'), expected, asShown(message));
}
