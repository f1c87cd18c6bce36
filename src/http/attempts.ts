import type { Operation } from '../contract/operations.js';
import type { AnyRequest, Client } from './client.js';
import type { Exchange } from './exchange.js';
import { ForeignWrite } from './foreign-write.js';
import type { Line } from './line.js';
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

type Sending = Pick<Client, 'send'>;

/** By what attempts are sent. */
export interface AttemptsOptions {
  /** Sends what may get no answer without a word about the line. */
  readonly trial: Sending;
  /** Sends what every service answers. */
  readonly api: Sending;
  /** What is known of the way to the target. */
  readonly line: Pick<Line, 'isSoundBut'>;
}

/** Requests in a row that must be lost, with an answer to a valid one after each, before the target is held to lose them. */
const lostInARow = 3;

/** The same where an answer doesn't come: each takes as long as an answer may. */
const lateInARow = 2;

/** Milliseconds that may be spent on answers that never come. */
const patience = 9_000;

/**
 * Sends what a target may choke on, and tells a target that chokes from one that is gone and from a line that loses what it
 * likes: a hang or a cut connection is an outcome where it comes each time, a valid request is answered each time right
 * after it, and no valid request of another operation was lost of late.
 */
export class Attempts {
  readonly #options: AttemptsOptions;
  #lost = 0;

  constructor(options: AttemptsOptions) {
    this.#options = options;
  }

  /**
   * @param valid a request that the operation answers
   * @returns undefined, and nothing is sent, where answers that never came took so long already that more of them would
   * take longer than a test may, or where it could change what is somebody else's
   * @throws TransportError when the valid request isn't answered either, or the line loses others as well
   */
  async send(operation: Operation, attempted: Attempted, valid: AnyRequest): Promise<Attempt | undefined> {
    if (this.#lost >= patience) return undefined;
    const { what, request, outsideContract = false } = attempted;
    const { trial, api } = this.#options;
    try {
      const sent = await this.#tried(
        operation,
        () => trial.send(operation, { ...request, outsideContract }),
        {
          isLoss: () => true,
          told: (error) => `sent with ${what}: ${error.message}`,
          between: () => api.send(operation, valid),
          toldBetween: 'a valid request',
        },
      );
      const { lost, trail } = sent;
      return lost === undefined
        ? { exchange: sent.exchange, trail: [...trail, `sent with ${what}`] }
        : { exchange: sent.exchange, trail, unanswered: lost.message };
    } catch (error) {
      if (error instanceof ForeignWrite) return undefined;
      throw error;
    }
  }

  /**
   * Sends a valid request until it is answered. What lies between the suite and the target may cut a connection; what
   * cuts three in a row, and answers another operation right after each of them, is the target.
   *
   * @param request a request that the operation answers
   * @param other an operation that takes a request without anything in it
   * @throws TransportError when the other operation isn't answered either, something else than a cut happened, or the line
   * loses others as well
   */
  async sendValid(operation: Operation, request: AnyRequest, other: Operation): Promise<Attempt> {
    const { trial, api } = this.#options;
    const sent = await this.#tried(operation, () => trial.send(operation, request), {
      isLoss: ({ trouble }) => trouble.kind === 'cut',
      told: (error) => error.message,
      between: () => api.send(other, {}),
      toldBetween: 'another operation',
    });
    const { exchange, trail, lost } = sent;
    if (lost === undefined) return { exchange, trail };
    const unanswered = `the connection was closed before the answer was complete, ${lostInARow} times`;
    return { exchange, trail, unanswered };
  }

  /** Sends a request until it is answered, or was lost too often to be the line's doing. */
  async #tried(
    operation: Operation,
    send: () => Promise<Exchange>,
    { isLoss, told, between, toldBetween }: Trial,
  ): Promise<Tried> {
    const trail: string[] = [];
    let after: Exchange | undefined;
    for (let times = 1; ; times += 1) {
      const start = performance.now();
      try {
        return { exchange: await send(), trail };
      } catch (error) {
        if (!(error instanceof TransportError) || !isLoss(error) || wasNotSent(error)) throw error;
        this.#lost += performance.now() - start;
        const control = await between();
        // A deletion succeeds once.
        after ??= control;
        trail.push(told(error), `then ${toldBetween}: ${control.line}`);
        if (times < (error.trouble.kind === 'late' ? lateInARow : lostInARow)) continue;
        if (!this.#options.line.isSoundBut(operation)) throw error;
        return { exchange: after, trail, lost: error };
      }
    }
  }
}

/** How a request that may be lost is tried. */
interface Trial {
  readonly isLoss: (error: TransportError) => boolean;
  readonly told: (error: TransportError) => string;
  /** Sends what must be answered after each loss. */
  readonly between: () => Promise<Exchange>;
  readonly toldBetween: string;
}

interface Tried {
  readonly exchange: Exchange;
  readonly trail: readonly string[];
  readonly lost?: TransportError;
}

function wasNotSent({ trouble }: TransportError): boolean {
  return trouble.kind === 'gone' || trouble.kind === 'redirected';
}
