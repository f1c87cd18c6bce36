import fc from 'fast-check';
import type { ItemStatus } from '../data/valid/order-transitions.js';
import {
  type OrderItemId,
  orderMoves,
  type TrackingKeys,
  trackingKeyLengths,
} from '../data/valid/update-items.js';
import type { Exchange } from '../http/exchange.js';
import {
  BatchDriver,
  type BatchDriverOptions,
  batchCommand,
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
  /** The tracking keys that its moves gave it. */
  keys: Partial<TrackingKeys>;
}

interface OrderState extends Pick<OpenOrder, 'number' | 'isWhole'> {
  readonly items: readonly ItemState[];
}

/** An id that no item has: of the target's form, or equal to that of the first item in its last 32 bits. */
const [unknown, wrapped] = ['an unknown item', 'an unknown item of equal bits'] as const;

/** These ids; undefined if there is none. */
type OtherIds = Readonly<Record<typeof unknown | typeof wrapped, OrderItemId | undefined>>;

/** An item by its place: the second of order 1 is `{ order: 1, item: 2 }`; or an id that no item has. */
type ItemReference = { readonly order: number; readonly item: number } | keyof OtherIds;

/** An item by its place, in words. */
function referenceInWords(reference: ItemReference): string {
  return typeof reference === 'string' ? reference : `order ${reference.order} item ${reference.item}`;
}

/** An order as the list shows it. */
interface ListedOrder {
  readonly status: string;
  /** Its items by their ids, with their tracking keys. */
  readonly items: ReadonlyMap<OrderItemId, { readonly status: string }>;
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
  readonly #others: OtherIds;

  constructor(orders: readonly OpenOrder[], others: OtherIds) {
    this.orders = orders.map(({ itemIds, ...order }) => ({
      ...order,
      items: itemIds.map((id) => ({ id, status: 'open', shown: 'open', keys: {} })),
    }));
    this.#others = others;
  }

  /** The item at a place; undefined if there is none. */
  item(reference: ItemReference): ItemState | undefined {
    return typeof reference === 'string'
      ? undefined
      : this.orders[reference.order - 1]?.items[reference.item - 1];
  }

  /** The id of an item at a place, or one that no item has; undefined if there is none. */
  idOf(reference: ItemReference): OrderItemId | undefined {
    return typeof reference === 'string' ? this.#others[reference] : this.item(reference)?.id;
  }

  /** `order 1 mixed: open, shipped`. */
  toString(): string {
    return this.#inWords((order) => ({
      status: orderStatus(order),
      items: new Map(order.items.map((item) => [item.id, item])),
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
      for (const [place, { id, status, keys }] of order.items.entries()) {
        const item = shown?.items.get(id);
        for (const [field, value] of Object.entries({ status, ...keys }))
          await target.judge(concerns.get(id) ?? 'ORD-03', {
            at: `${field} of ${name} item ${place + 1} (${id})`,
            shownBy: { key: String(id) },
            expected: [value],
            actual: item === undefined ? notListed : String(Reflect.get(item, field)),
            gaps,
          });
      }
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
        const [from, to] = [item.shown, listed.get(number)?.items.get(item.id)?.status];
        if (move === undefined || to === undefined || to === from) continue;
        item.shown = to;
        const legal = to === item.status && from === move.from && to === move.to;
        target.moved({ machine: 'order', from, to, by: move.operationId, legal });
      }
  }

  #inWords(shownAs: (order: OrderState) => ListedOrder | undefined): string {
    const shown = this.orders.map((order, index) => {
      const { status = notListed, items } = shownAs(order) ?? {};
      const statuses = order.items.map(({ id }) => items?.get(id)?.status ?? notListed);
      return `order ${index + 1} ${status}: ${statuses.join(', ')}`;
    });
    return shown.join('; ');
  }
}

/** An order's status is the status of its items, or mixed if they differ (gap G-01). */
function orderStatus(order: OrderState | undefined): string {
  const [first, ...others] = order?.items ?? [];
  if (first === undefined) return 'open';
  return others.every(({ status }) => status === first.status) ? first.status : 'mixed';
}

interface OrderDriverOptions extends BatchDriverOptions<OrderRequirement> {
  /** Reads the list of orders, all its pages. */
  readonly readOrders: () => Promise<{
    readonly entries: readonly OrderEntry[];
    readonly exchanges: readonly Exchange[];
  }>;
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
  #moves = 0;

  constructor(options: OrderDriverOptions) {
    super(options);
    this.#options = options;
  }

  /** Tracking keys that no earlier move has, as short or as long as the contract allows. */
  newKeys(length: KeyLength): TrackingKeys {
    this.#moves += 1;
    const size = length === 'most' ? trackingKeyLengths.most : Math.max(4, trackingKeyLengths.least);
    return {
      shipment_tracking_key: `S${this.#moves}`.padEnd(size, '-1'),
      return_tracking_key: `R${this.#moves}`.padEnd(size, '-2'),
    };
  }

  /** The listed orders by number, all pages read. */
  async orders(): Promise<ListedOrders> {
    const { entries, exchanges } = await this.#options.readOrders();
    this.#pages = exchanges;
    return new Map(
      entries.map(({ order_number, status, order_items }) => [
        order_number,
        { status, items: new Map(order_items.map((item) => [item.id, item])) },
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

/** Whether a move has tracking keys of the least or of the most length. */
type KeyLength = keyof typeof trackingKeyLengths;

/** Moves groups of order items in one batch, no item twice, and reads the orders (clause 4.6; gaps G-01, G-11). */
function moveItems(name: MoveName, groups: readonly ItemGroup[], length: KeyLength = 'least'): MoveItems {
  const move = orderMoves[name];
  return batchCommand<OrderRequirement, Concerns, OrderDriver, OrderModel>(
    `${name} ${groups.map(groupInWords).join(' and ')}${length === 'most' ? ' with long keys' : ''}`,
    (model) => groups.flat().every((item) => model.idOf(item) !== undefined),
    (model, target) => {
      const expected = groups.map((group) => expectedOutcome(model, name, group));
      const sent = groups.map((group) => ({ group, keys: target.newKeys(length) }));
      const items = sent.flatMap<unknown>(({ group, keys }) =>
        move.items(
          group.flatMap((reference) => model.idOf(reference) ?? []),
          keys,
        ),
      );
      return {
        batches: [{ operationId: move.operationId, items }],
        expected,
        take: (response) => {
          const named = sent.flatMap(({ group, keys }, index) =>
            group.flatMap((reference) => {
              const [item, { requirement, outcomes } = {}] = [model.item(reference), expected[index]];
              if (item === undefined || requirement === undefined) return [];
              const isAllowed = outcomes?.includes('success') === true;
              // The model doesn't follow a move that must fail: its success is judged later.
              if (isAllowed && outcomeOf(response, index) === 'success')
                Object.assign(item, { status: move.to, keys: { ...item.keys, ...move.shows(keys) } });
              return [[item.id, isAllowed ? 'ORD-03' : requirement] as const];
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
    // A target may also refuse an id that is too large.
    return { requirement: 'ORD-05', at, outcomes: ['failed'], mayRefuseBatch: group.includes(wrapped) };
  if (statuses.some((status) => status !== orderMoves[name].from))
    return { requirement: 'ORD-04', at, outcomes: ['failed'], mayRefuseBatch: true };
  const gaps = ['G-01', 'G-11'];
  // Each item moves by itself, whatever the status of the others.
  const isMixed = group.some(
    (each) => typeof each !== 'string' && orderStatus(model.orders[each.order - 1]) === 'mixed',
  );
  const requirement = isMixed ? 'ORD-04' : 'ORD-03';
  return { requirement, at, outcomes: ['success'], mayRefuseBatch: false, gaps };
}

function groupInWords(group: ItemGroup): string {
  return group.map(referenceInWords).join(' with ');
}

/**
 * Lists of commands for the model of orders (clause 4.6, gap G-01).
 * @param sizes the number of items of each order of the model
 */
export function orderCommands(sizes: readonly number[], maxCommands: number) {
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
    maxCommands,
  );
}

const at = (order: number, item: number) => ({ order, item });
const [one, two, three, four, five] = [at(1, 1), at(1, 2), at(1, 3), at(2, 1), at(2, 2)] as const;

/**
 * Each move of items that don't exist, alone and beside one that does; and then of one item of an order, and of the
 * others: it needs orders of three and of two items.
 */
export function everyMove(): readonly MoveItems[] {
  return [
    moveItems('ship', [[unknown]]),
    moveItems('ship', [[wrapped]]),
    moveItems('ship', [[unknown], [one, unknown]]),
    moveItems('ship', [[one]]),
    moveItems('ship', [[two, three]], 'most'),
    moveItems('return', [[unknown], [unknown, one]]),
    moveItems('return', [[wrapped]]),
    moveItems('return', [[one]], 'most'),
    moveItems('return', [[two, three]]),
    moveItems('cancel', [[unknown], [four]]),
    moveItems('cancel', [[wrapped]]),
    moveItems('cancel', [[five]]),
  ];
}

/** Each move from each status that doesn't allow it: it needs the same orders. */
export function everyForbiddenMove(): readonly MoveItems[] {
  return [
    moveItems('return', [[one]]),
    moveItems('ship', [[one]]),
    moveItems('ship', [[one]], 'most'),
    moveItems('cancel', [[one]]),
    moveItems('cancel', [[four]]),
    moveItems('ship', [[four]]),
    moveItems('ship', [[four, five]]),
    moveItems('return', [[four]]),
    moveItems('return', [[one, four]]),
    moveItems('return', [[one]]),
    moveItems('cancel', [[one], [four]]),
    moveItems('ship', [[one]], 'most'),
    moveItems('return', [[one]], 'most'),
  ];
}

function command(move: MoveName, group: fc.Arbitrary<ItemGroup>): fc.Arbitrary<MoveItems> {
  const groups = fc
    .array(group, { maxLength: 3 })
    .filter((groups) => groups.length > 0 && isDistinct(groups));
  return fc
    .tuple(groups, fc.constantFrom<KeyLength>('least', 'most'))
    .map(([groups, length]) => moveItems(move, groups, length));
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
    { weight: 1, arbitrary: fc.constant(unknown) },
  );
}

/** Whether a batch names no item twice: the description doesn't show what happens then. */
function isDistinct(groups: readonly ItemGroup[]): boolean {
  const names = groups.flat().map(referenceInWords);
  return new Set(names).size === names.length;
}
