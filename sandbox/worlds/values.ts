import { ShapeError } from '../schema/check.js';
import {
  both,
  type Change,
  converted,
  linked,
  list,
  notNull,
  record,
  refusing,
  required,
  SAME,
  words,
} from './change.js';
import { inBatches, inSubscriptions } from './words.js';
import type { OperationWords, World } from './world.js';

function text(value: unknown, place: string): string {
  if (typeof value === 'string') return value;
  throw new ShapeError(`${place} must be a string`);
}

/** The id of a record that the upsert names by a number: the same digits, as a string. */
const digits = converted(
  (id) => (typeof id === 'number' ? String(id) : id),
  (id, place) => Number(text(id, place)),
  { type: 'string', pattern: '^[0-9]+$' },
);

/** An id of the form `item-17`; any other text is an unknown id. */
const itemId = converted(
  (id) => (typeof id === 'number' ? `item-${id}` : id),
  (id, place) => Number(/^item-([1-9]\d{0,14})$/.exec(text(id, place))?.[1] ?? 0),
  { type: 'string', pattern: '^item-[0-9]+$' },
);

/** An id that is not a UUID: its digits after a mark that distinguishes reports from webhooks. */
function marked(mark: string): Change {
  const theirs = new RegExp(`^${mark}_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$`);
  return converted(
    (id) => `${mark}_${String(id).replaceAll('-', '')}`,
    (id) => theirs.exec(String(id))?.slice(1).join('-') ?? 'unknown',
    { type: 'string', pattern: theirs.source },
  );
}

const reportId = marked('rep');
const webhookId = marked('wh');

/** The largest amount in minor units that stays exact on its way to major units and back. */
const MOST = 1e12;

/** An amount in minor units, a hundred of which make a major unit. */
const minor = converted(
  (amount) => (typeof amount === 'number' ? Math.round(amount * 100) : amount),
  (amount, place) => {
    if (typeof amount !== 'number') return amount;
    if (!Number.isInteger(amount)) throw new ShapeError(`${place} must be an integer, in minor units`);
    if (amount > MOST) throw new ShapeError(`${place} must be at most ${MOST}, but is ${amount}`);
    return amount / 100;
  },
  {
    type: 'integer',
    exclusiveMinimum: 0,
    maximum: MOST,
    description: 'in minor units of the currency',
  },
);

/** The most items in one batch. */
const MOST_ITEMS = 20;

/** A list with a maximum number of entries. */
function few(entry: Change): Change {
  const limited = refusing(
    (items, place) =>
      Array.isArray(items) && items.length > MOST_ITEMS
        ? `${place} must have at most ${MOST_ITEMS} entries, but has ${items.length}`
        : undefined,
    (schema) => ({ ...schema, maxItems: MOST_ITEMS }),
  );
  return both(list(entry), limited);
}

/** The product statuses that the description doesn't name; it names draft, active and inactive (clause 3.1). */
const productWords = words({
  pending_approval: 'in_review',
  rejected: 'declined',
  pending_active: 'approved',
  problem: 'needs_attention',
});
/** The statuses of orders and their items. */
const orderWords = words({
  open: 'new',
  shipped: 'dispatched',
  cancelled: 'called_off',
  returned: 'sent_back',
  mixed: 'partly_done',
});

const productQuery = record({ status: productWords });
const orderQuery = record({ order_status: orderWords });

const price = record({ retail_price: minor, sale_price: minor });
const prices = list(price);
const cluster = record({ cluster_id: digits, components: list(record({ material_id: digits })) });
const product = record({
  status: productWords,
  prices,
  color: digits,
  size: digits,
  second_size: digits,
  brand: digits,
  category: digits,
  attributes: list(digits),
  material_composition_textile: list(cluster),
  material_composition_non_textile: list(cluster),
});
const order = record({ status: orderWords, order_items: list(record({ id: itemId, status: orderWords })) });

/** The upsert accepts integers as ids, as clause 2.2 says, and must have an EAN. */
const upsertItem = both(record({ ean: notNull, prices }), required('ean'));
const movedItems = record({ order_items: list(itemId) });

/** A batch write whose items differ, and which accepts few of them. */
function write(item: Change): OperationWords {
  return { body: record({ items: few(item) }) };
}

/** Represents values differently where the description shows none, and requires more of the items of batches. */
export const values: World = {
  name: 'values',
  does: `Ids are strings in every response, prices integers in minor units, and statuses that the description does not name other words; an upsert item must have an EAN, and a batch at most ${MOST_ITEMS} items; only the status results send X-RateLimit-Reset.`,
  words: {
    listProducts: {
      query: productQuery,
      response: record({ items: list(product), pagination: linked(productQuery) }),
    },
    listOrders: {
      query: orderQuery,
      response: record({ items: list(order), pagination: linked(orderQuery) }),
    },
    updateProductStock: write(SAME),
    updateProductStatus: write(SAME),
    ...inBatches(
      {
        upsertProducts: upsertItem,
        updateProductPrices: record({ price }),
        cancelOrderItems: record({ id: itemId }),
        shipOrderItems: movedItems,
        returnOrderItems: movedItems,
      },
      write,
    ),
    listReports: { response: list(record({ id: reportId })) },
    downloadReport: { params: { id: reportId } },
    listCategories: { response: record({ items: list(record({ id: digits, parent_id: digits })) }) },
    getAttributeGroups: {
      response: list(record({ id: digits, attributes: list(record({ id: digits })) })),
    },
    listBrands: { response: list(record({ id: digits })) },
    ...inSubscriptions({ params: { id: webhookId }, response: record({ id: webhookId }) }),
  },
  delivery: {
    body: record({
      subscription_id: webhookId,
      message: record({
        order_items: list(itemId),
        status: { ...productWords, tell: (status) => orderWords.tell(productWords.tell(status)) },
      }),
    }),
  },
  responses: (_status, operation) =>
    operation === 'getStatusResults' ? undefined : { headers: { 'X-RateLimit-Reset': null } },
};
