import type { Operation } from '../../contract/operations.js';
import type { Exchange } from '../../http/exchange.js';
import { answeredAt, fitOneWindow, pastWindow, rateOf, windowSeconds } from '../../http/rate-window.js';
import { isLost } from '../../http/transports/transport.js';
import type { Merchant, TargetClock } from '../../target/merchants/merchant.js';
import { Blocked, Inapplicable } from '../../verdicts/finding.js';
import { type CountedResponse, remainingAfter } from '../../verdicts/oracles/rate-limit.js';
import type { Turns } from '../budget/turns.js';
import { OthersInWindow } from './burst.js';

/** What stops a test that can't go on: `held` leaves it to the caller, `stopsTest` skips the test with the reason. */
interface Interruptions {
  held<Result>(action: () => Promise<Result>): Promise<Result>;
  stopsTest<Result>(action: () => Promise<Result>): Promise<Result>;
}

/** The maximum number of attempts to fit a series of requests into one window, without and with other clients. */
const [triesToFit, triesNextToOthers] = [3, 8];

/** A clock with its speed: its seconds per real second; 0 if it is frozen. */
type WindowClock = TargetClock & { readonly speed: number };

/** What is awaited when the clock of the windows waits. */
const restart = 'a rate limit to start again';

/** Requests with pauses between them, each with the time that has passed on the target's clock. */
export class TimedRequests {
  readonly #clock: WindowClock;
  readonly #send: () => Promise<Exchange>;
  /** The time began between these two moments, in milliseconds since the epoch. */
  #began: { readonly least: number; readonly most: number } | undefined;
  readonly readings: CountedResponse[] = [];
  /** The seconds spent waiting. */
  waited = 0;

  /** @param since the request with which the time begins; by default, the time begins when the first request is sent */
  constructor(clock: WindowClock, send: () => Promise<Exchange>, since?: Exchange) {
    this.#clock = clock;
    this.#send = send;
    this.#began = since && { least: since.startedAt, most: answeredAt(since) };
  }

  /** Waits for some seconds on the target's clock. */
  async wait(seconds: number): Promise<void> {
    await this.#clock.wait(seconds);
    this.waited += seconds;
  }

  async send(): Promise<Exchange> {
    const exchange = await this.#send();
    const { startedAt } = exchange;
    this.#began ??= { least: startedAt, most: startedAt };
    const { least, most } = this.#began;
    const { speed } = this.#clock;
    const passed = (milliseconds: number) => (speed === 0 ? this.waited : (milliseconds / 1000) * speed);
    this.readings.push({
      exchange,
      from: passed(startedAt - most),
      to: passed(answeredAt(exchange) - least),
    });
    return exchange;
  }
}

/** The windows of a merchant's key, on the target's clock (clause 8.1). */
export class Windows {
  readonly #merchant: Merchant;
  readonly #interruption: Interruptions;
  readonly #turns: Turns | undefined;
  readonly clock: WindowClock;

  /**
   * @param clockSpeed of the target, if the merchant's clock can't be held still
   * @param turns the turns of the test, if other tests use the key at the same time
   */
  constructor(merchant: Merchant, interruption: Interruptions, clockSpeed: number, turns?: Turns) {
    this.#merchant = merchant;
    this.#interruption = interruption;
    this.#turns = turns;
    const speed = merchant.shared ? clockSpeed : 0;
    this.clock = { speed, wait: (seconds) => merchant.clock.wait(seconds, restart) };
  }

  /** Waits until the next request of an operation begins a fresh window. */
  async fresh(operation: Operation): Promise<void> {
    if (this.#turns === undefined) await this.#merchant.clock.wait(pastWindow);
    else await this.#turns.alone(operation, this.#merchant.apiKey, 'fresh', async () => {});
  }

  /**
   * Sends a series of requests to an operation in such a way that one window counts all of them and nothing else in
   * between (clause 8.1). If the series doesn't fit, it is sent again in the next window; if others' requests count in
   * it, it is sent again immediately, because the others may stop at any time.
   * @param room the number of requests, or a fresh window if they are to exhaust it
   * @param send sends the series; a second try must not keep anything from the first
   * @throws Blocked if the target is too slow for that, or others use the same window
   */
  async inOne(
    operation: Operation,
    room: number | 'fresh',
    send: () => Promise<readonly Exchange[]>,
  ): Promise<readonly Exchange[]> {
    const turns = this.#turns;
    const others = turns && new OthersInWindow(room === 'fresh');
    const held = () => this.#interruption.held(send);
    let missed = 0;
    for (let tries = 1; tries <= triesNextToOthers; tries += 1) {
      const responses = await (turns?.alone(operation, this.#merchant.apiKey, room, held) ?? held());
      const fits = fitOneWindow(responses, this.clock.speed);
      if (fits && others?.letJudge(responses) !== false) return responses;
      if (!fits) missed += 1;
      if (missed === triesToFit) break;
      if (!fits) await this.clock.wait(pastWindow);
    }
    throw new Blocked(
      `the requests did not fit into one window of ${windowSeconds} s, in ${triesToFit} tries: the target answers too slowly, its windows restart while they are sent, or other clients' requests count in them`,
    );
  }

  /**
   * Sends a request now and again after each pause, in seconds on the target's clock.
   * @returns the readings that have X-RateLimit-Reset, with the last one as their witness; clause 4.4 allows responses
   * without it
   * @throws Inapplicable if fewer than two have it, so that nothing can count down
   */
  async resets(send: () => Promise<Exchange>, pauses: readonly number[]) {
    const requests = new TimedRequests(this.clock, send);
    await requests.send();
    for (const pause of pauses) {
      await requests.wait(pause);
      await requests.send();
    }
    const resetOf = ({ exchange }: CountedResponse) => exchange.header('x-ratelimit-reset');
    const readings = requests.readings.filter((each) => resetOf(each) !== undefined);
    const [last, another] = readings.toReversed();
    if (last === undefined || another === undefined)
      throw new Inapplicable(
        'the target sends no X-RateLimit-Reset with the status results, which is allowed',
      );
    const trail = requests.readings.map((each) => `${each.from.toFixed()} s: reset ${resetOf(each) ?? '?'}`);
    return { readings, exchange: last.exchange, trail };
  }

  /**
   * If others use the key, their requests may explain why fewer requests remain than should.
   * @param acceptable numbers of remaining requests
   * @throws Blocked if a different number remains and the request passed
   */
  wasAlone(after: Exchange, ...acceptable: readonly (number | undefined)[]): void {
    if (this.#turns === undefined || after.status === 429) return;
    const { remaining } = rateOf(after);
    if (remaining === undefined || acceptable.includes(remaining)) return;
    throw new Blocked(
      `other clients' requests counted in the window of ${after.operationId} in the meantime`,
    );
  }

  /**
   * Sends a request now, and again on demand, after an action that must not affect it. A missing key is reported only
   * at the second request, so that it doesn't keep other things from being verified.
   * @param limit of the operation
   * @param clock `other` if the window may end before the second request: only the merchant's own clock can be held
   * still
   * @returns a function that sends the second request and returns both exchanges, how many requests in between got no
   * response, and the remaining requests if a new window began in between, unless the clock was held still
   */
  async watch(limit: number, send: () => Promise<Exchange>, clock: 'own' | 'other' = 'own') {
    const first = await this.#answered(send).catch((error: unknown) => ({ error }));
    if ('error' in first) return () => this.#interruption.stopsTest(() => Promise.reject(first.error));
    const anew = this.clock.speed === 0 && clock === 'own' ? undefined : limit - 1;
    return async () => {
      const { exchange: after, lost } = await this.#interruption.stopsTest(() => this.#answered(send));
      const before = first.exchange;
      this.wasAlone(after, ...remainingAfter(before, limit - 1, lost));
      return { before, after, lost, anew };
    };
  }

  /**
   * Sends a request, and again if it is lost, at most twice; returns the response and how often the request was lost.
   */
  async #answered(send: () => Promise<Exchange>) {
    for (let lost = 0; ; lost += 1)
      try {
        return { exchange: await this.#interruption.held(send), lost };
      } catch (error) {
        if (!isLost(error) || lost === 2) throw error;
      }
  }
}
