import type { Operation } from '../../contract/operations.js';
import { limits } from '../../contract/values/limits.js';
import { newConnections } from '../connections.js';
import type { Credential, ExchangeRequest, ExchangeResponse, OnTheWire } from '../exchange.js';
import { type TimeLimits, TransportError } from '../outages/network-trouble.js';
import { heedingOutages } from '../outages/outages.js';
import { responseTo } from '../response.js';

/** Parts of a request that go over the wire unchecked. */
interface RawRequest {
  /** A method to use instead of the operation's. */
  readonly method?: string;
  /** Everything after the base URL; replaces path and query. */
  readonly target?: string;
  /** Path parameters as they are sent. */
  readonly path?: Readonly<Record<string, string>>;
  /** A piece of the query string that follows the query. */
  readonly query?: string;
  /** Headers to add or replace; names are case-insensitive, and undefined omits a header. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: Uint8Array;
}

/** How a request identifies the caller. */
export interface Credentials {
  readonly kind: Credential;
  /** The value of X-API-Key; absent if the request omits the header. */
  readonly key?: string;
  /** Reports show this in place of the value. */
  readonly label: string;
}

/** Parameters and body of a request, unchecked: what `RequestOf` types for one operation. */
export interface AnyRequest {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Parts that no ordinary client would send; they take precedence over the rest. */
  readonly raw?: RawRequest;
  /** Whether its method or path puts the request outside the operation: then most checks don't apply to it. */
  readonly outsideContract?: boolean;
}

/** A call of an operation, in the contract's words. */
export interface Call {
  /** The {base_url} of the description. */
  readonly baseUrl: string;
  readonly operation: Operation;
  readonly request: AnyRequest;
  readonly credentials: Credentials;
}

/** A request as it goes over the wire, including the key: never kept, never shown. */
export interface WireRequest extends ExchangeRequest {
  /** The operation that it calls: its limits are counted by it, and reports name it. */
  readonly operation?: Operation;
  /** The call that it was written from, for translation into the target's words. */
  readonly call?: Call;
}

/** The operation that a request calls, as `GET /api/v1/webhooks/{id}`; if it calls none, its own method and path. */
export function titleOf({ operation, method, url }: WireRequest): string {
  return operation === undefined
    ? `${method} ${new URL(url).pathname}`
    : `${operation.method} ${operation.path}`;
}

/** A response; if the request had to wait for its turn, also the time at which it was really sent. */
export interface TransportResponse extends ExchangeResponse {
  /** When the request was sent, in milliseconds since the epoch, and how many milliseconds the response took. */
  readonly timing?: { readonly startedAt: number; readonly milliseconds: number };
  /** The data that went over the wire, if the response was translated into the contract's words. */
  readonly onTheWire?: Omit<OnTheWire, 'request'> & { readonly request: WireRequest };
}

/** A way to send a request. It follows no redirect by itself: the key must not reach a different origin. */
export interface Transport {
  /** @throws TransportError when there is no complete response */
  send(request: WireRequest): Promise<TransportResponse>;
}

export { TransportError };

/** Whether a connection was cut before the response was complete: any line loses a request now and then. */
export function isLost(error: unknown): error is TransportError {
  return error instanceof TransportError && error.trouble.kind === 'cut';
}

/** The result of an action, which is tried again, once, if it loses a request. */
export function evenIfLost<Result>(action: () => Promise<Result>): Promise<Result> {
  return action().catch((error: unknown) => {
    if (isLost(error)) return action();
    throw error;
  });
}

/**
 * Sends requests byte for byte as given, through a pool of kept-alive connections. A request is sent again, once, if its
 * connection ended before any byte of a response and a second one has no further effect (RFC 9110, 9.2.2).
 * @param connections the maximum number of open connections to a host; further requests wait for one, and their time
 * limit starts then
 */
export function undiciTransport(connections = 16, within: TimeLimits = limits): Transport {
  const usual = newConnections(within.connecting, { connections });
  // A gateway may have closed all idle connections.
  const unused = newConnections(within.connecting, { connections, pipelining: 0 });
  const send = heedingOutages(async (request, milliseconds = within.milliseconds) => {
    const limited = { ...within, milliseconds };
    try {
      return await responseTo(usual, request, limited);
    } catch (error) {
      const isLost = error instanceof TransportError && error.trouble.isUnanswered;
      if (!isLost || request.once || !isRepeatable(request)) throw error;
      const response = await responseTo(unused, request, limited);
      if (isOfLostDeletion(request, response.status)) throw error;
      return { ...response, sentAgain: true };
    }
  });
  return { send };
}

/** Whether a response to a second deletion may be due to a first one that was lost: perhaps that one had the effect. */
export function isOfLostDeletion({ method }: Pick<WireRequest, 'method'>, status: number): boolean {
  return method === 'DELETE' && (status === 404 || status === 410);
}

/** A transport for those who count: it sends no request again. */
export function once(transport: Transport): Transport {
  return { send: (request) => transport.send({ ...request, once: true }) };
}

/** The suite didn't send a request because the target's configuration only allows reading. */
export class WriteDenied extends Error {
  override readonly name = 'WriteDenied';
}

/** Whether a request only reads (RFC 9110). */
export function isSafe({ method }: Pick<WireRequest, 'method'>): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/** Whether a second request of the kind has no further effect: it reads, deletes, or must be refused for its key. */
export function isRepeatable(request: Pick<WireRequest, 'method' | 'call'>): boolean {
  const isValid = request.call === undefined || request.call.credentials.kind === 'valid';
  return isSafe(request) || request.method === 'DELETE' || !isValid;
}

/**
 * A transport that only sends requests that can't change anything.
 * @throws WriteDenied instead of sending a request with an unsafe method
 */
export function readOnly(transport: Transport): Transport {
  return {
    send: async (request) => {
      if (!isSafe(request)) throw new WriteDenied('TARGET_WRITES is deny, and this needs a write');
      return transport.send(request);
    },
  };
}

/** The suite didn't send a request because it could have changed data that the run did not create. */
export class ForeignWrite extends Error {
  override readonly name = 'ForeignWrite';
}
