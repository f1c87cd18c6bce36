import { covers, expect, inSmoke, test } from '#fixtures';
import {
  listOrdersByNumber,
  listTheWholeOrder,
  showTheStatusOfTheirItems,
  type WholeOrder,
} from '#src/verdicts/oracles/order';

test(
  'The list of orders shows each order with all its items and their status after every change',
  inSmoke(covers('ORD-01')),
  async ({ api, given, note, verify }) => {
    const first = await api.listOrders();
    await verify('ORD-01', first, expect(first).to(listOrdersByNumber));
    await verify('ORD-01', first, expect([first]).to(showTheStatusOfTheirItems));
    if (!given.canMakeOrders) {
      note(
        'ORD-01',
        'not looked at: whether an order that exists is listed with all its items, before and after they move',
      );
      return;
    }

    const product = await given.orderedProduct();
    const open = await given.customerOrder(product, { items: 2 });
    const shipped = await given.customerOrder(product, { items: 2 });
    const cancelled = await given.customerOrder(product, { items: 1 });
    const mixed = await given.customerOrder(product, { items: 3 });
    const areListed = async (orders: readonly WholeOrder[]) => {
      const { exchanges, last } = await given.everyPage('listOrders');
      for (const order of orders)
        await verify('ORD-01', last, expect(exchanges).to(listTheWholeOrder, order));
      await verify('ORD-01', last, expect(exchanges).to(showTheStatusOfTheirItems));
    };
    const made = [open, shipped, cancelled, mixed];
    await areListed(made);

    const { entries } = await given.everyPage('listOrders', {}, 'order_items.*.id', 'order_items.*.sku');
    const listed = ({ order_number }: WholeOrder) =>
      given.found(
        entries.find((order) => order.order_number === order_number),
        'an order that was made is not listed',
      );
    const cancellations = [...listed(cancelled).order_items, ...listed(mixed).order_items.slice(1)].map(
      ({ id }) => ({ id }),
    );
    await given.shipped(listed(shipped));
    await given.accepted(api.cancelOrderItems({ body: { items: cancellations } }));
    await areListed(made.map(listed));
  },
);
