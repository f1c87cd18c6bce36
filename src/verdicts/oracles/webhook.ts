import { createHmac } from 'node:crypto';
import { isJsonObject } from '../../contract/documents/document.js';
import { member } from '../../contract/values/path.js';
import { inBody, inDeliveredBody, inDelivery } from '../../contract/values/place.js';
import type { Exchange } from '../../http/exchange.js';
import { Secrets } from '../../http/shown/secrets.js';
import { contentOf, signatureHeader, signatureWritten } from '../../http/transports/translated-transport.js';
import { listAtLeastOne, nameEachOnce } from './lists/list.js';
import { placeOfSecret, succeed } from './response.js';
import {
  asShown,
  canonicalText,
  entriesOf,
  firstOf,
  isText,
  numberShown,
  type OracleResult,
  type Shown,
  type Violation,
  violationAt,
} from './violation.js';

/**
 * The response lists at least one event type, and each has a unique name (clause 6; the place of the name: gap G-12).
 */
export function listEventTypesByName(exchange: Exchange): Violation | undefined {
  const expected = 'the name of an event type, none of them twice';
  return listAtLeastOne(exchange) ?? nameEachOnce(entriesOf(exchange.json), '[].event', expected);
}

const at = inBody('client_secret');

/** The response to the creation of a subscription gives its secret: a string that is not empty (gap G-13). */
export function giveASecret(exchange: Exchange): Violation | undefined {
  const secret = member(exchange.json, 'client_secret');
  // A value of the wrong type may still be a secret, so the finding doesn't show it.
  const expected = 'a string that is not empty';
  return succeed(exchange) ?? (isText(secret) ? undefined : violationAt(at, expected, `a ${typeof secret}`));
}

/**
 * The response has no client_secret with any value, and none of the secrets appears anywhere else in it, plain or
 * encoded (gap G-13). A response that shows no subscription could not show a secret, and an unknown secret can't be
 * looked for.
 * @param secrets of subscriptions, as returned when they were created
 */
export function giveNoSecret(exchange: Exchange, secrets: readonly string[]): OracleResult {
  const expected = ['a response without the secret of a subscription'];
  const entries: readonly unknown[] = Array.isArray(exchange.json) ? exchange.json : [exchange.json];
  const shown = entries
    .map((entry) => member(entry, 'client_secret'))
    .find((secret) => secret !== undefined && secret !== null);
  if (shown !== undefined) return violationAt(at, expected, `a ${typeof shown}`);
  const known = new Secrets();
  const given = secrets.filter(isText);
  known.add(...given);
  const place = placeOfSecret(exchange, known);
  if (place !== undefined) return violationAt(place, expected, 'the secret');
  if (given.length === 0) return { inconclusive: "no subscription's secret is known" };
  return exchange.succeeded && entries.some((entry) => Object.keys(Object(entry)).length > 0)
    ? undefined
    : { inconclusive: 'the response shows no subscription' };
}

/** An event as it was delivered. */
interface Delivered {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What happened, in the ways that the message of a delivery may express it (gap G-12). */
export interface Happened {
  /** The number of the order, or the key or sku of the product, that the message must have in one of its fields. */
  readonly to: string;
  /** Fields that the message may have. */
  readonly fields?: Readonly<Record<string, Told>>;
}

interface Told {
  /** The values that say what happened; the entries of a list may be in any order. */
  readonly right: readonly unknown[];
  /**
   * The words that the contract has for such values; any other value may be a word of the target's own, so it isn't
   * compared.
   */
  readonly words?: readonly unknown[];
}

/** The required content of a delivery (gap G-12). */
interface Wanted {
  readonly event: string;
  readonly subscription: unknown;
  readonly secret: string;
  readonly happened?: Happened;
}

/**
 * The event was delivered at least once, and nothing else was delivered: each time, it was a POST of a JSON object with
 * id, event, timestamp, subscription_id and message, signed in x-signature with the HMAC-SHA256 of the raw body in hex
 * (gap G-12). At least one of the messages says what happened; the other deliveries may be about something else that
 * happened.
 */
export function deliver(deliveries: readonly Delivered[], wanted: Wanted): Violation | undefined {
  if (deliveries.length === 0)
    return violationAt(inDelivery(), `a delivery of ${wanted.event}`, 'none arrived');
  const violation = firstOf(
    deliveries,
    (each) => methodProblem(each) ?? contentProblem(each, wanted) ?? signatureProblem(each, wanted),
  );
  const { happened } = wanted;
  if (violation !== undefined || happened === undefined) return violation;
  const problems = deliveries.map((delivery) => messageProblem(fieldOf(delivery, 'message'), happened));
  return problems.includes(undefined) ? undefined : problems.at(-1);
}

/**
 * No event was delivered, although the same event was delivered to a second subscription. If no subscription receives
 * the event, the silence proves nothing.
 * @param toAnother deliveries of the same event to a subscription that should receive it
 */
export function deliverNothing(
  deliveries: readonly Delivered[],
  toAnother: readonly Delivered[],
): OracleResult {
  if (deliveries.length === 0)
    return toAnother.length > 0 ? undefined : { inconclusive: 'the event was not delivered at all' };
  const events = deliveries.map((delivery) => asShown(fieldOf(delivery, 'event')));
  return violationAt(inDelivery(), 'no delivery', `deliveries of ${events.join(', ')}`);
}

/**
 * One event was delivered at least this many times, always with the same id: a refused delivery is repeated (gap
 * G-12).
 */
export function deliverAgain(deliveries: readonly Delivered[], least: number): OracleResult {
  if (deliveries.length < least)
    return violationAt(inDelivery(), `${least} deliveries`, numberShown(deliveries.length));
  const [first, ...others] = deliveries.map((delivery) => fieldOf(delivery, 'id'));
  const other = others.findIndex((id) => id !== first);
  if (other >= 0)
    return violationAt(inDeliveredBody('id'), `${asShown(first)} again`, asShown(others[other]));
  return first === undefined ? { inconclusive: 'the deliveries carry no id' } : undefined;
}

/**
 * At least this many events were delivered, each with its own id: a repeated delivery is not a new event (gap
 * G-12).
 */
export function deliverEvents(deliveries: readonly Delivered[], least: number): Violation | undefined {
  const ids = deliveries.map((delivery) => fieldOf(delivery, 'id')).filter((id) => id !== undefined);
  const events = new Set(ids).size;
  return events >= least ? undefined : violationAt(inDelivery(), `${least} events`, numberShown(events));
}

function methodProblem({ method }: Delivered): Violation | undefined {
  return method === 'POST' ? undefined : violationAt(inDelivery('method'), 'POST', method);
}

function contentProblem(delivery: Delivered, { event, subscription }: Wanted): Violation | undefined {
  const content = contentOf(delivery);
  if (!isJsonObject(content))
    return violationAt(inDeliveredBody(), 'a JSON object', asShown(delivery.body.toString('utf8')));
  const fields: readonly (readonly [name: string, expected: Shown, holds: (value: unknown) => boolean])[] = [
    ['id', 'a string that is not empty', isText],
    ['event', asShown(event), (value) => value === event],
    ['timestamp', 'a date-time', isDateTime],
    ['subscription_id', asShown(subscription), (value) => value === subscription],
    ['message', 'an object', isJsonObject],
  ];
  return firstOf(fields, ([name, expected, holds]) => {
    const value = fieldOf(delivery, name);
    return holds(value) ? undefined : violationAt(inDeliveredBody(name), expected, asShown(value));
  });
}

function messageProblem(message: unknown, { to, fields = {} }: Happened): Violation | undefined {
  const at = inDeliveredBody('message');
  if (!namedIn(message).includes(to))
    return violationAt(at, `a message with ${JSON.stringify(to)} in one of its fields`, asShown(message));
  for (const [name, { right, words }] of Object.entries(fields)) {
    const value = member(message, name);
    if (value === undefined || (words !== undefined && !words.includes(value))) continue;
    const said = unordered(value);
    if (!right.some((each) => unordered(each) === said))
      return violationAt(inDeliveredBody(`message ${name}`), right.map(asShown), asShown(value));
  }
  return undefined;
}

/** All values of an object that are neither objects nor lists, at any depth. */
function namedIn(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namedIn) : [value];
}

function unordered(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(canonicalText).sort().join()}]` : canonicalText(value);
}

function signatureProblem({ body, headers }: Delivered, { secret }: Wanted): Violation | undefined {
  const right = signatureWritten(createHmac('sha256', secret).update(body).digest('hex'));
  const actual = headers[signatureHeader];
  if (actual?.toLowerCase() === right.toLowerCase()) return undefined;
  const expected = "the HMAC-SHA256 of the raw body with the subscription's secret, in hex";
  const shown = actual === undefined ? 'no such header' : `a different value of ${actual.length} characters`;
  return violationAt(inDelivery(`header ${signatureHeader}`), expected, shown);
}

function fieldOf(delivery: Delivered, name: string): unknown {
  const content = contentOf(delivery);
  return isJsonObject(content) ? member(content, name) : undefined;
}

function isDateTime(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value));
}
