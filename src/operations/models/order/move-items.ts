import type fc from 'fast-check';
import {
  answerInWords,
  type BatchAnswer,
  type ExpectedOutcome,
  judgeOutcomes,
  outcomeOf,
} from '../batch-answer.js';
import { compareOrders, ordersInWords } from './compare-orders.js';
import {
  type ItemReference,
  moves,
  type OrderModel,
  type OrderMove,
  referenceInWords,
} from './order-model.js';
import type { ItemId, OrderRequirement, OrderTarget } from './order-target.js';

/** Items that move together or not at all: one shipment, one return, or a single cancelled item. */
export type ItemGroup = readonly ItemReference[];

/** Moves groups of order items in one batch, no item twice, and reads the orders (clause 4.6; gaps G-01, G-11). */
export class MoveItems implements fc.AsyncCommand<OrderModel, OrderTarget> {
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
