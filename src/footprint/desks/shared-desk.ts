import type { ProductItem } from '../../data/valid/product-item.js';
import type { DealtItems, NamedOrders } from '../../operations/prerequisites/dealt-orders.js';
import type { KnownDrafts } from '../../operations/prerequisites/merchant-data.js';
import { type CallServer, RemoteCalls, serveCalls } from '../budget/remote-budget.js';
import { OrderDesk } from './order-desk.js';

/** Keeps what tests of a run pass on to others: items of orders, and drafts. */
export class Desk extends OrderDesk {
  readonly #drafts = new Map<string, readonly ProductItem[]>();

  /**
   * Takes up to `count` drafts, those that have waited the longest first. A draft belongs to one test at a time.
   * @param key names the key that made them
   * @param category the category that they must have; any if undefined
   */
  takeDrafts(key: string, count: number, category?: number): readonly ProductItem[] {
    const all = this.#drafts.get(key) ?? [];
    const taken = all.filter((each) => category === undefined || each.category === category).slice(0, count);
    const left = all.filter((each) => !taken.includes(each));
    this.#drafts.set(key, left);
    return taken;
  }

  giveBackDrafts(key: string, drafts: readonly ProductItem[]): void {
    this.#drafts.set(key, [...(this.#drafts.get(key) ?? []), ...drafts]);
  }
}

/** Serves a desk on loopback to the workers of a run. */
export function serveDesk(desk: Desk): Promise<CallServer> {
  // What a worker had that is gone may still change, so no other test gets it.
  return serveCalls({ kitOf: () => desk });
}

/** The desk of the run as one of its workers sees it. */
export class SharedDesk {
  readonly #calls: RemoteCalls;

  constructor(address: string) {
    this.#calls = new RemoteCalls(address, 'desk');
  }

  /** The orders as tests get them. @param numbers the orders that the configuration names */
  orders(numbers: readonly string[]): NamedOrders {
    return {
      numbers,
      take: (wish) => this.#call<DealtItems | undefined>('take', wish),
      giveBack: (...items) => this.#call('giveBack', ...items),
    };
  }

  /** The drafts that tests with the same key made. @param key its name */
  drafts(key: string): KnownDrafts {
    return {
      take: (...wish) => this.#call<readonly ProductItem[]>('takeDrafts', key, ...wish),
      giveBack: (drafts) => this.#call('giveBackDrafts', key, drafts),
    };
  }

  close(): void {
    this.#calls.close();
  }

  async #call<Result = void>(method: keyof Desk, ...args: readonly unknown[]): Promise<Result> {
    return (await this.#calls.call(method, ...args)) as Result;
  }
}
