import type { Transport } from '../../http/transport.js';
import type {
  Dealt,
  DealtItems,
  NamedOrders,
  OrderWish,
  SeenOrder,
} from '../../operations/prerequisites/dealt-orders.js';
import type { Settings } from '../../target/settings.js';
import { type CallServer, RemoteCalls, serveCalls } from '../budget/remote-budget.js';
import { partOfShard, shardIn } from '../budget/share.js';
import { guarded, type TestThings } from './guarded-transport.js';
import { keyNames } from './key-name.js';
import { Ledger, ledgerFolder } from './ledger.js';
import type { OrderDesk } from './order-desk.js';
import { OwnThings } from './own-things.js';
import { fingerprints } from './write.js';

/** The work of this process on a merchant that others use too. */
export class SharedMerchant {
  readonly #settings: Settings;
  readonly #own: OwnThings;
  readonly #ledger: Ledger;
  /** Numbers of the orders that the configuration names for this machine's tests. */
  readonly orders: readonly string[];

  /** @param prefix begins the name of everything that the run creates */
  constructor(settings: Settings, prefix: string, environment: NodeJS.ProcessEnv) {
    this.#settings = settings;
    // Other machines can't see which orders are taken here.
    this.orders = partOfShard(settings.orders, shardIn(environment));
    this.#own = new OwnThings({ prefix, orders: this.orders });
    const folder = ledgerFolder(environment, settings.name);
    this.#ledger = new Ledger({
      folder,
      prefix,
      processes: [process.pid, process.ppid],
      baseUrl: settings.baseUrl,
      keys: fingerprints(settings, prefix),
    });
  }

  /**
   * A transport that enters what it creates in the ledger, and changes nothing else.
   * @param named collects the names of the test's things
   */
  over(transport: Transport, named: TestThings): Transport {
    const { baseUrl } = this.#settings;
    const nameOf = keyNames(this.#settings);
    return guarded(transport, { baseUrl, own: this.#own, ledger: this.#ledger, nameOf, named });
  }

  close(): void {
    this.#ledger.close();
  }
}

/** The environment variable that gives the workers of a run the address of its order desk. */
export const ordersAddress = 'CONFORMANCE_ORDER_DESK';

/** Serves an order desk on loopback to the workers of a run. */
export function serveOrders(desk: OrderDesk): Promise<CallServer> {
  return serveCalls({
    answer: async (method, args) => {
      const call: unknown = Reflect.get(desk, method);
      if (typeof call !== 'function') throw new Error(`An order desk has no method ${method}.`);
      return call.apply(desk, args);
    },
    // The items of a worker that is gone may still move: nobody else gets them.
    leave: async () => {},
    close: () => {},
  });
}

/** The desk of the run as one of its workers sees it. */
export class SharedOrders {
  readonly #calls: RemoteCalls;

  /** @param address the server's address */
  constructor(address: string) {
    this.#calls = new RemoteCalls(address, 'order desk');
  }

  /**
   * The orders as one test gets them.
   * @param numbers the orders that the configuration names
   * @param test its file and title
   * @param key names the key that the test sends with
   */
  of(numbers: readonly string[], test: string, key: string): NamedOrders & { end(): Promise<void> } {
    const calls = this.#calls;
    const tell = async (method: keyof OrderDesk, ...args: readonly unknown[]) => {
      await calls.call(method, ...args);
    };
    const kind = (write: string) => `${write} ${key}`;
    return {
      numbers,
      take: async (wish: OrderWish) => (await calls.call('take', test, wish)) as Dealt,
      saw: (order: SeenOrder) => tell('saw', order),
      giveBack: (items: DealtItems) => tell('giveBack', items),
      leaveBatch: (write, batchRequestId) => tell('leaveBatch', kind(write), batchRequestId),
      leftBatch: async (write) => {
        const left = await calls.call('leftBatch', kind(write));
        return typeof left === 'string' ? left : undefined;
      },
      end: () => tell('end', test),
    };
  }

  close(): void {
    this.#calls.close();
  }
}

/** Moves of order items that a test has sent, until each has ended: nobody else may have an item that still moves. */
export class MovesUnderWay {
  /**
   * The ids that each write names. A write goes by its number until it is answered, then by its batch in lower case.
   */
  readonly #moves = new Map<number | string, readonly string[]>();

  /** Notes that a write which names items is sent. */
  sent(write: number, itemIds: readonly string[]): void {
    if (itemIds.length > 0) this.#moves.set(write, itemIds);
  }

  /** Notes that a write was refused and did nothing. */
  refused(write: number): void {
    this.#moves.delete(write);
  }

  /** Notes that a write was accepted. A write without a batch counts as never ending. */
  accepted(write: number, batchRequestId: string | undefined): void {
    const ids = this.#moves.get(write);
    if (ids === undefined || batchRequestId === undefined) return;
    this.#moves.delete(write);
    this.#moves.set(batchRequestId.toLowerCase(), ids);
  }

  /** Notes that a batch has ended. */
  ended(batchRequestId: string): void {
    this.#moves.delete(batchRequestId.toLowerCase());
  }

  /** Whether the item may still be moved. */
  has(itemId: string): boolean {
    return [...this.#moves.values()].some((ids) => ids.includes(itemId));
  }
}
