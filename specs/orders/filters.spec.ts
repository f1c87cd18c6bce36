import fc from 'fast-check';
import { covers, expect, mayMeet, test } from '../../fixtures/index.js';

/** What an order can be (gap G-11), and seconds since one that gets there was made. */
const statuses = { open: 60, shipped: 3600, cancelled: 7000, returned: 86_400, mixed: 900_000 } as const;

/** What the list is narrowed by. */
interface Filters {
  readonly order_number?: string;
  readonly order_status?: string;
  readonly orders_from?: string;
  readonly orders_to?: string;
}

test(
  'Orders of every status are listed, and found by number, status and time, page by page',
  mayMeet(covers('ORD-06'), 'ORD-01'),
  async ({ bulk, forAll, given, submit, verify }) => {
    const made: Record<string, Awaited<ReturnType<typeof given.orderOf>>> = {};
    if (given.canMakeOrders) {
      const product = await given.orderedProduct();
      for (const [status, age] of Object.entries(statuses))
        made[status] = await given.orderOf(product, { items: 2, age });
      const { shipped, returned, cancelled, mixed } = made;
      for (const order of [shipped, returned]) if (order !== undefined) await given.shipped(order);
      const idsOf = (order = shipped) => order?.order_items.map(({ id }) => id) ?? [];
      const cancellations = [...idsOf(cancelled), ...idsOf(mixed).slice(1)].map((id) => ({ id }));
      await submit('cancelOrderItems', cancellations);
      await submit('returnOrderItems', [{ order_items: idsOf(returned), return_tracking_key: 'R-1' }]);
    } else await given.someOrder();

    const whole = await given.everyPage('listOrders');
    for (const [status, { order_number }] of Object.entries(made))
      await verify('ORD-01', whole.last, () => expect(whole.last).toShowTheOrder({ order_number, status }));

    const times = whole.entries.map(({ created_at }) => Date.parse(created_at)).toSorted((a, b) => a - b);
    // The moment of an order itself may be counted to either side.
    const between = times.map((time, index) => (time + (times[index + 1] ?? time + 2)) / 2);
    const moments = [(times[0] ?? 0) - 1000, ...between].filter((moment) => !times.includes(moment));
    const moment = fc.constantFrom(...moments).map((time) => new Date(time).toISOString());
    const number = fc.constantFrom(...whole.entries.map(({ order_number }) => order_number), given.newKey());
    const fields = {
      order_number: number,
      order_status: fc.constantFrom(...Object.keys(statuses)),
      orders_from: moment,
      orders_to: moment,
    };
    const one = Object.entries(fields).map(([name, value]) => value.map((text) => ({ [name]: text })));
    const filters: fc.Arbitrary<Filters> = fc.oneof(...one, fc.record(fields, { requiredKeys: [] }));
    await forAll(
      fc.tuple(filters, fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 100 }))),
      async ([query, per_page]) => {
        const first = await bulk.listOrders({ query: { ...query, per_page } });
        if (!(await verify('ORD-06', first, () => expect(first).toHaveStatus(200)))) return;
        const narrowed = await given.everyPage('listOrders', { ...query, per_page });
        const [listed, known] = [narrowed, whole].map(({ entries }) =>
          entries.map((order) => ({ name: order.order_number, matches: isFoundBy(query, order) })),
        );
        await verify('ORD-06', first, () =>
          expect(listed ?? []).toHoldExactlyWhatMatches(known ?? [], query),
        );
        await verify('ORD-06', first, () => expect(narrowed.exchanges).toAgree('order_number'));
      },
      { exchangesEach: 4 },
    );
  },
);

/** Whether an order is what the filters ask for (gap G-11). */
function isFoundBy(
  { order_number, order_status, orders_from, orders_to }: Filters,
  order: { readonly order_number: string; readonly status: string; readonly created_at: string },
): boolean {
  const time = Date.parse(order.created_at);
  return (
    [undefined, order.order_number].includes(order_number) &&
    [undefined, order.status].includes(order_status) &&
    (orders_from === undefined || time >= Date.parse(orders_from)) &&
    (orders_to === undefined || time <= Date.parse(orders_to))
  );
}
