import fc from 'fast-check';
import { type CommandListOptions, commandList } from '../command-list.js';
import { answerInWords, type BatchAnswer, type ExpectedOutcome, judgeOutcomes, outcomeOf } from '../judge.js';
import {
  compareOrders,
  type ItemId,
  type ItemReference,
  moves,
  type OrderModel,
  type OrderMove,
  type OrderRequirement,
  type OrderTarget,
  ordersInWords,
  referenceInWords,
} from './order-model.js';

/** Items that move together or not at all: one shipment, one return, or a single cancelled item. */
type ItemGroup = readonly ItemReference[];

/** Moves groups of order items in one batch, no item twice, and reads the orders (clause 4.6; gaps G-01, G-11). */
class MoveItems implements fc.AsyncCommand<OrderModel, OrderTarget> {
  readonly #move: OrderMove;
  readonly #groups: readonly ItemGroup[];

  constructor(move: OrderMove, groups: readonly ItemGroup[]) {
    this.#move = move;
    this.#groups = groups;
  }

  check(model: Readonly<OrderModel>): boolean {
    return this.#groups.flat().every((item) => item === 'unknown' || model.item(item) !== undefined);
  }

  async run(model: OrderModel, target: OrderTarget): Promise<void> {
    const expected = this.#groups.map((group) => this.#expectedOutcome(model, group));
    const answer = await this.#send(model, target);
    const concerns = new Map<ItemId, OrderRequirement>();
    for (const [index, group] of this.#groups.entries()) {
      for (const reference of group) {
        const item = model.item(reference);
        const requirement = expected[index]?.requirement;
        if (item === undefined || requirement === undefined) continue;
        concerns.set(item.id, requirement);
        // What may not succeed is judged below; the model does not follow it.
        if (requirement === 'ORD-03' && outcomeOf(answer, index) === 'success')
          item.status = moves[this.#move].to;
      }
    }
    const listed = await target.orders();
    target.note({
      did: `${this}: ${answerInWords(answer)}`,
      model: `${model}`,
      read: ordersInWords(model, listed),
    });
    await judgeOutcomes(target, answer, expected);
    await compareOrders(model, target, listed, concerns);
  }

  toString(): string {
    const groups = this.#groups.map((group) => group.map(referenceInWords).join(' with '));
    return `${this.#move} ${groups.join(' and ')}`;
  }

  #expectedOutcome(model: OrderModel, group: ItemGroup): ExpectedOutcome<OrderRequirement> {
    const { from } = moves[this.#move];
    const items = group.map((reference) => model.item(reference));
    const statuses = items.map((item) => item?.status ?? 'unknown');
    const at = `${this.#move} ${group.map(referenceInWords).join(' with ')}, ${statuses.join(', ')}`;
    if (statuses.includes('unknown'))
      return { requirement: 'ORD-05', at, outcomes: ['failed'], mayRefuseBatch: false };
    if (statuses.every((status) => status === from))
      return {
        requirement: 'ORD-03',
        at,
        outcomes: ['success'],
        mayRefuseBatch: false,
        gaps: ['G-01', 'G-11'],
      };
    return { requirement: 'ORD-04', at, outcomes: ['failed'], mayRefuseBatch: true };
  }

  #send(model: OrderModel, target: OrderTarget): Promise<BatchAnswer> {
    const groups = this.#groups.map((group) =>
      group.map((reference) => model.item(reference)?.id ?? model.unknownItemId),
    );
    return this.#move === 'cancel' ? target.cancel(groups.flat()) : target[this.#move](groups);
  }
}

interface OrderCommandOptions extends CommandListOptions {
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
