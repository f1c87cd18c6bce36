import type {
  Dealt,
  DealtItems,
  NamedOrders,
  OrderWish,
  SeenOrder,
} from '../../operations/prerequisites/named-orders.js';
import { type CallServer, RemoteCalls, serveCalls } from '../budget/calls.js';
import type { OrderDesk } from './order-desk.js';

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
