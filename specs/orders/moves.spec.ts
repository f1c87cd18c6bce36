import { covers, expect, refusalInWords, test } from '../../fixtures/index.js';
import type { OrderItemId } from '../../src/arbitraries/order-items.js';
import { unknownId } from '../../src/arbitraries/unknown-id.js';

type Ids = readonly OrderItemId[];

const shipment = { shipment_tracking_key: 'S-1', return_tracking_key: 'R-1' };
const returning = { return_tracking_key: 'R-2' };

/** What can be done with order items (gaps G-01 and G-11): from which status, to which, and what they then show. */
const ship = {
  operationId: 'shipOrderItems',
  from: 'open',
  to: 'shipped',
  batch: (order_items: Ids) => [{ order_items, carrier_key: 'carrier', ...shipment }],
  shows: shipment,
} as const;
const cancel = {
  operationId: 'cancelOrderItems',
  from: 'open',
  to: 'cancelled',
  batch: (ids: Ids) => ids.map((id) => ({ id })),
  shows: {},
} as const;
const takeBack = {
  operationId: 'returnOrderItems',
  from: 'shipped',
  to: 'returned',
  batch: (order_items: Ids) => [{ order_items, ...returning }],
  shows: returning,
} as const;
const moves = [ship, cancel, takeBack];

for (const { operationId, from, to, batch, shows } of moves) {
  test(
    `Order items that are ${from} can be ${to}, one alone and then the others, and the order shows it`,
    covers('ORD-03'),
    async ({ bulk, given, submit, verify }) => {
      const order = await given.orderOf(await given.orderedProduct(), { items: 3 });
      const { order_number } = order;
      if (from === 'shipped') await given.shipped(order);
      const { entries } = await given.everyPage('listOrders', { order_number });
      const before = entries.find((each) => each.order_number === order_number) ?? order;
      const [first, ...others] = before.order_items.map(({ id }) => id);

      const moved: OrderItemId[] = [];
      for (const ids of [first === undefined ? [] : [first], others]) {
        const submission = await submit(operationId, batch(ids));
        const exchange = await bulk.listOrders({ query: { order_number } });
        moved.push(...ids);
        const order_items = before.order_items.map((item) =>
          moved.includes(item.id) ? { ...item, status: to, ...shows } : item,
        );
        const status = ids === others ? to : 'mixed';
        await verify('ORD-03', submission, () => expect(submission).toBeAccepted());
        await verify('ORD-03', { exchange, trail: submission.trail }, () =>
          expect(exchange).toShowTheOrder({ order_number, status, order_items }),
        );
      }
    },
  );
}

for (const { operationId, from, to, batch } of moves) {
  test(
    `Order items that are not ${from} can't be ${to}, and stay as they are`,
    covers('ORD-04'),
    async ({ bulk, given, note, submit, verify }) => {
      const { order_number, order_items } = await given.orderOf(await given.orderedProduct(), { items: 6 });
      const [open, openToo, shipped, shippedToo, cancelled, returned] = order_items.map(({ id }) => [id]);
      const byStatus = { open, shipped, cancelled, returned };
      for (const [move, ids] of [
        [ship, [shipped, shippedToo, returned]],
        [cancel, [cancelled]],
        [takeBack, [returned]],
      ] as const) {
        const { batch: done } = await submit(move.operationId, move.batch(ids.flatMap((id) => id ?? [])));
        given.need(done?.items.every(({ success }) => success) === true, `the items could not be ${move.to}`);
      }

      const tried = [];
      const before = await bulk.listOrders({ query: { order_number } });
      for (const [status, ids = []] of Object.entries(byStatus)) {
        if (status === from) continue;
        const submission = await submit(operationId, batch(ids));
        tried.push({ submission, after: await bulk.listOrders({ query: { order_number } }) });
      }
      const control = await submit(operationId, batch((from === 'open' ? openToo : shippedToo) ?? []));
      await verify('ORD-04', control, () => expect(control).toBeAccepted());
      for (const { submission, after } of tried) {
        await verify('ORD-04', submission, () => expect(submission).toBeRefused(), control.write);
        await verify('ORD-04', { exchange: after, trail: submission.trail }, () =>
          expect(after.json).toBeUnchangedFrom(before.json, 'body'),
        );
        note('ORD-04', refusalInWords(submission));
      }
    },
  );

  test(
    `An unknown order item can't be ${to}, and is reported as failed`,
    covers('ORD-05'),
    async ({ forAll, given, submit, verify }) => {
      const order = await given.orderOf(await given.orderedProduct(), { items: 2 });
      if (from === 'shipped') await given.shipped(order);
      const { entries } = await given.everyPage('listOrders');
      const known = entries.flatMap(({ order_items }) => order_items.map(({ id }) => id));
      const control = await submit(operationId, batch(order.order_items.map(({ id }) => id)));
      await verify('ORD-05', control, () => expect(control).toBeAccepted());
      await forAll(
        unknownId(known),
        async (id) => {
          const submission = await submit(operationId, batch([id]));
          await verify('ORD-05', submission, () => expect(submission.write).toHaveStatus(200));
          await verify(
            'ORD-05',
            submission,
            () => expect(submission.batch?.items ?? []).toReportAFailure(),
            control.write,
          );
        },
        { exchangesEach: 12 },
      );
    },
  );
}
