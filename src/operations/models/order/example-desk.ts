import { type Counterexample, counterexampleOf } from '../command-list.js';
import { type BatchAnswer, type ItemOutcome, StrictJudge } from '../judge.js';
import { orderCommands } from './order-commands.js';
import {
  type ItemId,
  type ListedOrder,
  OrderModel,
  type OrderMove,
  type OrderRequirement,
  type OrderTarget,
} from './order-model.js';

/** A target in memory, right in all that the model says, for tests. */
export class ExampleDesk extends StrictJudge<OrderRequirement> implements OrderTarget {
  readonly stored: ReadonlyMap<string, Map<ItemId, string>>;

  constructor(orders: readonly { readonly number: string; readonly itemIds: readonly ItemId[] }[]) {
    super();
    this.stored = new Map(
      orders.map(({ number, itemIds }) => [number, new Map(itemIds.map((id) => [id, 'open']))]),
    );
  }

  async ship(shipments: readonly (readonly ItemId[])[]): Promise<BatchAnswer> {
    return this.process(shipments, 'ship');
  }

  async cancel(orderItems: readonly ItemId[]): Promise<BatchAnswer> {
    return this.process(
      orderItems.map((id) => [id]),
      'cancel',
    );
  }

  async return(returns: readonly (readonly ItemId[])[]): Promise<BatchAnswer> {
    return this.process(returns, 'return');
  }

  process(groups: readonly (readonly ItemId[])[], move: OrderMove): BatchAnswer {
    return groups.map((ids) => this.moveGroup(ids, move));
  }

  moveGroup(ids: readonly ItemId[], move: OrderMove): ItemOutcome {
    if (!ids.every((id) => this.allows(this.statusOf(id), move))) return 'failed';
    for (const id of ids) this.move(id, move);
    return 'success';
  }

  allows(status: string, move: OrderMove): boolean {
    return status === (move === 'return' ? 'shipped' : 'open');
  }

  statusOf(id: ItemId): string {
    return [...this.stored.values()].flatMap((items) => items.get(id) ?? [])[0] ?? 'unknown';
  }

  move(id: ItemId, move: OrderMove): void {
    const next = { ship: 'shipped', cancel: 'cancelled', return: 'returned' }[move];
    for (const items of this.stored.values()) if (items.has(id)) items.set(id, next);
  }

  async orders(): Promise<ReadonlyMap<string, ListedOrder>> {
    return new Map(
      [...this.stored].map(([number, items]) => [
        number,
        { status: this.summary([...items.values()]), items: new Map(items) },
      ]),
    );
  }

  summary(statuses: readonly string[]): string {
    const [first = 'open'] = statuses;
    return statuses.every((status) => status === first) ? first : 'mixed';
  }
}

/** Runs lists of commands, each against a new desk that was changed first. */
export function tryOut(
  change: (desk: ExampleDesk) => void,
  run: {
    readonly seed: number;
    readonly numRuns: number;
    readonly path?: string;
    readonly replayPath?: string;
  },
  sizes: readonly number[] = [3, 2],
): Promise<Counterexample | undefined> {
  const orders = sizes.map((size, order) => ({
    number: `N-${order + 1}`,
    isWhole: true,
    itemIds: Array.from({ length: size }, (_, item) => (order + 1) * 100 + item + 1),
  }));
  return counterexampleOf({
    ...run,
    commands: (options) => orderCommands({ ...options, sizes }),
    setUp: () => {
      const real = new ExampleDesk(orders);
      change(real);
      return { model: new OrderModel(orders, 999), real };
    },
  });
}
