import fc from 'fast-check';
import { type CommandListOptions, commandList } from '../command-list.js';
import { type ItemGroup, MoveItems } from './move-items.js';
import { type ItemReference, type OrderModel, type OrderMove, referenceInWords } from './order-model.js';
import type { OrderTarget } from './order-target.js';

export interface OrderCommandOptions extends CommandListOptions {
  /** How many items each order of the model has. */
  readonly sizes: readonly number[];
}

/** Lists of commands for the model of orders (clause 4.6, gap G-01). */
export function orderCommands({ sizes, ...options }: OrderCommandOptions) {
  const orders = sizes.map((size, order) =>
    Array.from({ length: size }, (_, item) => ({ order: order + 1, item: item + 1 })),
  );
  const single = itemOf(orders.flat()).map((reference) => [reference]);
  const group = fc.oneof({ withCrossShrink: true }, ...orders.map(groupOf));
  return commandList<OrderModel, OrderTarget>(
    [
      [3, command('ship', group)],
      [2, command('cancel', single)],
      [3, command('return', group)],
    ],
    options,
  );
}

/** One success of each move, so that none depends on what is drawn. */
export function everyMove(): readonly MoveItems[] {
  const [shipped, cancelled] = [
    { order: 1, item: 1 },
    { order: 1, item: 2 },
  ];
  return [
    new MoveItems('ship', [[shipped]]),
    new MoveItems('cancel', [[cancelled]]),
    new MoveItems('return', [[shipped]]),
  ];
}

function command(move: OrderMove, group: fc.Arbitrary<ItemGroup>): fc.Arbitrary<MoveItems> {
  return fc
    .array(group, { maxLength: 3 })
    .filter((groups) => groups.length > 0 && isDistinct(groups))
    .map((groups) => new MoveItems(move, groups));
}

/** Up to three items; of one order, since a shipment of two is not stated. */
function groupOf(order: readonly ItemReference[]): fc.Arbitrary<ItemGroup> {
  return fc
    .uniqueArray(itemOf(order), { maxLength: 3, selector: referenceInWords })
    .filter((items) => items.length > 0);
}

/** One of the items, and once in a while an unknown one. */
function itemOf(items: readonly ItemReference[]): fc.Arbitrary<ItemReference> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...items) },
    { weight: 1, arbitrary: fc.constant('unknown' as const) },
  );
}

/** Whether no item is in a batch twice: what it would do there is not stated. */
function isDistinct(groups: readonly ItemGroup[]): boolean {
  const names = groups.flat().map(referenceInWords);
  return new Set(names).size === names.length;
}
