import fc from 'fast-check';
import type { ItemStatus } from '../data/valid/order-transitions.js';
import { type OrderItemId, orderMoves } from '../data/valid/update-items.js';
import type { Exchange } from '../http/exchange.js';
import {
  BatchDriver,
  type BatchDriverOptions,
  batchCommand,
  type CommandListOptions,
  commandList,
  type Deed,
  type ExpectedOutcome,
  outcomeOf,
} from './model-driver.js';

/** The requirements that the model of orders judges. */
type OrderRequirement = 'ORD-03' | 'ORD-04' | 'ORD-05';

/** A move, as a command names it. */
type MoveName = keyof typeof orderMoves;

/** Items of an order, all of them open. */
interface OpenOrder {
  readonly number: string;
  readonly itemIds: readonly OrderItemId[];
  /** Whether these are all the order's items: then its own status can be predicted. */
  readonly isWhole: boolean;
}

interface ItemState {
  readonly id: OrderItemId;
  status: ItemStatus;
  /** The status that it showed at the last reading. */
  shown: string;
}

interface OrderState extends Pick<OpenOrder, 'number' | 'isWhole'> {
  readonly items: readonly ItemState[];
}

/** An item by its place: the second of order 1 is `{ order: 1, item: 2 }`; or an id that no item has. */
type ItemReference = { readonly order: number; readonly item: number } | 'unknown';

/** An item by its place, in words. */
function referenceInWords(reference: ItemReference): string {
  return reference === 'unknown' ? 'an unknown item' : `order ${reference.order} item ${reference.item}`;
}

/** An order as the list shows it. */
interface ListedOrder {
  readonly status: string;
  /** The status of each item, by its id. */
  readonly items: ReadonlyMap<OrderItemId, string>;
}

/** Orders as the list shows them, by number. */
type ListedOrders = ReadonlyMap<string, ListedOrder>;

/** The requirements by which the statuses of items are judged. */
type Concerns = ReadonlyMap<OrderItemId, OrderRequirement>;

/** The gaps that leave open where an order shows its status, and in which words. */
const gaps = ['G-01', 'G-05'];

const notListed = 'not listed';

/** The state of some orders whose items were all open at first. */
export class OrderModel {
  readonly orders: readonly OrderState[];
  readonly unknownItemId: OrderItemId;

  /** @param unknownItemId has the form of the target's ids, but no item has it */
  constructor(orders: readonly OpenOrder[], unknownItemId: OrderItemId) {
    this.orders = orders.map(({ itemIds, ...order }) => ({
      ...order,
      items: itemIds.map((id) => ({ id, status: 'open', shown: 'open' })),
    }));
    this.unknownItemId = unknownItemId;
  }

  /** The item at a place; undefined if there is none. */
  item(reference: ItemReference): ItemState | undefined {
    return reference === 'unknown' ? undefined : this.orders[reference.order - 1]?.items[reference.item - 1];
  }

  /** `order 1 mixed: open, shipped`. */
  toString(): string {
    return this.#inWords((order) => ({
      status: orderStatus(order),
      items: new Map(order.items.map(({ id, status }) => [id, status])),
    }));
  }

  /** Ends a command: reads all orders, notes what happened, and compares (clause 4.6, gap G-01). */
  async observe(
    target: OrderDriver,
    { did, judgeResponse = async () => {}, concerns = new Map() }: Deed<Concerns>,
  ): Promise<void> {
    const listed = await target.orders();
    this.#showMoves(target, listed);
    target.note({ did, model: `${this}`, read: this.#inWords(({ number }) => listed.get(number)) });
    await judgeResponse();
    for (const [index, order] of this.orders.entries()) {
      const name = `order ${index + 1}`;
      const shown = listed.get(order.number);
      for (const [place, { id, status }] of order.items.entries())
        await target.judge(concerns.get(id) ?? 'ORD-03', {
          at: `status of ${name} item ${place + 1} (${id})`,
          shownBy: { key: String(id) },
          expected: [status],
          actual: shown?.items.get(id) ?? notListed,
          gaps,
        });
      if (order.isWhole)
        await target.judge('ORD-03', {
          at: `status of ${name} (${order.number})`,
          shownBy: { key: order.number },
          expected: [orderStatus(order)],
          actual: shown?.status ?? notListed,
          gaps,
        });
    }
  }

  /** Notes which transition each item has shown. */
  #showMoves(target: OrderDriver, listed: ListedOrders): void {
    const by = target.takeWrite();
    const move = Object.values(orderMoves).find(({ operationId }) => operationId === by);
    for (const { number, items } of this.orders)
      for (const item of items) {
        const [from, to] = [item.shown, listed.get(number)?.items.get(item.id)];
        if (move === undefined || to === undefined || to === from) continue;
        item.shown = to;
        const legal = to === item.status && from === move.from && to === move.to;
        target.moved({ machine: 'order', from, to, by: move.operationId, legal });
      }
  }

  #inWords(shownAs: (order: OrderState) => ListedOrder | undefined): string {
    const shown = this.orders.map((order, index) => {
      const { status = notListed, items } = shownAs(order) ?? {};
      const statuses = order.items.map(({ id }) => items?.get(id) ?? notListed);
      return `order ${index + 1} ${status}: ${statuses.join(', ')}`;
    });
    return shown.join('; ');
  }
}

/** An order's status is the status of its items, or mixed if they differ (gap G-01). */
function orderStatus({ items: [first, ...others] }: OrderState): string {
  if (first === undefined) return 'open';
  return others.every(({ status }) => status === first.status) ? first.status : 'mixed';
}

interface OrderDriverOptions extends BatchDriverOptions<OrderRequirement> {
  /** Reads the list of orders, all its pages. */
  readonly readOrders: () => Promise<{
    readonly entries: readonly OrderEntry[];
    readonly exchanges: readonly Exchange[];
  }>;
  /** The beginning of the tracking keys, which end in a number. */
  readonly prefix: string;
}

/** The part of an order that the model knows. */
interface OrderEntry {
  readonly order_number: string;
  readonly status: string;
  readonly order_items: readonly { readonly id: OrderItemId; readonly status: string }[];
}

/** Plays the model of orders against the target. */
export class OrderDriver extends BatchDriver<OrderRequirement> {
  readonly #options: OrderDriverOptions;
  #pages: readonly Exchange[] = [];
  #trackingKeys = 0;

  constructor(options: OrderDriverOptions) {
    super(options);
    this.#options = options;
  }

  /** A tracking key that no earlier item has. */
  newTrackingKey(): string {
    this.#trackingKeys += 1;
    return `${this.#options.prefix}${this.#trackingKeys}`;
  }

  /** The listed orders by number, all pages read. */
  async orders(): Promise<ListedOrders> {
    const { entries, exchanges } = await this.#options.readOrders();
    this.#pages = exchanges;
    return new Map(
      entries.map(({ order_number, status, order_items }) => [
        order_number,
        { status, items: new Map(order_items.map((item) => [item.id, item.status])) },
      ]),
    );
  }

  /** The page that has an item by its id, or an order by its number. */
  protected readingOf(key?: string): Exchange | undefined {
    return this.#pages.find(({ text }) => key !== undefined && text.includes(key)) ?? this.#pages[0];
  }
}

/** Items that move together or not at all: one shipment, one return, or a single cancelled item. */
type ItemGroup = readonly ItemReference[];

type MoveItems = fc.AsyncCommand<OrderModel, OrderDriver>;

/** Moves groups of order items in one batch, no item twice, and reads the orders (clause 4.6; gaps G-01, G-11). */
function moveItems(name: MoveName, groups: readonly ItemGroup[]): MoveItems {
  const move = orderMoves[name];
  return batchCommand<OrderRequirement, Concerns, OrderDriver, OrderModel>(
    `${name} ${groups.map(groupInWords).join(' and ')}`,
    (model) => groups.flat().every((item) => item === 'unknown' || model.item(item) !== undefined),
    (model, target) => {
      const expected = groups.map((group) => expectedOutcome(model, name, group));
      const items = groups.flatMap<unknown>((group) =>
        move.items(
          group.map((reference) => model.item(reference)?.id ?? model.unknownItemId),
          { shipment_tracking_key: target.newTrackingKey(), return_tracking_key: target.newTrackingKey() },
        ),
      );
      return {
        operationId: move.operationId,
        items,
        expected,
        take: (response) => {
          const named = groups.flatMap((group, index) =>
            group.flatMap((reference) => {
              const [item, requirement] = [model.item(reference), expected[index]?.requirement];
              if (item === undefined || requirement === undefined) return [];
              // The model doesn't follow a move that must fail: its success is judged later.
              if (requirement === 'ORD-03' && outcomeOf(response, index) === 'success') item.status = move.to;
              return [[item.id, requirement] as const];
            }),
          );
          return new Map(named);
        },
      };
    },
  );
}

/** What each state of the items of a group says about its move. */
function expectedOutcome(
  model: OrderModel,
  name: MoveName,
  group: ItemGroup,
): ExpectedOutcome<OrderRequirement> {
  const statuses = group.map((reference) => model.item(reference)?.status ?? 'unknown');
  const at = `${name} ${groupInWords(group)}, ${statuses.join(', ')}`;
  if (statuses.includes('unknown'))
    return { requirement: 'ORD-05', at, outcomes: ['failed'], mayRefuseBatch: false };
  if (statuses.some((status) => status !== orderMoves[name].from))
    return { requirement: 'ORD-04', at, outcomes: ['failed'], mayRefuseBatch: true };
  const gaps = ['G-01', 'G-11'];
  return { requirement: 'ORD-03', at, outcomes: ['success'], mayRefuseBatch: false, gaps };
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
    moveItems('ship', [[shipped]]),
    moveItems('cancel', [[cancelled]]),
    moveItems('return', [[shipped]]),
  ];
}

function command(move: MoveName, group: fc.Arbitrary<ItemGroup>): fc.Arbitrary<MoveItems> {
  return fc
    .array(group, { maxLength: 3 })
    .filter((groups) => groups.length > 0 && isDistinct(groups))
    .map((groups) => moveItems(move, groups));
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
