import fc from 'fast-check';
import { covers, expect, inSmoke, largestPage, mayMeet, test } from '#fixtures';
import { beAFileOfItsMediaType, beAnotherFileThan, fileInWords } from '#src/verdicts/oracles/documents/file';
import { beNarrowedTo } from '#src/verdicts/oracles/lists/filtered';
import { agree } from '#src/verdicts/oracles/lists/page';
import {
  listOrdersByNumber,
  listTheWholeOrder,
  showTheStatusOfTheirItems,
  type WholeOrder,
} from '#src/verdicts/oracles/order';
import { haveStatus } from '#src/verdicts/oracles/response';

test(
  'Orders are listed, each with a different number and the status of its items',
  inSmoke(covers('ORD-01', 'ORD-07')),
  async ({ api, given, verify }) => {
    if (given.canMakeOrders) await given.someOrder();
    const listed = await api.listOrders();
    await verify('ORD-01', listed, expect(listed).to(listOrdersByNumber));
    await verify('ORD-07', listed, expect(listed).to(showTheStatusOfTheirItems));
    if (!given.canMakeOrders) await given.someOrder();
  },
);

/** The statuses of an order (gap G-11), and seconds from its creation until it has each of them. */
const statuses = { open: 60, shipped: 3600, cancelled: 7000, returned: 86_400, mixed: 900_000 } as const;

/** Zones so far from UTC that one of their times, read as UTC, falls before or after most orders. */
const zones = ['+13:45', '-11:30'] as const;

/** The filters of the list. */
type Filters = { readonly [name in 'order_number' | 'order_status' | 'orders_from' | 'orders_to']?: string };

test(
  'Orders of every status are listed page by page and can be found by number, status and time',
  mayMeet(covers('ORD-06'), 'ORD-01'),
  async ({ bulk, forAll, given, note, submit, verify }) => {
    const readItems = () => given.everyPage('listOrders', {}, 'order_items.*.id', 'order_items.*.sku');
    const made: Record<string, Awaited<ReturnType<typeof readItems>>['entries'][number]> = {};
    if (given.canMakeOrders) {
      const product = await given.orderedProduct();
      const orders: [status: string, WholeOrder][] = [];
      for (const [status, age] of Object.entries(statuses))
        orders.push([status, await given.customerOrder(product, { items: 2, age })]);
      const { entries, exchanges, last } = await readItems();
      for (const [status, order] of orders) {
        await verify('ORD-01', last, expect(exchanges).to(listTheWholeOrder, order));
        const listed = entries.find(({ order_number }) => order_number === order.order_number);
        if (listed !== undefined) made[status] = listed;
      }
      const { shipped, returned, cancelled, mixed } = made;
      for (const order of [shipped, returned]) if (order !== undefined) await given.shipped(order);
      const idsOf = (order: typeof shipped) => order?.order_items.map(({ id }) => id) ?? [];
      const cancellations = [...idsOf(cancelled), ...idsOf(mixed).slice(1)].map((id) => ({ id }));
      await submit('cancelOrderItems', cancellations);
      await submit('returnOrderItems', [{ order_items: idsOf(returned), return_tracking_key: 'R-1' }]);
    } else {
      await given.someOrder();
      for (const id of ['ORD-01', 'ORD-06'] as const)
        note(id, 'not looked at: an order of each status and age, because no orders can be created here');
    }

    const whole = await given.everyPage('listOrders', {}, 'status', 'created_at');
    for (const [status, order] of Object.entries(made)) {
      const page = whole.exchanges.find(({ text }) => text.includes(order.order_number)) ?? whole.last;
      await verify('ORD-01', page, expect(whole.exchanges).to(listTheWholeOrder, { ...order, status }));
    }

    const times = whole.entries.map(({ created_at }) => Date.parse(created_at)).toSorted((a, b) => a - b);
    // The moment of an order itself may count on either side. A target that counts whole seconds has no moment
    // between two of them.
    const unit = times.every((time) => time % 1000 === 0) ? 1000 : 1;
    const between = times.map(
      (time, index) => Math.floor((time + (times[index + 1] ?? time + 2 * unit)) / 2 / unit) * unit,
    );
    const moments = [(times[0] ?? 0) - 1000, ...between].filter((moment) => !times.includes(moment));
    const instant = fc.tuple(fc.constantFrom(...moments), fc.constantFrom('Z', ...zones));
    const moment = instant.map(([time, zone]) => inZone(time, zone));
    const number = fc.constantFrom(...whole.entries.map(({ order_number }) => order_number), given.newKey());
    const fields = {
      order_number: number,
      order_status: fc.constantFrom(...Object.keys(statuses)),
      orders_from: moment,
      orders_to: moment,
    };
    const one = Object.entries(fields).map(([name, value]) => value.map((text) => ({ [name]: text })));
    const filters: fc.Arbitrary<Filters> = fc.oneof(...one, fc.record(fields, { requiredKeys: [] }));
    // Even many orders fit on a few pages.
    const most = largestPage('listOrders');
    const fewest = Math.min(most, Math.ceil(whole.entries.length / 5));

    let latest = whole.entries;
    const isNarrowedBy = async ([query, per_page]: readonly [Filters, number]) => {
      const first = await bulk.listOrders({ query: { ...query, per_page } });
      if (!(await verify('ORD-06', first, expect(first).to(haveStatus, 200)))) return;
      const narrowed = await given.everyPage('listOrders', { ...query, per_page }, 'status', 'created_at');
      // If the test can't create orders, others may move items of the listed ones during the test.
      const mayChange = !given.canMakeOrders && query.order_status !== undefined;
      const before = new Map(latest.map((order) => [order.order_number, order.status]));
      if (mayChange) latest = (await given.everyPage('listOrders', {}, 'status', 'created_at')).entries;
      const moved = latest.filter((order) => before.get(order.order_number) !== order.status);
      const isSteady = (order: { readonly order_number: string }) =>
        moved.every(({ order_number }) => order_number !== order.order_number);
      const [listed = [], known = []] = [narrowed.entries, latest].map((entries) => entries.filter(isSteady));
      const matches = (order: (typeof latest)[number]) => isFoundBy(query, order);
      const filter = { inWords: `orders that match ${JSON.stringify(query)}`, matches };
      // Others may have added orders in the meantime.
      const isNarrowed = expect(listed).to(beNarrowedTo, filter, 'order_number', known, known.concat(listed));
      await verify('ORD-06', first, isNarrowed);
      if (moved.length === 0)
        await verify('ORD-06', first, expect(narrowed.exchanges).to(agree, 'order_number'));
      else note('ORD-06', 'not looked at: whether the pages agree, because others move orders');
    };
    const middle = moments[Math.floor(moments.length / 2)] ?? 0;
    const [some = ''] = whole.entries.map(({ order_number }) => order_number);
    // Several pages, and the last one is seldom full.
    await isNarrowedBy([{}, Math.min(most, fewest + 1)]);
    const telling = [
      ...Object.keys(statuses).map((order_status) => ({ order_status })),
      ...[some.slice(1), some.slice(0, -1)].map((part) => ({ order_number: part || given.newKey() })),
      { orders_from: inZone(middle, zones[0]) },
      { orders_to: inZone(middle, zones[1]) },
    ];
    for (const query of telling) await isNarrowedBy([query, Math.min(most, 20)]);
    const perPage = fc.integer({ min: fewest, max: Math.min(most, 4 * fewest) });
    await forAll(fc.tuple(filters, perPage), isNarrowedBy, { exchangesEach: 4 });
  },
);

/** The same moment in the local time of a zone such as `+05:30`. */
function inZone(time: number, zone: string): string {
  const [, sign, hours = 0, minutes = 0] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? [];
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return new Date(time + ahead * 60_000).toISOString().replace('Z', zone);
}

/** Whether an order matches the filters (gap G-11). */
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

test(
  "An order's delivery document can be downloaded before and after its items are shipped",
  covers('ORD-02'),
  async ({ api, given, note, verify }) => {
    const documentOf = async (number: string) => {
      const download = await api.getDeliveryDocument({ path: { number } });
      await verify('ORD-02', download, expect(download).to(haveStatus, 200));
      await verify('ORD-02', download, expect(download).to(beAFileOfItsMediaType));
      note('ORD-02', fileInWords(download));
      return download;
    };
    const [one, another] = await given.ordersWithDocument();
    const download = await documentOf(one.order_number);
    if (another === undefined) {
      note('ORD-02', 'not looked at: whether another order has a different document');
      note('ORD-02', 'not looked at: the document of a shipped order');
      return;
    }
    const other = await documentOf(another.order_number);
    if (download.succeeded && other.succeeded)
      await verify('ORD-02', other, expect(other).to(beAnotherFileThan, download));
    if (!given.canMakeOrders) {
      note('ORD-02', 'not looked at: the document of a shipped order');
      return;
    }

    await given.shipped(another);
    const { entries } = await given.everyPage('listOrders');
    const shipped = entries.find(({ order_number }) => order_number === another.order_number);
    // An order that names no document need not have one (gap G-11).
    if (shipped?.delivery_document_url === null)
      note('ORD-02', 'not looked at: the document of a shipped order, which names none');
    else await documentOf(another.order_number);
  },
);
