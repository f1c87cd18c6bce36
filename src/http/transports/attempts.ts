import { type Operation, operation as operationWith } from '../../contract/operations.js';
import { counted, grouped } from '../../contract/values/words.js';
import type { Client } from '../client.js';
import { Exchange } from '../exchange.js';
import type { NetworkTrouble } from '../outages/network-trouble.js';
import {
  type AnyRequest,
  ForeignWrite,
  isOfLostDeletion,
  type Transport,
  TransportError,
  titleOf,
} from './transport.js';

/** The outcome of a request that a target may fail to answer completely. */
interface Attempt {
  /** The exchange of this request; if it got no response, that of the read right after it, as one of the operation. */
  readonly exchange: Exchange;
  readonly trail: readonly string[];
  /** Why no complete response arrived, in words. */
  readonly unanswered?: string;
}

interface AttemptsOptions {
  /** Sends requests that may get no response; a lost one says nothing about the line. */
  readonly trial: Pick<Client, 'send'>;
  /** Sends requests that every service answers. */
  readonly api: Pick<Client, 'send'>;
  /** The reliability of the way to the target. */
  readonly line: Pick<Line, 'isSoundBut'>;
}

/**
 * How many requests must be lost in a row, each followed by an answered one, before we blame the target. A response that
 * doesn't arrive in time takes the full time limit.
 */
const lostInARow = (kind: NetworkTrouble['kind']) => (kind === 'late' ? 2 : 3);

/** The maximum time that we spend on responses that never arrive, in milliseconds. */
const patience = 9_000;

/**
 * Sends requests that a target may choke on, and distinguishes a target that chokes from a target that is down and from
 * a line that loses requests at random. A hang or a cut connection counts as an outcome only if it happens every time,
 * the target answers a different request right after it every time, and no request of another operation was lost
 * recently.
 */
export class Attempts {
  readonly #options: AttemptsOptions;
  #lost = 0;

  constructor(options: AttemptsOptions) {
    this.#options = options;
  }

  /**
   * @param attempted the request, and its peculiarity as a phrase that can follow `with`
   * @param valid a request that the operation answers; if it could change something, an unrelated read is sent between two
   * attempts, so that nothing but the attempts can have changed what a test compares
   * @returns undefined, without sending anything, if the request could change data that the run didn't create, or if
   * missing responses have already used up the time that a test has for them
   * @throws TransportError when the valid request isn't answered either, the line loses other requests as well, or a lost
   * request may have deleted what the next one doesn't find
   */
  async send(
    operation: Operation,
    { what, request }: { readonly what: string; readonly request: AnyRequest },
    valid: AnyRequest,
  ): Promise<Attempt | undefined> {
    if (this.#lost >= patience) return undefined;
    const sent = `sent with ${what}`;
    try {
      const control = operation.safe ? valid : undefined;
      const attempt = await this.#tried(operation, request, ['cut', 'late', 'other'], control, `${sent}: `);
      return attempt.unanswered === undefined ? { ...attempt, trail: [...attempt.trail, sent] } : attempt;
    } catch (error) {
      if (error instanceof ForeignWrite) return undefined;
      throw error;
    }
  }

  /**
   * Sends a valid request until it is answered. Anything between the suite and the target may cut one connection. If
   * three in a row are cut, but a read of a different operation is answered right after each of them, the target cuts
   * them itself.
   * @param request a request that the operation answers
   * @throws TransportError when the read isn't answered either, the failure is not a cut connection, or the line loses
   * other requests as well
   */
  async sendValid(operation: Operation, request: AnyRequest): Promise<Attempt> {
    const attempt = await this.#tried(operation, request, ['cut']);
    const times = lostInARow('cut');
    const cut = `the connection was closed before the response was complete, ${times} times`;
    return { ...attempt, unanswered: attempt.unanswered && cut };
  }

  /**
   * Sends a request until it is answered, or until it was lost so often that the line can't be the cause.
   * @param kinds the troubles that may be an outcome
   * @param valid a request of the operation that is sent after each lost one; without it, a read that every merchant can
   * send
   * @param title begins each line of the trail that tells of a lost request
   */
  async #tried(
    operation: Operation,
    request: AnyRequest,
    kinds: readonly NetworkTrouble['kind'][],
    valid?: AnyRequest,
    title = '',
  ): Promise<Attempt> {
    const { trial, api, line } = this.#options;
    const { operationId } = operation;
    const read = operationWith(operationId === 'listCountries' ? 'listBrands' : 'listCountries');
    const trail: string[] = [];
    let loss: TransportError | undefined;
    for (let times = 1; ; times += 1) {
      const start = performance.now();
      const outcome = await trial.send(operation, request).catch((error: unknown) => {
        if (error instanceof TransportError && kinds.includes(error.trouble.kind)) return error;
        throw error;
      });
      if (outcome instanceof Exchange) {
        if (loss !== undefined && isOfLostDeletion(operation, outcome.status)) throw loss;
        return { exchange: outcome, trail };
      }
      loss = outcome;
      this.#lost += performance.now() - start;
      const answered = await (valid === undefined ? api.send(read) : api.send(operation, valid));
      const control = valid === undefined ? 'a read' : 'a valid request';
      trail.push(`${title}${loss.message}`, `then ${control}: ${answered.line}`);
      if (times < lostInARow(loss.trouble.kind)) continue;
      if (!line.isSoundBut(operation)) throw loss;
      return { exchange: new Exchange({ ...answered, operationId }), trail, unanswered: loss.message };
    }
  }
}

/** The requests that got no complete response. */
export interface LostRequests {
  /** How many, by operation as in `GET /api/v1/brands/`. */
  readonly byOperation: Readonly<Record<string, number>>;
  /** How many of them got a response when they were sent again. */
  readonly answeredAgain: number;
  /** How many tests were run again because of them. */
  readonly runAgain: number;
}

/** The number of requests, without those that were sent again, and which of them were lost. */
export interface SentRequests {
  readonly requests: number;
  readonly lost: LostRequests;
}

/** The lost requests of several tests, or of two tries of one. */
export function lostTogether(all: readonly LostRequests[]): LostRequests {
  const byOperation: Record<string, number> = {};
  for (const [title, times] of all.flatMap((each) => Object.entries(each.byOperation)))
    byOperation[title] = (byOperation[title] ?? 0) + times;
  const sum = (of: 'answeredAgain' | 'runAgain') => all.reduce((total, each) => total + each[of], 0);
  return { byOperation, answeredAgain: sum('answeredAgain'), runAgain: sum('runAgain') };
}

/** The requests that were lost, in a clause; empty if there were none. */
export function lostInWords({ requests, lost: together }: SentRequests): string {
  const { byOperation, answeredAgain: again, runAgain } = together;
  const all = Object.entries(byOperation);
  const lost = all.reduce((sum, [, times]) => sum + times, 0);
  if (lost === 0) return '';
  const most = all.find(([, times]) => times > lost / 2)?.[0];
  const where =
    most === undefined ? 'at no particular operation' : `${all.length === 1 ? '' : 'mostly '}at ${most}`;
  const anew = runAgain === 0 ? '' : `; ${counted(runAgain, 'test')} run again for that reason`;
  const answered = again === 0 ? '' : `, ${grouped(again)} of them answered on a second try`;
  return `${grouped(lost)} of ${counted(requests, 'request')} lost, ${where}${answered}${anew}`;
}

/** Milliseconds for which a lost request makes the way to the target doubtful. */
const doubtfulFor = 600_000;

/**
 * How well requests get through to the target. A lost request says something about the target only if other requests
 * get through. If an operation's requests are sometimes lost and sometimes answered, the line loses them.
 */
export class Line {
  readonly #now: () => number;
  readonly #answered = new Set<string>();
  readonly #lostAt = new Map<string, number>();
  readonly #losses: LostRequests[] = [];
  #requests = 0;

  /** @param now milliseconds of a clock that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Wraps a transport so that the outcome of each request counts towards the quality of the line. */
  watched(transport: Transport): Transport {
    return {
      send: async (request) => {
        const title = titleOf(request);
        this.#requests += 1;
        try {
          const response = await transport.send(request);
          if (response.sentAgain) this.#lose(title, 1);
          this.#answered.add(title);
          return response;
        } catch (error) {
          // "gone" means that the request was never sent, so it wasn't lost.
          if (error instanceof TransportError && error.trouble.kind !== 'gone') this.#lose(title, 0);
          throw error;
        }
      },
    };
  }

  #lose(title: string, answeredAgain: number): void {
    this.#lostAt.set(title, this.#now());
    this.#losses.push({ byOperation: { [title]: 1 }, answeredAgain, runAgain: 0 });
  }

  /** The requests that were lost since this was last asked; empty if there were none. */
  takeLost(): readonly LostRequests[] {
    return this.#losses.splice(0);
  }

  /** All requests, apart from those that were sent again, and those of them that were lost. */
  get sent(): SentRequests {
    return { requests: this.#requests, lost: lostTogether(this.#losses) };
  }

  /** Whether the line recently lost no requests, except perhaps those of the given operation. */
  isSoundBut({ method, path }: Operation): boolean {
    const own = `${method} ${path}`;
    return [...this.#lostAt].every(
      ([title, lostAt]) => title === own || !this.#answered.has(title) || this.#now() - lostAt > doubtfulFor,
    );
  }
}
