import type { Operation } from '../contract/operations.js';
import type { ExchangeResponse, OnTheWire } from './exchange.js';
import type { NetworkTrouble } from './network-trouble.js';
import type { AnyRequest } from './wire-request.js';

/** A request as it goes over the wire, including the key: never kept, never shown. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** The request in the contract's words that this one was written from, for translation into the target's words. */
  readonly writtenFrom?: { readonly operation: Operation; readonly request: AnyRequest };
}

/** An answer; if the request had to wait for its turn, also the time at which it was really sent. */
export interface TransportAnswer extends ExchangeResponse {
  /** When the request was sent, in milliseconds since the epoch, and how many milliseconds the answer took. */
  readonly timing?: { readonly startedAt: number; readonly milliseconds: number };
  /** The data that went over the wire, if the answer was translated into the contract's words. */
  readonly onTheWire?: Omit<OnTheWire, 'request'> & { readonly request: WireRequest };
}

/** A way to send a request. It follows no redirect by itself: the key must not reach another origin. */
export interface Transport {
  /**
   * @param title the title of the request in a report
   * @throws TransportError when no complete response came back
   */
  send(request: WireRequest, title: string): Promise<TransportAnswer>;
  close(): Promise<void>;
}

/** No complete response came back: this says something about the connection to the target, not about its behaviour. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly trouble: NetworkTrouble;

  constructor(request: Pick<WireRequest, 'method' | 'url'>, trouble: NetworkTrouble) {
    const { host, pathname } = new URL(request.url);
    const { kind, reason, wayOut } = trouble;
    // All requests to a host that is gone fail with the same message.
    const told = kind === 'gone' ? '' : `${request.method} ${pathname} got no complete answer from ${host}: `;
    super(`${told}${reason}; ${wayOut}`);
    this.trouble = trouble;
  }
}
