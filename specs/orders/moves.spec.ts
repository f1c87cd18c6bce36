import fc from 'fast-check';
import { covers, expect, mayMeet, test } from '#fixtures';
import { idsWithEqualBits, unknownId } from '#src/data/valid/identifiers';
import { orderMoves } from '#src/data/valid/update-items';
import { everyForbiddenMove, everyMove, OrderDriver, OrderModel, orderCommands } from '#src/models/orders';
import { beAccepted, beRefused, reportAFailure } from '#src/verdicts/oracles/batches/batch';
import { succeed } from '#src/verdicts/oracles/response';

/** The number of items of each order. */
const sizes = [3, 2];
const maxCommands = 6;

test(
  'Order items have the status and the tracking keys that a model predicts after any sequence of shipments, cancellations and returns',
  mayMeet(covers('ORD-03', 'ORD-04', 'BAT-19'), 'ORD-05'),
  async ({ forAll, given, models: { moved, replayPath, verify }, sample, submit }) => {
    const openOrders = async () => {
      const product = await given.orderedProduct();
      const orders = given.canMakeOrders
        ? await Promise.all(sizes.map((items) => given.orderOf(product, { items })))
        : await given.itemGroups(product, sizes);
      const listed = await given.everyPage('listOrders', {}, 'order_items.*.id');
      const known = listed.entries.flatMap(({ order_items }) => order_items.map(({ id }) => id));
      return new OrderModel(
        orders.map((order) => ({
          number: order.order_number,
          itemIds: order.order_items.map(({ id }) => id),
          isWhole: given.canMakeOrders,
        })),
        sample(unknownId(known)),
      );
    };
    const readOrders = () =>
      given.everyPage('listOrders', {}, 'status', 'order_items.*.id', 'order_items.*.status');
    const play = async (commands: Iterable<fc.AsyncCommand<OrderModel, OrderDriver>>) => {
      const model = await openOrders();
      const real = new OrderDriver({ submit, readOrders, verify, moved });
      await fc.asyncModelRun(() => ({ model, real }), commands);
    };
    for (const commands of [everyMove(), everyForbiddenMove()])
      await forAll(fc.constant(commands), play, { exchangesEach: 6 * maxCommands, once: true });
    await forAll(
      orderCommands({ sizes, maxCommands, replayPath }),
      play,
      // Every command is a batch that is followed until it finishes, and a read.
      { exchangesEach: 6 * maxCommands, standsFor: 2 },
    );
  },
);

for (const { operationId, to, namesSeveral, items, from } of Object.values(orderMoves)) {
  test(
    `An unknown order item cannot be ${to}, alone or together with a known one`,
    covers('ORD-05'),
    async ({ forAll, given, submit, verify }) => {
      const product = await given.orderedProduct();
      const order = await given.orderOf(product, { items: 2, move: { operationId, from } });
      const { entries } = await given.everyPage('listOrders', {}, 'order_items.*.id');
      const known = entries.flatMap(({ order_items }) => order_items.map(({ id }) => id));
      const [kept = '', ...others] = order.order_items.map(({ id }) => id);
      const keys = { shipment_tracking_key: 'S-1', return_tracking_key: 'R-1' };
      const control = await submit(operationId, items(others, keys));

      // A target may also refuse an id that is too large.
      for (const id of idsWithEqualBits(kept, known)) {
        const submission = await submit(operationId, items([id], keys));
        await verify('ORD-05', submission, expect(submission).to(beRefused), control.write);
      }
      await forAll(
        fc.tuple(unknownId(known), unknownId(known)),
        async ([alone, beside]) => {
          const together = namesSeveral ? [kept, beside] : [beside];
          const both = [...items([alone], keys), ...items(together, keys)];
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
