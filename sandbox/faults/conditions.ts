import type { ApiKey } from '../domain/keys.js';
import type { Merchant, Merchants } from '../domain/merchants.js';
import { isObject } from '../schema/check.js';
import type { PlantedIn, Workings } from './fault.js';
import { itemsOf } from './plants/batches.js';
import { createCounter } from './plants/memory.js';

/** The parts of a request with a valid key that conditions look at. */
interface Circumstance {
  readonly merchant: Merchant;
  readonly merchants: Merchants;
  readonly key: ApiKey;
  readonly query: Readonly<Record<string, unknown>>;
  /** The items of its batch; empty if it has none. */
  readonly items: readonly Readonly<Record<string, unknown>>[];
  /** Identical for identical requests. */
  readonly name: string;
  readonly isRead: boolean;
}

/** The memory of a planting. */
interface Memory {
  /** Counts the occurrences of each name, the first one as 1. */
  readonly count: (name: string) => number;
  /** The merchants for which `hasPast` was true at some point. */
  readonly aged: WeakSet<Merchant>;
}

/** Says whether a fault shows for a request. */
type Condition = (asked: Circumstance, memory: Memory) => boolean;

/** The default page size, and the number of entries above which a merchant counts as grown. */
const [PAGE, MANY] = [20, 20];
const TEN_MINUTES = 600_000;
/** The fields that name the subject of an item. */
const SUBJECTS = ['sku', 'style_key', 'id', 'order_items'];

const CONDITIONS: Readonly<Record<string, Condition>> = {
  beyond: ({ items, query: { page = 1, per_page = PAGE, cursor = '' } }) =>
    items.length > PAGE || cursor !== '' || (Number(page) - 1) * Number(per_page) >= PAGE,
  again: ({ merchant, name }, { count }) => count(`${merchant.id} ${name}`) > 1,
  'other-key': ({ key }) => key.label !== 'First',
  // A read may be about the one batch that is in flight.
  meanwhile: ({ merchant, isRead }) => merchant.batches.inFlight > (isRead ? 1 : 0),
  grown: ({ merchant: { catalogue, orders, subscriptions } }) =>
    [catalogue, orders, subscriptions].some((each) => each.all().length > MANY),
  later: ({ merchant: { timeline, madeAt } }) => timeline.now() - madeAt > TEN_MINUTES,
  combined: ({ query, items }) =>
    Object.keys(query).length > 1 ||
    SUBJECTS.some((name) => hasTwice(items.flatMap((item) => JSON.stringify(item[name]) ?? []))),
  history({ merchant }, { aged }) {
    if (hasPast(merchant)) aged.add(merchant);
    return aged.has(merchant);
  },
  twin: ({ merchant, merchants }) =>
    merchants.all().some((other) => other !== merchant && haveTwins(merchant, other)),
};

/**
 * The conditions that a fault can be restricted to; none if part of it decides without seeing the request.
 * @param planted the parts that replace the clean ones
 */
export function conditionsOf({ handle, send, ...others }: Partial<Workings>): readonly string[] {
  return Object.keys(others).length === 0 ? Object.keys(CONDITIONS) : [];
}

function hasTwice(names: readonly string[]): boolean {
  return new Set(names).size < names.length;
}

/**
 * Whether a merchant has a product that was taken back or rejected, or an order in which only some items have
 * moved.
 */
function hasPast({ catalogue, orders }: Merchant): boolean {
  return (
    catalogue.all().some(({ status }) => ['rejected', 'inactive', 'problem'].includes(status)) ||
    orders.all().some(({ status }) => status === 'mixed')
  );
}

function haveTwins({ catalogue: one }: Merchant, { catalogue: other }: Merchant): boolean {
  return one.all().some(({ values }) => other.find(values.sku) !== undefined);
}

/**
 * The parts of a fault, restricted to requests that meet a condition.
 * @param name one of its `conditionsOf`
 * @param onShown called for each request to a planted operation that meets the condition
 */
export function onlyUnder(
  name: string,
  { handle, send }: Partial<Workings>,
  clean: Workings,
  plantedIn: PlantedIn,
  onShown: () => void,
): Partial<Workings> {
  // Each part sees every request once.
  const [isHandledUnder, isSentUnder] = [1, 2].map(() => {
    const memory: Memory = { count: createCounter(), aged: new WeakSet() };
    return (asked: Circumstance) => CONDITIONS[name]?.(asked, memory) === true;
  });
  const itemsIn = (body: unknown) => (itemsOf(body) ?? []).filter(isObject);
  return {
    ...(handle && {
      handle(operation, request) {
        const { params, query, body } = request;
        const asked = { name: JSON.stringify([operation.id, params, query, body]), items: itemsIn(body) };
        if (!isHandledUnder?.({ ...request, ...asked, isRead: operation.method === 'GET' }))
          return clean.handle(operation, request);
        if (plantedIn(operation.id)) onShown();
        return handle(operation, request);
      },
    }),
    ...(send && {
      send(sent, request) {
        const { operation, caller, query, method, url, body } = request;
        const name = JSON.stringify([method, url, body]);
        const asked = { query, items: itemsIn(body), name, isRead: method === 'GET' };
        if (operation === undefined || caller === undefined || !isSentUnder?.({ ...caller, ...asked }))
          return sent;
        const changed = send(sent, request);
        if (plantedIn(operation.id) && changed !== sent) onShown();
        return changed;
      },
    }),
  };
}
