import fc from 'fast-check';
import type { ItemStatus } from '../data/valid/order-transitions.js';
import {
  anyCarrier,
  type OrderItemId,
  orderMoves,
  type TrackingKeys,
  trackingKeyLengths,
} from '../data/valid/update-items.js';
import type { EntryOf, Pages } from '../operations/prerequisites/responses.js';
import { recordsOfOrder } from '../operations/prerequisites/state.js';
import type { Effect, Records } from '../verdicts/oracles/batches/followed-batch.js';
import { differByTheEffects } from '../verdicts/oracles/lists/changes.js';
import {
  batchCommand,
  commandList,
  type ExpectedOutcome,
  type ModelCommand,
  type ModelDriver,
  outcomeOf,
} from './model-driver.js';

/** A move, as a command names it. */
type MoveName = keyof typeof orderMoves;

/** Items of an order, all of them open. */
interface OpenOrder {
  readonly number: string;
  readonly itemIds: readonly OrderItemId[];
  /** Whether these are all the order's items: then its own fields can be predicted. */
  readonly isWhole: boolean;
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

/** The list of orders, all its pages. */
type ListedOrders = Pick<Pages<EntryOf<'listOrders'>>, 'entries' | 'exchanges' | 'last'>;

/** What a command means for the reading after it. */
interface Concerns {
  /** The requirements by which items are judged. */
  readonly requirements: ReadonlyMap<OrderItemId, ExpectedOutcome['requirement']>;
  /** What changed, besides the statuses. */
  readonly effects: readonly Effect[];
}

/** The gaps that leave open where an order shows its status, and in which words. */
const gaps = ['G-01', 'G-05'];

/** The state of some orders whose items were all open at first. */
export class OrderModel {
  readonly orders: readonly OpenOrder[];
  readonly #others: OtherIds;
  readonly #read: () => Promise<ListedOrders>;
  readonly #statuses: Map<OrderItemId, ItemStatus>;
  /** The orders and their items at the last reading. */
  records: Records;
  #moves = 0;

  /**
   * @param listed the orders before anything happens to them
   * @param read reads them again
   */
  constructor(
    orders: readonly OpenOrder[],
    others: OtherIds,
    listed: ListedOrders,
    read: () => Promise<ListedOrders>,
  ) {
    this.orders = orders;
    this.#others = others;
    this.#read = read;
    this.#statuses = new Map(orders.flatMap(({ itemIds }) => itemIds.map((id) => [id, 'open'] as const)));
    this.records = recordsIn(listed, orders);
  }

  /** The id of an item at a place, or one that no item has; undefined if there is none. */
  idOf(reference: ItemReference): OrderItemId | undefined {
    return typeof reference === 'string'
      ? this.#others[reference]
      : this.orders[reference.order - 1]?.itemIds[reference.item - 1];
  }

  /** The status of an item; undefined if there is no such item. */
  statusOf(id: OrderItemId | undefined): ItemStatus | undefined {
    return id === undefined ? undefined : this.#statuses.get(id);
  }

  /** An order's status is the status of its items, or mixed if they differ (gap G-01). */
  statusOfOrder({ itemIds }: OpenOrder): string {
    const [first = 'open', ...others] = new Set(itemIds.map((id) => this.statusOf(id)));
    return others.length > 0 ? 'mixed' : first;
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

  /** Moves items with these keys. @returns the effects apart from the statuses, which the model knows */
  move(name: MoveName, ids: readonly OrderItemId[], keys: TrackingKeys): readonly Effect[] {
    const { to, shows } = orderMoves[name];
    for (const id of ids) this.#statuses.set(id, to);
    const orders = this.orders.filter(({ itemIds }) => itemIds.some((id) => ids.includes(id)));
    return [
      ...ids.flatMap((id) =>
        Object.entries(shows(keys)).map(([field, value]) => ({
          ...{ record: `order item ${id}`, field, acceptable: [value] },
        })),
      ),
      ...orders.flatMap(({ number }) => {
        const record = `order ${number}`;
        const former = this.records.get(record)?.carrier_key;
        return [
          { record, field: 'carrier_key', acceptable: [former, anyCarrier] },
          { record, field: 'updated_at' },
          { record, field: 'delivery_document_url' },
        ];
      }),
    ];
  }

  /** `order 1 mixed: open, shipped`. */
  toString(): string {
    return this.#inWords(
      (order) => this.statusOfOrder(order),
      (id) => this.statusOf(id),
    );
  }

  /** Ends a command: reads all orders, notes what happened, and compares (clause 4.6, gap G-01). */
  async observe(
    target: ModelDriver,
    did: string,
    { requirements, effects }: Concerns = { requirements: new Map(), effects: [] },
    judgeResponse: () => Promise<void> = async () => {},
  ): Promise<void> {
    const listed = await this.#read();
    const before = this.records;
    this.records = recordsIn(listed, this.orders);
    const shown = (record: string) => String(this.records.get(record)?.status ?? 'not listed');
    for (const [id, status] of this.#statuses) {
      const [from, to] = [before, this.records].map((records) => records.get(`order item ${id}`)?.status);
      if (typeof from !== 'string' || typeof to !== 'string' || from === to) continue;
      const known = Object.values(orderMoves).find((move) => move.from === from && move.to === to);
      target.moved('order', [from, to], to === status, known && { by: known.operationId });
    }
    const read = this.#inWords(
      ({ number }) => shown(`order ${number}`),
      (id) => shown(`order item ${id}`),
    );
    target.note({ did, model: `${this}`, read });
    await judgeResponse();
    const compare = async (name: string, key: OrderItemId, status?: string) => {
      const [exchange = listed.last] = listed.exchanges.filter(({ text }) => text.includes(String(key)));
      const only = (records: Records) => new Map([...records].filter(([each]) => each === name));
      const own = effects.filter(({ record }) => record === name);
      const all = [{ record: name, field: 'status', acceptable: [status] }, ...own];
      const result = differByTheEffects(only(this.records), only(before), all);
      await target.judgeResult(requirements.get(key) ?? 'ORD-03', exchange, result, gaps);
    };
    for (const order of this.orders) {
      for (const id of order.itemIds) await compare(`order item ${id}`, id, this.statusOf(id));
      if (order.isWhole) await compare(`order ${order.number}`, order.number, this.statusOfOrder(order));
    }
  }

  #inWords(ofOrder: (order: OpenOrder) => string, ofItem: (id: OrderItemId) => string | undefined): string {
    const shown = this.orders.map((order, index) => {
      const status = order.isWhole ? `${ofOrder(order)}: ` : '';
      return `order ${index + 1} ${status}${order.itemIds.map(ofItem).join(', ')}`;
    });
    return shown.join('; ');
  }
}

/** The items of these orders as records, and the orders that belong to the model whole. */
function recordsIn({ entries }: ListedOrders, orders: readonly OpenOrder[]): Records {
  const records = orders.flatMap(({ number, itemIds, isWhole }) =>
    entries
      .filter(({ order_number }) => order_number === number)
      .flatMap((order) => recordsOfOrder(order, isWhole ? undefined : new Set(itemIds.map(String)))),
  );
  return new Map(records);
}

/** Items that move together or not at all: one shipment, one return, or a single cancelled item. */
type ItemGroup = readonly ItemReference[];

type MoveItems = ModelCommand<OrderModel>;

/** Whether a move has tracking keys of the least or of the most length. */
type KeyLength = keyof typeof trackingKeyLengths;

/** Moves groups of order items in one batch, no item twice, and reads the orders (clause 4.6; gaps G-01, G-11). */
function moveItems(name: MoveName, groups: readonly ItemGroup[], length: KeyLength = 'least'): MoveItems {
  const move = orderMoves[name];
  return batchCommand<Concerns, OrderModel>(
    `${name} ${groups.map(groupInWords).join(' and ')}${length === 'most' ? ' with long keys' : ''}`,
    (model) => groups.flat().every((item) => model.idOf(item) !== undefined),
    (model) => {
      const expected = groups.map((group) => expectedOutcome(model, name, group));
      const sent = groups.map((group) => ({
        ids: group.flatMap((reference) => model.idOf(reference) ?? []),
        keys: model.newKeys(length),
      }));
      const items = sent.flatMap<unknown>(({ ids, keys }) => move.items(ids, keys));
      return {
        batches: [{ operationId: move.operationId, items }],
        expected,
        take(response) {
          // The model doesn't follow a move that must fail: its success is judged later.
          const done = sent.filter(
            (_, index) =>
              expected[index]?.outcomes.includes('success') && outcomeOf(response, index) === 'success',
          );
          const requirements = sent.flatMap(({ ids }, index) => {
            const { outcomes = [], requirement = 'ORD-03' } = expected[index] ?? {};
            return ids.map((id) => [id, outcomes.includes('success') ? 'ORD-03' : requirement] as const);
          });
          return {
            requirements: new Map(requirements),
            effects: done.flatMap(({ ids, keys }) => model.move(name, ids, keys)),
          };
        },
      };
    },
  );
}

/** What each state of the items of a group says about its move. */
function expectedOutcome(model: OrderModel, name: MoveName, group: ItemGroup): ExpectedOutcome {
  const statuses = group.map((reference) => model.statusOf(model.idOf(reference)) ?? 'unknown');
  const at = `${name} ${groupInWords(group)}, ${statuses.join(', ')}`;
  if (statuses.includes('unknown'))
    // A target may also refuse an id that is too large.
    return { requirement: 'ORD-05', at, outcomes: ['failed'], mayRefuseBatch: group.includes(wrapped) };
  if (statuses.some((status) => status !== orderMoves[name].from))
    return { requirement: 'ORD-04', at, outcomes: ['failed'], mayRefuseBatch: true };
  // Each item moves by itself, whatever the status of the others.
  const isMixed = group.some((each) => {
    const order = typeof each === 'string' ? undefined : model.orders[each.order - 1];
    return order !== undefined && model.statusOfOrder(order) === 'mixed';
  });
  const requirement = isMixed ? 'ORD-04' : 'ORD-03';
  return { requirement, at, outcomes: ['success'], mayRefuseBatch: false, gaps: ['G-01', 'G-11'] };
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
  return commandList<OrderModel>(
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
    moveItems('cancel', [[wrapped]]),
    moveItems('ship', [[unknown], [one, unknown]]),
    moveItems('ship', [[one]]),
    moveItems('ship', [[two, three]], 'most'),
    moveItems('return', [[unknown], [unknown, one]]),
    moveItems('return', [[wrapped]]),
    moveItems('return', [[one]], 'most'),
    moveItems('return', [[two, three]]),
    moveItems('cancel', [[unknown], [four]]),
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
