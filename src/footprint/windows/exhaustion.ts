import type { Operation } from '../../contract/operations.js';
import type { Client } from '../../http/client.js';
import type { Exchange } from '../../http/exchange.js';
import {
  answeredAt,
  endOfWindow,
  pastWindow,
  rateOf,
  retryAfterOf,
  secondsToReset,
  windowSeconds,
} from '../../http/rate-window.js';
import { type AnyRequest, isLost } from '../../http/transports/transport.js';
import { Blocked, Inapplicable } from '../../verdicts/finding.js';
import type { NextWindow } from '../../verdicts/oracles/rate-limit.js';
import type { Recorder, Witness } from '../../verdicts/recording/recorder.js';
import { type Burst, burstOf } from './burst.js';
import { TimedRequests, type Windows } from './windows.js';

interface ExhaustionOptions {
  /** Sends without regard to rate limits. */
  readonly client: Client;
  readonly windows: Windows;
  readonly recorder: Recorder;
  readonly limitOf: (operation: Operation) => number;
}

/** Uses up the limit of an operation with the merchant's key (clause 8.1). */
export class Exhaustion {
  readonly #options: ExhaustionOptions;

  constructor(options: ExhaustionOptions) {
    this.#options = options;
  }

  /**
   * Uses up a fresh window of the operation: sends some copies of a request one after another, then all that are left
   * and a few more at the same time.
   */
  async mostlyAtOnce(operation: Operation, request: AnyRequest): Promise<Burst> {
    const { client, windows, recorder, limitOf } = this.#options;
    const [declared, { operationId }] = [limitOf(operation), operation];
    let [requests, lost] = [0, 0];
    // It is unknown whether the target counted a lost request. If many are lost, the target itself may be closing the
    // connections.
    const send = async () => {
      requests += 1;
      try {
        return await client.send(operation, request);
      } catch (error) {
        if (isLost(error)) lost += 1;
        if (!isLost(error) || lost > 2 + requests / 10) throw error;
        return undefined;
      }
    };
    const responses = await windows.inOne(operation, 'fresh', async () => {
      [requests, lost] = [0, 0];
      const first: Exchange[] = [];
      for (let sent = 0; sent < inARow; sent += 1) first.push(...answered([await send()]));
      const left = Math.max(0, declared - inARow) + pastLimit;
      const all = [...first, ...asCounted(answered(await Promise.all(Array.from({ length: left }, send))))];
      // If many requests were lost, the others may have stayed within the limit.
      while (lost > 0 && all.length <= declared) all.push(...answered([await send()]));
      return all;
    });
    const points = responses.map((each) => ({ status: each.status, remaining: rateOf(each).remaining }));
    recorder.observer?.exhausted({ operationId, declared, points, lost: lost || undefined });
    return burstOf(responses, lost);
  }

  /** Sends a request to an exhausted operation. @throws Blocked if the response is not 429 */
  async rejects(operation: Operation, request: AnyRequest): Promise<Exchange> {
    const response = await this.#options.client.send(operation, request);
    if (response.status === 429) return response;
    throw new Blocked(
      `the operation was exhausted, but the next request was not answered with 429 (${response.line})`,
    );
  }

  /**
   * Waits until the window of an exhausted operation ends, and sends one more request; if possible, also one just
   * before the end of the window, and one after the time that Retry-After names.
   */
  async nextWindow(
    operation: Operation,
    request: AnyRequest,
    rejected: Exchange,
  ): Promise<NextWindow & Witness> {
    const { client, windows, recorder, limitOf } = this.#options;
    const later = new TimedRequests(windows.clock, () => client.send(operation, request), rejected);
    const last = (await this.#afterShortWait(later, rejected)) ?? rejected;
    const next = await this.#opened(later, last, windows.clock.speed);
    const { lastSecond, opened, gone } = next;
    windows.wasAlone(opened, limitOf(operation) - 1);
    const unseen = (what: string) => recorder.note('LIM-07', `not looked at: whether ${what}`);
    if (lastSecond === undefined) unseen('the window ends before its Reset, or after less than a minute');
    if (gone === undefined || opened.header('x-ratelimit-reset') === undefined)
      unseen('the Reset of the new window is a minute');
    const trail = [`rejected with X-RateLimit-Reset ${rejected.header('x-ratelimit-reset') ?? 'absent'}`];
    if (lastSecond !== undefined) trail.push(`status ${lastSecond.status} shortly before that`);
    trail.push(`status ${opened.status} after it`);
    await this.#pastRetryAfter(later, rejected);
    return { ...next, exchange: opened, trail, readings: later.readings };
  }

  /** @throws Inapplicable if a 429 has no readable Retry-After; it is an assumption that it has one (gap G-14) */
  async needsRetryAfter(rejected: Exchange): Promise<void> {
    if (retryAfterOf(rejected) === undefined)
      throw new Inapplicable('the target sends no Retry-After that can be read, which is allowed');
  }

  /**
   * If Retry-After names a time long before the end of the window, sends a request then.
   * @returns the response if it is another 429
   */
  async #afterShortWait(later: TimedRequests, rejected: Exchange): Promise<Exchange | undefined> {
    const wait = retryAfterOf(rejected);
    if (wait === undefined) return undefined;
    const past = wait.seconds + wait.rounding + 1;
    if (past >= (secondsToReset(rejected) ?? windowSeconds) - timeToAnswer) return undefined;
    await later.wait(past);
    const response = await later.send();
    return response.status === 429 ? response : undefined;
  }

  /**
   * Sends one more request after the time that Retry-After names, if that time hasn't passed yet and is at most a
   * window away.
   */
  async #pastRetryAfter(later: TimedRequests, rejected: Exchange): Promise<void> {
    const { seconds, rounding } = retryAfterOf(rejected) ?? { seconds: 0, rounding: 0 };
    const left = seconds + rounding - (later.readings.at(-1)?.from ?? 0);
    if (left <= 0 || left > windowSeconds) return;
    await later.wait(left);
    await later.send();
  }

  /**
   * Opens the next window, after sending a request shortly before the end of the current one, if there is time for it.
   * @param speed 0 for a clock that stands still between requests
   */
  async #opened(
    later: TimedRequests,
    rejected: Exchange,
    speed: number,
  ): Promise<Omit<NextWindow, 'readings'>> {
    const isHeld = speed === 0;
    const reset = secondsToReset(rejected);
    const end = endOfWindow(rejected, speed);
    if (reset === undefined || end === undefined) {
      await later.wait(pastWindow);
      return { opened: await later.send() };
    }
    const start = later.waited;
    const secondsFrom = (one: number, other: number) => ((other - one) / 1000) * speed;
    const left = (time: number) => (isHeld ? reset - (later.waited - start) : secondsFrom(Date.now(), time));
    const margin = isHeld ? 1 : timeToAnswer;
    let lastSecond: Exchange | undefined;
    if (left(end.earliest) > margin) {
      await later.wait(left(end.earliest) - margin);
      lastSecond = await later.send();
    }
    await later.wait(Math.max(0, left(end.latest)) + 1);
    const opened = await later.send();
    if (isHeld) return { lastSecond, opened, gone: lastSecond && goneOnHeldClock };
    // A response that came later may have been counted in the next window.
    if (lastSecond !== undefined && answeredAt(lastSecond) >= end.earliest) lastSecond = undefined;
    return { lastSecond, opened, gone: secondsFrom(end.earliest, answeredAt(opened)) };
  }
}

/** The number of requests in a window that are sent one after another, before all others. */
const inARow = 5;

/**
 * The number of requests beyond the limit that are sent at the same time: a counter with a race condition lets some of
 * them pass.
 */
const pastLimit = 8;

function answered(all: readonly (Exchange | undefined)[]): readonly Exchange[] {
  return all.filter((each) => each !== undefined);
}

/**
 * Responses to requests that were sent at the same time, in the order in which the target counted them, to the extent
 * that X-RateLimit-Remaining shows it.
 */
function asCounted(responses: readonly Exchange[]): readonly Exchange[] {
  const left = ({ status, response }: Exchange) =>
    status === 429 ? -1 : (rateOf(response).remaining ?? Number.MAX_SAFE_INTEGER);
  return responses.toSorted((a, b) => left(b) - left(a));
}

/**
 * On a running clock, how many seconds before the end of a window a request is sent, to leave time for its response.
 */
const timeToAnswer = 3;

/**
 * Seconds, including rounding, that may have passed in the new window when its first request is sent: two seconds after
 * the request in the last second of the old window.
 */
const goneOnHeldClock = 2;
