import { createHmac } from 'node:crypto';

/** One entry of the list of webhook event types, in the API's shape. */
export interface WebhookEventType {
  event: string;
  description: string;
}

/** The events that a subscription may name (clause 6, gap G-12). */
export const WEBHOOK_EVENT_TYPES = [
  { event: 'order.created', description: 'A customer placed an order' },
  { event: 'order.updated', description: 'The status of an order changed' },
  { event: 'order_items.shipped', description: 'Items of an order were shipped' },
  { event: 'order_items.cancelled', description: 'Items of an order were cancelled' },
  { event: 'order_items.returned', description: 'Items of an order came back' },
  { event: 'stock.updated', description: 'The stock of a product changed' },
  { event: 'product_master.status_updated', description: 'The products of a style moved to another status' },
] as const satisfies readonly WebhookEventType[];

/** The name of an event: one of WEBHOOK_EVENT_TYPES. */
export type WebhookEvent = (typeof WEBHOOK_EVENT_TYPES)[number]['event'];

/** True when the text is the name of an event of WEBHOOK_EVENT_TYPES (gap G-13). */
export function isWebhookEvent(text: string): text is WebhookEvent {
  return WEBHOOK_EVENT_TYPES.some(({ event }) => event === text);
}

/** The header that carries the signature of a delivery (gap G-12). */
export const SIGNATURE_HEADER = 'x-signature';

/**
 * The pauses before the second, third, ... attempt of a delivery that was not answered 2xx, in seconds of
 * the merchant's clock (gap G-12). After the attempt that follows the last pause the delivery is given up.
 */
export const RETRY_PAUSES_IN_SECONDS: readonly number[] = [5, 30, 120, 600, 3600];

/**
 * The seconds to wait, on the merchant's clock, after so many failed attempts (1 for the first one);
 * undefined when no further attempt follows. From gap G-12.
 */
export function retryPause(failedAttempts: number): number | undefined {
  return RETRY_PAUSES_IN_SECONDS[failedAttempts - 1];
}

/**
 * The signature of a delivery: HMAC-SHA256 of the body exactly as it is sent, keyed with the
 * subscription's client_secret, in lower-case hexadecimal. A text stands for its UTF-8 bytes. Gap G-12.
 */
export function signDelivery(rawBody: string | Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(rawBody).digest('hex');
}

/**
 * Hosts that RFC 6761 promises never to exist. They are not looked up: a lookup cannot be called off, so that those of
 * attempts long given up would pile up where many deliveries go there.
 */
const NEVER_RESOLVED = /(^|\.)invalid\.?$/;

/** How one attempt ended: answered with a status, or why there was no answer. */
export type DeliveryOutcome =
  | { delivered: boolean; status: number }
  | { delivered: false; status?: undefined; reason: 'invalid' | 'timeout' | 'unreachable' };

/**
 * Sends one delivery: POST of the body, as it is, to an http(s) URL. Delivered means answered 2xx; a
 * redirect is an answer and is not followed. Gives up after `timeoutMs` milliseconds of real time.
 * Never throws: a URL or header that cannot be sent is the reason 'invalid'. From gap G-12.
 */
export async function deliver(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
  timeoutMs = 2_000,
): Promise<DeliveryOutcome> {
  const request = toRequest(url, body, headers);
  if (request === undefined) return { delivered: false, reason: 'invalid' };
  if (NEVER_RESOLVED.test(new URL(url).hostname)) return { delivered: false, reason: 'unreachable' };
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  try {
    const { ok, status } = await fetch(request, { signal: abort.signal });
    return { delivered: ok, status };
  } catch {
    return { delivered: false, reason: abort.signal.aborted ? 'timeout' : 'unreachable' };
  } finally {
    clearTimeout(timer);
    // The status is all that counts: a body that is still arriving must not keep the connection.
    abort.abort();
  }
}

/** The request to send, or undefined when fetch refuses the URL or a header, or would not go over HTTP. */
function toRequest(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Request | undefined {
  try {
    if (!['http:', 'https:'].includes(new URL(url).protocol)) return undefined;
    return new Request(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
      redirect: 'manual',
    });
  } catch {
    return undefined;
  }
}
