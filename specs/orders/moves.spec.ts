import fc from 'fast-check';
import { covers, test } from '#fixtures';
import { idsWithEqualBits, unknownId } from '#src/data/valid/identifiers';
import { FixedList, type ModelCommand } from '#src/models/model-driver';
import { everyForbiddenMove, everyMove, OrderModel, orderCommands } from '#src/models/orders';

/** The number of items of each order. */
const sizes = [3, 2];
const maxCommands = 6;

test(
  'Order items have the status and the tracking keys that a model predicts after any sequence of shipments, cancellations and returns',
  covers('ORD-03', 'ORD-04', 'ORD-05', 'BAT-19'),
  async ({ forAll, given, modelDriver, sample }) => {
    const readOrders = () =>
      given.everyPage('listOrders', {}, 'status', 'order_items.*.id', 'order_items.*.status');
    const openOrders = async () => {
      const product = await given.orderedProduct();
      const orders = given.canMakeOrders
        ? await Promise.all(sizes.map((items) => given.orderOf(product, { items })))
        : await given.itemGroups(product, sizes);
      const listed = await readOrders();
      const known = listed.entries.flatMap(({ order_items }) => order_items.map(({ id }) => id));
      return new OrderModel(
        orders.map((order) => ({
          number: order.order_number,
          itemIds: order.order_items.map(({ id }) => id),
          isWhole: given.canMakeOrders,
        })),
        {
          'an unknown item': sample(unknownId(known)),
          'an unknown item of equal bits': idsWithEqualBits(orders[0]?.order_items[0]?.id ?? '', known)[0],
        },
        listed,
        readOrders,
      );
    };
    const play = async (commands: Iterable<ModelCommand<OrderModel>>) => {
      const model = await openOrders();
      const real = modelDriver();
      await fc.asyncModelRun(() => ({ model, real }), commands);
    };
    for (const commands of [everyMove(), everyForbiddenMove()])
      await forAll(new FixedList(commands), play, { exchangesEach: 6 * maxCommands, once: true });
    await forAll(
      orderCommands(sizes, maxCommands),
      play,
      // Every command is a batch that is followed until it finishes, and a read.
      { exchangesEach: 6 * maxCommands, standsFor: 2 },
    );
  },
);
