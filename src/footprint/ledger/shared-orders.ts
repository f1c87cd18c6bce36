import type {
  Dealt,
  DealtItems,
  NamedOrders,
  OrderWish,
  SeenOrder,
} from '../../operations/prerequisites/named-orders.js';
import { type CallServer, RemoteCalls, serveCalls } from '../budget/calls.js';
import type { OrderDesk } from './order-desk.js';

/** The variable in which the workers of a run find the desk that deals out its orders. */
export const ordersAddress = 'CONFORMANCE_ORDER_DESK';

/** Serves a desk on loopback, to the workers of a run. */
export function serveOrders(desk: OrderDesk): Promise<CallServer> {
  return serveCalls({
    answer: async (method, args) => {
      const call: unknown = Reflect.get(desk, method);
      if (typeof call !== 'function') throw new Error(`Nobody deals out orders by ${method}.`);
      return call.apply(desk, args);
    },
    // What a worker had that is gone may move yet: nobody gets it.
    leave: async () => {},
    close: () => {},
  });
}

/** The desk of the run as one of its workers sees it. */
export class SharedOrders {
  readonly #calls: RemoteCalls;

  /** @param address as the server gives it */
  constructor(address: string) {
    this.#calls = new RemoteCalls(address, 'order desk');
  }

  /**
   * The orders as one test gets them.
   * @param numbers that the configuration names
   * @param test its file and title
   * @param key names the key that it sends with
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
