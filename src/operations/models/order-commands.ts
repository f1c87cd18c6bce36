import fc from 'fast-check';
import type { OrderItemId } from '../../data/update-items.js';
import {
  answerInWords,
  type CommandListOptions,
  commandList,
  type ExpectedOutcome,
  outcomeOf,
} from './model-driver.js';
import { orderMoves } from './order-moves.js';
import {
  type ItemReference,
  type MoveName,
  type OrderDriver,
  type OrderModel,
  type OrderRequirement,
  referenceInWords,
} from './orders.js';

/** Items that move together or not at all: one shipment, one return, or a single cancelled item. */
type ItemGroup = readonly ItemReference[];

/** Moves groups of order items in one batch, no item twice, and reads the orders (clause 4.6; gaps G-01, G-11). */
class MoveItems implements fc.AsyncCommand<OrderModel, OrderDriver> {
  readonly #move: MoveName;
  readonly #groups: readonly ItemGroup[];

  constructor(move: MoveName, groups: readonly ItemGroup[]) {
    this.#move = move;
    this.#groups = groups;
  }

  check(model: Readonly<OrderModel>): boolean {
    return this.#groups.flat().every((item) => item === 'unknown' || model.item(item) !== undefined);
  }

  async run(model: OrderModel, target: OrderDriver): Promise<void> {
    const expected = this.#groups.map((group) => this.#expectedOutcome(model, group));
    const ids = this.#groups.map((group) =>
      group.map((reference) => model.item(reference)?.id ?? model.unknownItemId),
    );
    const answer = await target.move(this.#move, ids);
    const concerns = new Map<OrderItemId, OrderRequirement>();
    for (const [index, group] of this.#groups.entries()) {
      for (const reference of group) {
        const item = model.item(reference);
        const requirement = expected[index]?.requirement;
        if (item === undefined || requirement === undefined) continue;
        concerns.set(item.id, requirement);
        // The model doesn't follow a move that must fail: its success is judged below.
        if (requirement === 'ORD-03' && outcomeOf(answer, index) === 'success')
          item.status = orderMoves[this.#move].to;
      }
    }
    const listed = await target.orders();
    const did = `${this}: ${answerInWords(answer)}`;
    target.note({ did, model: `${model}`, read: model.listedInWords(listed) });
    await target.judgeOutcomes(answer, expected);
    await model.compare(target, listed, concerns);
  }

  toString(): string {
    return `${this.#move} ${this.#groups.map(groupInWords).join(' and ')}`;
  }

  #expectedOutcome(model: OrderModel, group: ItemGroup): ExpectedOutcome<OrderRequirement> {
    const statuses = group.map((reference) => model.item(reference)?.status ?? 'unknown');
    const at = `${this.#move} ${groupInWords(group)}, ${statuses.join(', ')}`;
    if (statuses.includes('unknown'))
      return { requirement: 'ORD-05', at, outcomes: ['failed'], mayRefuseBatch: false };
    if (statuses.some((status) => status !== orderMoves[this.#move].from))
      return { requirement: 'ORD-04', at, outcomes: ['failed'], mayRefuseBatch: true };
    const gaps = ['G-01', 'G-11'];
    return { requirement: 'ORD-03', at, outcomes: ['success'], mayRefuseBatch: false, gaps };
  }
}

function groupInWords(group: ItemGroup): string {
  return group.map(referenceInWords).join(' with ');
}

interface OrderCommandOptions extends CommandListOptions {
  /** The number of items of each order of the model. */
  readonly sizes: readonly number[];
}

/** Lists of commands for the model of orders (clause 4.6, gap G-01). */
export function orderCommands({ sizes, ...options }: OrderCommandOptions) {
  const orders = sizes.map((size, order) =>
    Array.from({ length: size }, (_, item) => ({ order: order + 1, item: item + 1 })),
  );
  const single = itemOf(orders.flat()).map((reference) => [reference]);
  const group = fc.oneof({ withCrossShrink: true }, ...orders.map(groupOf));
  return commandList<OrderModel, OrderDriver>(
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

function command(move: MoveName, group: fc.Arbitrary<ItemGroup>): fc.Arbitrary<MoveItems> {
  return fc
    .array(group, { maxLength: 3 })
    .filter((groups) => groups.length > 0 && isDistinct(groups))
    .map((groups) => new MoveItems(move, groups));
}

/** Up to three items of one order: the description doesn't show a shipment of two orders. */
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

/** Whether a batch names no item twice: the description doesn't show what happens then. */
function isDistinct(groups: readonly ItemGroup[]): boolean {
  const names = groups.flat().map(referenceInWords);
  return new Set(names).size === names.length;
}
