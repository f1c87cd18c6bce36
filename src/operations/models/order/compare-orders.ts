import { type OrderModel, orderStatus } from './order-model.js';
import type { ItemId, ListedOrder, OrderRequirement, OrderTarget } from './order-target.js';

/** Where an order shows what it is, and in which words. */
const gaps = ['G-01', 'G-05'];

/** States that each order and each of its items shows the status that the model holds (gap G-01). */
export async function compareOrders(
  model: OrderModel,
  target: OrderTarget,
  listed: ReadonlyMap<string, ListedOrder>,
  concerns: ReadonlyMap<ItemId, OrderRequirement>,
): Promise<void> {
  for (const [index, order] of model.orders.entries()) {
    const name = `order ${index + 1}`;
    const shown = listed.get(order.number);
    for (const [place, { id, status }] of order.items.entries()) {
      await target.judge(concerns.get(id) ?? 'ORD-03', {
        at: `status of ${name} item ${place + 1} (${id})`,
        expected: [status],
        actual: shown?.items.get(id) ?? 'not listed',
        gaps,
      });
    }
    if (!order.isWhole) continue;
    await target.judge('ORD-03', {
      at: `status of ${name} (${order.number})`,
      expected: [orderStatus(order)],
      actual: shown?.status ?? 'not listed',
      gaps,
    });
  }
}

/** What the orders show, in words: `order 1 mixed: open, shipped`. */
export function ordersInWords(model: OrderModel, listed: ReadonlyMap<string, ListedOrder>): string {
  return model.orders
    .map(({ number, items }, index) => {
      const shown = listed.get(number);
      const statuses = items.map(({ id }) => shown?.items.get(id) ?? 'not listed');
      return `order ${index + 1} ${shown?.status ?? 'not listed'}: ${statuses.join(', ')}`;
    })
    .join('; ');
}
