import type { Operation } from '../contract/operations.js';
import type { ExchangeResponse, OnTheWire } from './exchange.js';
import type { NetworkTrouble } from './network-trouble.js';
import type { AnyRequest } from './wire-request.js';

/** A request as it goes over the wire, key included: never kept, never shown. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** What it was written from, in our words: to be written anew in those of the target. */
  readonly writtenFrom?: { readonly operation: Operation; readonly request: AnyRequest };
}

/** An answer, and when it was really asked for where the request had to wait for its turn. */
export interface TransportAnswer extends ExchangeResponse {
  /** Milliseconds since the epoch at which the request was sent, and until it was answered. */
  readonly timing?: { readonly startedAt: number; readonly milliseconds: number };
  /** What went over the wire, where the answer is the target's in our words. */
  readonly onTheWire?: Omit<OnTheWire, 'request'> & { readonly request: WireRequest };
}

/** A way to send a request. Redirects are never followed: the key must not reach another origin. */
export interface Transport {
  /**
   * @param title the sentence under which a report shows the request
   * @throws TransportError when no complete response came back
   */
  send(request: WireRequest, title: string): Promise<TransportAnswer>;
  close(): Promise<void>;
}

/** No complete response came back: a statement about the way to the target, not about what it promises. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly trouble: NetworkTrouble;

  constructor(request: Pick<WireRequest, 'method' | 'url'>, trouble: NetworkTrouble) {
    const { host, pathname } = new URL(request.url);
    const { kind, reason, wayOut } = trouble;
    // Of a host that is gone, all requests have the same to say.
    const told = kind === 'gone' ? '' : `${request.method} ${pathname} got no complete answer from ${host}: `;
    super(`${told}${reason}; ${wayOut}`);
    this.trouble = trouble;
  }
}
