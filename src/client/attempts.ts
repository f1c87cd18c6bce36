import type { Operation } from '../contract/operations.js';
import type { Exchange } from '../exchange/exchange.js';
import type { AnyRequest, Client } from './client.js';
import { TransportError } from './transport.js';

/** A request that a target may not answer completely, and what came of it. */
export interface Attempt {
  /** The answer to it; where none came, the one to another request right after it. */
  readonly exchange: Exchange;
  readonly trail: readonly string[];
  /** Why no complete answer came, in words. */
  readonly unanswered?: string;
}

/** What is attempted. */
export interface Attempted {
  /** The request in words. */
  readonly what: string;
  readonly request: AnyRequest;
  readonly outsideContract?: boolean;
}

/** Connections that may be cut before the target is held to cut them. */
const tries = 3;

/** Milliseconds that may be spent on answers that never come. */
const patience = 9_000;

/**
 * Sends what a target may choke on, and tells a target that chokes from one that is gone: a hang or a cut connection is
 * an outcome, as long as a valid request right after it is answered.
 */
export class Attempts {
  readonly #api: Pick<Client, 'send'>;
  #lost = 0;

  constructor(api: Pick<Client, 'send'>) {
    this.#api = api;
  }

  /**
   * @param valid a request that the operation answers
   * @returns undefined, and nothing is sent, where answers that never came took so long already that more of them would
   * take longer than a test may
   * @throws TransportError when the valid request isn't answered either
   */
  async send(operation: Operation, attempted: Attempted, valid: AnyRequest): Promise<Attempt | undefined> {
    if (this.#lost >= patience) return undefined;
    const { what, request, outsideContract = false } = attempted;
    const start = performance.now();
    try {
      const exchange = await this.#api.send(operation, { ...request, outsideContract });
      return { exchange, trail: [`sent with ${what}`] };
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      this.#lost += performance.now() - start;
      const exchange = await this.#api.send(operation, valid);
      const trail = [`sent with ${what}: ${error.message}`, `then a valid request: ${exchange.line}`];
      return { exchange, trail, unanswered: error.message };
    }
  }

  /**
   * Sends a valid request until it is answered. What lies between the suite and the target may cut a connection; what
   * cuts three in a row, and answers another operation right after them, is the target.
   *
   * @param request a request that the operation answers
   * @param other an operation that takes a request without anything in it
   * @throws TransportError when the other operation isn't answered either, or something else than a cut happened
   */
  async sendValid(operation: Operation, request: AnyRequest, other: Operation): Promise<Attempt> {
    const trail: string[] = [];
    while (trail.length < tries) {
      try {
        return { exchange: await this.#api.send(operation, request), trail };
      } catch (error) {
        if (!(error instanceof TransportError) || error.trouble.kind !== 'cut') throw error;
        trail.push(error.message);
      }
    }
    const exchange = await this.#api.send(other, {});
    return {
      exchange,
      trail: [...trail, `then another operation: ${exchange.line}`],
      unanswered: `the connection was closed before the answer was complete, ${tries} times`,
    };
  }
}
