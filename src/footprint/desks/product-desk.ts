import type { ProductItem } from '../../data/valid/product-item.js';
import type { KnownDrafts } from '../../operations/prerequisites/merchant-data.js';
import { type CallServer, RemoteCalls, serveCalls } from '../budget/remote-budget.js';

/**
 * Keeps the drafts that tests of a run made and no longer need, for the next tests that need one, because the API can't
 * delete products. A draft belongs to one test at a time.
 */
export class ProductDesk {
  readonly #drafts = new Map<string, ProductItem[]>();

  /**
   * Takes up to `count` drafts, those that have waited the longest first.
   * @param key names the key that made them
   * @param category the category that they must have; any if undefined
   */
  take(key: string, count: number, category?: number): readonly ProductItem[] {
    const all = this.#drafts.get(key) ?? [];
    const taken = all.filter((each) => category === undefined || each.category === category).slice(0, count);
    this.#drafts.set(
      key,
      all.filter((each) => !taken.includes(each)),
    );
    return taken;
  }

  /** Takes drafts back. */
  giveBack(key: string, drafts: readonly ProductItem[]): void {
    this.#drafts.set(key, [...(this.#drafts.get(key) ?? []), ...drafts]);
  }
}

/** Serves a product desk on loopback to the workers of a run. */
export function serveProducts(): Promise<CallServer> {
  const desk = new ProductDesk();
  // The drafts of a worker that is gone may still change, so no other test gets them.
  return serveCalls({ kitOf: () => desk, leave: () => {}, close: () => {} });
}

/** The desk of the run as one of its workers sees it. */
export class SharedDrafts {
  readonly #calls: RemoteCalls;

  constructor(address: string) {
    this.#calls = new RemoteCalls(address, 'product desk');
  }

  /** The drafts that tests with the same key made. @param key its name */
  of(key: string): KnownDrafts {
    return {
      take: async (...wish) => (await this.#calls.call('take', key, ...wish)) as readonly ProductItem[],
      giveBack: async (drafts) => void (await this.#calls.call('giveBack', key, drafts)),
    };
  }

  close(): void {
    this.#calls.close();
  }
}
