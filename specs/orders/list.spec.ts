import { covers, expect, inSmoke, test } from '../../fixtures/index.js';
import {
  listOrdersByNumber,
  listTheWholeOrder,
  showTheStatusOfTheirItems,
} from '../../src/verdicts/oracles/order.js';

test(
  'The list of orders shows each order with all its items and their status after every change',
  inSmoke(covers('ORD-01')),
  async ({ api, given, note, submit, verify }) => {
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
    const areListed = async () => {
      const { exchanges, last } = await given.everyPage('listOrders');
      for (const order of [open, shipped, cancelled, mixed])
        await verify('ORD-01', last, expect(exchanges).to(listTheWholeOrder, order));
      await verify('ORD-01', last, expect(exchanges).to(showTheStatusOfTheirItems));
    };
    await areListed();

    const idsOf = ({ order_items }: typeof open) => order_items.map(({ id }) => id);
    const shipment = { carrier_key: 'carrier', shipment_tracking_key: 'S-1', return_tracking_key: 'R-1' };
    const moves = [
      await submit('shipOrderItems', [{ order_items: idsOf(shipped), ...shipment }]),
      await submit(
        'cancelOrderItems',
        [...idsOf(cancelled), ...idsOf(mixed).slice(1)].map((id) => ({ id })),
      ),
    ];
    const areMoved = moves.every(({ batch }) => batch?.items.every(({ success }) => success) === true);
    given.need(areMoved, 'the orders could not be shipped and cancelled');
    await areListed();
  },
);
