import type { Exchange } from '../http/exchange.js';
import { beAnErrorWith, haveStatus, haveStatusOtherThan } from '../verdicts/oracles/response.js';
import {
  forgetOldest,
  type OrderRule,
  type PutOnRecord,
  precedes,
  type Times,
  withoutBody,
} from './order.js';
import type { RecordedExchange } from './recorded-exchange.js';

/** The number of keys that are followed at the same time. */
const mostFollowed = 1000;

/** What the recording shows of a key. */
interface Followed {
  readonly accepted: Times;
  /** The first refusal since then. */
  readonly refused?: Exchange;
}

/** Each request needs a valid key, in its header (clause 5). */
export class KeyRule implements OrderRule {
  readonly requirements = ['AUTH-01', 'AUTH-02', 'AUTH-05', 'AUTH-06'] as const;
  readonly #followed = new Map<string, Followed>();
  /** The services of which the recording has keys: then it wasn't the writer who left one out. */
  readonly #keyed = new Set<string>();

  async see(recorded: RecordedExchange, record: PutOnRecord): Promise<void> {
    const { exchange, key, called, isTimed, isKeyElsewhere, isKeyHidden } = recorded;
    if (exchange.outsideContract || isKeyHidden) return;
    const header = exchange.sent.headers['x-api-key'];
    if (key === undefined) {
      if (exchange.status !== 401 && !this.#keyed.has(called.base)) return;
      const id = isKeyElsewhere ? 'AUTH-06' : header === undefined ? 'AUTH-02' : 'AUTH-05';
      const isRefused = exchange.bodyLeftOut ? haveStatus(exchange, 401) : beAnErrorWith(exchange, 401);
      await record(id, { exchange, trail: [] }, isRefused);
      return;
    }
    this.#keyed.add(called.base);
    if (exchange.succeeded) await record('AUTH-01', { exchange, trail: [] }, undefined);
    if (isTimed) await this.#follow(exchange, `${called.base} ${key}`, record);
  }

  /** A key that was accepted before and after was valid in between: one that expired or was revoked stays so. */
  async #follow(exchange: Exchange, name: string, record: PutOnRecord): Promise<void> {
    const known = this.#followed.get(name);
    if (exchange.status === 401) {
      if (known !== undefined && known.refused === undefined && precedes(known.accepted, exchange))
        this.#followed.set(name, { ...known, refused: withoutBody(exchange) });
      return;
    }
    if (exchange.status >= 500) return;
    const { refused } = known ?? {};
    if (refused !== undefined && !precedes(refused, exchange)) return;
    if (refused !== undefined) {
      const trail = ['the same key was accepted before and after'];
      await record('AUTH-01', { exchange: refused, trail }, haveStatusOtherThan(refused, 401));
    }
    this.#followed.delete(name);
    const { startedAt, milliseconds } = exchange;
    this.#followed.set(name, { accepted: { startedAt, milliseconds } });
    forgetOldest(this.#followed, mostFollowed);
  }
}
