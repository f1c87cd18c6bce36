import fc from 'fast-check';
import { covers, expect, test } from '#fixtures';
import { idsWithEqualBits, unknownId } from '#src/data/valid/identifiers';
import { type OrderItemId, orderMoves, trackingKeyLengths } from '#src/data/valid/update-items';
import { beAccepted, beRefused, refusalInWords, reportAFailure } from '#src/verdicts/oracles/batches/batch';
import { keepTheDataOf } from '#src/verdicts/oracles/lists/changes';
import { showTheOrder } from '#src/verdicts/oracles/order';
import { succeed } from '#src/verdicts/oracles/response';

/** Tracking keys of the given length (gap G-11). */
const keysOf = (length = Math.max(3, trackingKeyLengths.least)) => ({
  shipment_tracking_key: 'S'.padEnd(length, '-1'),
  return_tracking_key: 'R'.padEnd(length, '-2'),
});

const { ship, cancel, return: takeBack } = orderMoves;
const moves = [ship, cancel, takeBack];

// One order is enough for both: the items that were shipped are then returned.
for (const inTurn of [[cancel], [ship, takeBack]]) {
  test(
    `The items of an order can be ${inTurn.map(({ to }) => to).join(' and then ')}, first one and then the others, and the order shows it`,
    covers('ORD-03', 'BAT-19'),
    async ({ bulk, given, submit, verify }) => {
      const product = await given.orderedProduct();
      // The status of the order itself is known only if nobody else moves its items.
      const { order_number, order_items } = await given.orderOf(product, { items: 3, whole: true });
      const [first, ...others] = order_items.map(({ id }) => id);
      const { least, most } = trackingKeyLengths;
      for (const [turn, { operationId, to, items, shows }] of inTurn.entries()) {
        // A return with other keys than the shipment: otherwise, a key that is lost would not show.
        const [firstLength, otherLength] = turn === 0 ? [least, most] : [most, least];
        const { entries } = await given.everyPage('listOrders', { order_number }, 'order_items.*.id');
        const before = given.found(
          entries.find((each) => each.order_number === order_number),
          'the order is no longer listed',
        );
        const moved = new Map<OrderItemId, object>();
        for (const [ids, length] of [
          [first === undefined ? [] : [first], firstLength],
          [others, otherLength],
        ] as const) {
          const submission = await submit(operationId, items(ids, keysOf(length)));
          const exchange = await bulk.listOrders({ query: { order_number } });
          for (const id of ids) moved.set(id, { status: to, ...shows(keysOf(length)) });
          const shown = before.order_items.map((item) => ({ ...item, ...moved.get(item.id) }));
          const order = { order_number, status: ids === others ? to : 'mixed', order_items: shown };
          await verify('ORD-03', submission, expect(submission).to(beAccepted));
          const isShown = expect([exchange]).to(showTheOrder, order);
          await verify('ORD-03', { exchange, trail: submission.trail }, isShown);
        }
      }
    },
  );
}

// One order has the items for all moves, because a move that is refused leaves them as they are.
test(
  'Items whose status does not allow it cannot be shipped, cancelled or returned, and stay as they are',
  covers('ORD-04'),
  async ({ bulk, given, note, submit, verify }) => {
    const { order_number, order_items } = await given.orderOf(await given.orderedProduct(), { items: 5 });
    const [open, openToo, shipped, cancelled, returned] = order_items.map(({ id }) => [id]);
    const byStatus = { open, shipped, cancelled, returned };
    for (const [move, ids] of [
      [ship, [shipped, returned]],
      [cancel, [cancelled]],
      [takeBack, [returned]],
    ] as const) {
      const { batch: done } = await submit(
        move.operationId,
        move.items(
          ids.flatMap((id) => id ?? []),
          keysOf(),
        ),
      );
      given.need(done?.items.every(({ success }) => success) === true, `the items could not be ${move.to}`, [
        { gap: 'G-11', operationId: move.operationId },
      ]);
    }

    const before = await bulk.listOrders({ query: { order_number } });
    const tried = [];
    for (const move of moves) {
      const allowed = byStatus[move.from] ?? [];
      // Other keys than before, or another item: equal batches may be one batch (gap G-21).
      const isRepeated = (status: string) => status === move.to && !move.namesSeveral;
      const forbidden = Object.entries(byStatus).flatMap(([status, ids = []]) => {
        if (status === move.from) return [];
        return [isRepeated(status) ? [...ids, ...(returned ?? [])] : ids];
      });
      // Items that are named in one request move together, or not at all.
      const together = move.namesSeveral ? [[...allowed, ...forbidden.flat()]] : [];
      for (const ids of [...forbidden, ...together]) {
        const submission = await submit(move.operationId, move.items(ids, keysOf(trackingKeyLengths.most)));
        tried.push({ move, submission, after: await bulk.listOrders({ query: { order_number } }) });
      }
    }
    for (const move of moves) {
      const allowed = (move === cancel ? openToo : byStatus[move.from]) ?? [];
      const control = await submit(move.operationId, move.items(allowed, keysOf()));
      await verify('ORD-04', control, expect(control).to(beAccepted));
      for (const { submission, after } of tried.filter((each) => each.move === move)) {
        await verify('ORD-04', submission, expect(submission).to(beRefused), control.write);
        const isUnchanged = expect({ orders: given.ownOrdersIn(after) }).to(keepTheDataOf, {
          orders: given.ownOrdersIn(before),
        });
        await verify('ORD-04', { exchange: after, trail: submission.trail }, isUnchanged);
        note('ORD-04', refusalInWords(submission));
      }
    }
  },
);

for (const move of moves) {
  const { operationId, to, namesSeveral, items } = move;
  test(
    `An unknown order item cannot be ${to}, alone or together with a known one`,
    covers('ORD-05'),
    async ({ forAll, given, submit, verify }) => {
      const product = await given.orderedProduct();
      const order = await given.orderOf(product, { items: 2, move });
      const { entries } = await given.everyPage('listOrders', {}, 'order_items.*.id');
      const known = entries.flatMap(({ order_items }) => order_items.map(({ id }) => id));
      const [kept = '', ...others] = order.order_items.map(({ id }) => id);
      const control = await submit(operationId, items(others, keysOf()));

      // A target may also refuse an id that is too large.
      for (const id of idsWithEqualBits(kept, known)) {
        const submission = await submit(operationId, items([id], keysOf()));
        await verify('ORD-05', submission, expect(submission).to(beRefused), control.write);
      }
      await forAll(
        fc.tuple(unknownId(known), unknownId(known)),
        async ([alone, beside]) => {
          const together = namesSeveral ? [kept, beside] : [beside];
          const both = [...items([alone], keysOf()), ...items(together, keysOf())];
          const submission = await submit(operationId, both);
          await verify('ORD-05', submission, expect(submission.write).to(succeed));
          for (const index of both.keys())
            await verify(
              'ORD-05',
              submission,
              expect(submission.batch?.items ?? []).to(reportAFailure, index),
              control.write,
            );
        },
        { exchangesEach: 12 },
      );
      // Sent last, because the control alone proves nothing about the other requests.
      await verify('ORD-05', control, expect(control).to(beAccepted));
    },
  );
}
