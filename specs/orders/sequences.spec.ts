import fc from 'fast-check';
import { covers, mayMeet, test } from '#fixtures';
import {
  everyMove,
  type OrderDriver,
  type OrderModel,
  orderCommands,
} from '#src/operations/state-models/orders';

/** The number of items of each order. */
const sizes = [3, 2];
const maxCommands = 6;

test(
  'Order items have the status that a model predicts after any sequence of shipments, cancellations and returns',
  mayMeet(covers('ORD-03'), 'ORD-04', 'ORD-05'),
  async ({ forAll, models }) => {
    const play = async (commands: Iterable<fc.AsyncCommand<OrderModel, OrderDriver>>) => {
      const setting = await models.openOrders(sizes);
      await fc.asyncModelRun(() => setting, commands);
    };
    await forAll(fc.constant(everyMove()), play, { exchangesEach: 6 * maxCommands, once: true });
    await forAll(
      orderCommands({ sizes, maxCommands, replayPath: models.replayPath }),
      play,
      // Every command is a batch that is followed until it finishes, and a read.
      { exchangesEach: 6 * maxCommands, standsFor: 2 },
    );
  },
);
