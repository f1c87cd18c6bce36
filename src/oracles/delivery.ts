import { createHmac } from 'node:crypto';
import { contentOf, signatureHeader, signatureWritten } from '../exchange/delivery.js';
import { inWords } from './in-words.js';
import type { Unmet, Unseen } from './unmet.js';

/** An event as it was delivered. */
interface Delivered {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What a delivery must say (gap G-12). */
interface Wanted {
  readonly event: string;
  readonly subscription: unknown;
  readonly secret: string;
}

/**
 * The event was delivered, once or more, and nothing else: each time as a POST of a JSON object with id, event,
 * timestamp, subscription_id and message, signed with x-signature, the HMAC-SHA256 of the raw body in hex (gap G-12).
 */
export function deliver(deliveries: readonly Delivered[], wanted: Wanted): Unmet | undefined {
  if (deliveries.length === 0)
    return { expected: [`a delivery of ${wanted.event}`], actual: 'none came', at: 'delivery' };
  for (const delivery of deliveries) {
    const unmet =
      methodProblem(delivery) ?? contentProblem(delivery, wanted) ?? signatureProblem(delivery, wanted);
    if (unmet !== undefined) return unmet;
  }
  return undefined;
}

/**
 * No event was delivered, while the same event was delivered to another subscription: where none is delivered to anybody,
 * nothing can be said of whom it isn't for.
 * @param toAnother deliveries of the same event to a subscription that is to get it
 */
export function deliverNothing(
  deliveries: readonly Delivered[],
  toAnother: readonly Delivered[],
): Unmet | Unseen | undefined {
  if (deliveries.length === 0)
    return toAnother.length > 0 ? undefined : { unseen: 'the event was delivered to nobody' };
  const events = deliveries.map((delivery) => inWords(fieldOf(delivery, 'event')));
  return { expected: ['no delivery'], actual: `deliveries of ${events.join(', ')}`, at: 'delivery' };
}

/** One event was delivered so many times or more, each time with the same id: what was refused came again (gap G-12). */
export function deliverAgain(deliveries: readonly Delivered[], least: number): Unmet | Unseen | undefined {
  if (deliveries.length < least)
    return { expected: [`${least} deliveries`], actual: String(deliveries.length), at: 'delivery' };
  const [first, ...others] = deliveries.map((delivery) => fieldOf(delivery, 'id'));
  const other = others.find((id) => id !== first);
  if (other === undefined && others.every((id) => id === first))
    return first === undefined ? { unseen: 'the deliveries carry no id' } : undefined;
  return { expected: [`${inWords(first)} again`], actual: inWords(other), at: 'delivery body id' };
}

/** So many events were delivered, or more, each with an id of its own: what comes again is no other event (gap G-12). */
export function deliverEvents(deliveries: readonly Delivered[], least: number): Unmet | undefined {
  const events = new Set(
    deliveries.map((delivery) => fieldOf(delivery, 'id')).filter((id) => id !== undefined),
  );
  if (events.size >= least) return undefined;
  return { expected: [`${least} events`], actual: String(events.size), at: 'delivery' };
}

function methodProblem({ method }: Delivered): Unmet | undefined {
  return method === 'POST' ? undefined : { expected: ['POST'], actual: method, at: 'delivery method' };
}

function contentProblem(delivery: Delivered, { event, subscription }: Wanted): Unmet | undefined {
  const content = contentOf(delivery);
  if (!isObject(content))
    return {
      expected: ['a JSON object'],
      actual: inWords(delivery.body.toString('utf8')),
      at: 'delivery body',
    };
  const fields: readonly (readonly [name: string, expected: string, holds: (value: unknown) => boolean])[] = [
    ['id', 'a string that is not empty', (value) => typeof value === 'string' && value !== ''],
    ['event', inWords(event), (value) => value === event],
    ['timestamp', 'a date-time', isDateTime],
    ['subscription_id', inWords(subscription), (value) => value === subscription],
    ['message', 'an object', isObject],
  ];
  for (const [name, expected, holds] of fields) {
    const value = fieldOf(delivery, name);
    if (!holds(value)) return { expected: [expected], actual: inWords(value), at: `delivery body ${name}` };
  }
  return undefined;
}

function signatureProblem({ body, headers }: Delivered, { secret }: Wanted): Unmet | undefined {
  const right = signatureWritten(createHmac('sha256', secret).update(body).digest('hex'));
  const actual = headers[signatureHeader];
  if (actual?.toLowerCase() === right.toLowerCase()) return undefined;
  return {
    expected: ["the HMAC-SHA256 of the raw body with the subscription's secret, in hex"],
    actual: actual === undefined ? 'no such header' : `another value of ${actual.length} characters`,
    at: `delivery header ${signatureHeader}`,
  };
}

function fieldOf(delivery: Delivered, name: string): unknown {
  const content = contentOf(delivery);
  return isObject(content) ? Reflect.get(content, name) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDateTime(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value));
}
