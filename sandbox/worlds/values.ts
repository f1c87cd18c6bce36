import { BATCH_WRITES } from '../faults/plants/requests.js';
import { ShapeError } from '../schema/check.js';
import { both, type Change, converted, list, notNull, record, required, SAME } from './change.js';
import { inBatches, inEach, inSubscriptions } from './words.js';
import type { World } from './world.js';

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

const cluster = record({ cluster_id: digits, components: list(record({ material_id: digits })) });
const product = record({
  color: digits,
  size: digits,
  second_size: digits,
  brand: digits,
  category: digits,
  attributes: list(digits),
  material_composition_textile: list(cluster),
  material_composition_non_textile: list(cluster),
});

const cancelItem = record({ id: itemId });
const movedItems = record({ order_items: list(itemId) });

/** Ids of records that the description doesn't show are strings. The upsert accepts integers, as clause 2.2 says. */
export const stringIds: World = {
  name: 'string-ids',
  does: 'The ids of brands, categories, attributes, order items, reports and webhooks are strings in every response; the upsert accepts integers.',
  words: {
    listProducts: { response: record({ items: list(product) }) },
    listOrders: { response: record({ items: list(record({ order_items: list(record({ id: itemId })) })) }) },
    ...inBatches({ cancelOrderItems: cancelItem, shipOrderItems: movedItems, returnOrderItems: movedItems }),
    listReports: { response: list(record({ id: reportId })) },
    downloadReport: { params: { id: reportId } },
    listCategories: { response: record({ items: list(record({ id: digits, parent_id: digits })) }) },
    getAttributeGroups: {
      response: list(record({ id: digits, attributes: list(record({ id: digits })) })),
    },
    listBrands: { response: list(record({ id: digits })) },
    ...inSubscriptions({ params: { id: webhookId }, response: record({ id: webhookId }) }),
  },
  delivery: { body: record({ subscription_id: webhookId, message: movedItems }) },
};

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

const price = record({ retail_price: minor, sale_price: minor });
const pricedProduct = record({ prices: list(price) });
const priceItem = record({ price });

/** Prices are whole numbers of minor units in every request and response, as the amounts in orders always are. */
export const minorUnits: World = {
  name: 'minor-units',
  does: 'Prices are integers in minor units of their currency, in upserts, price updates and lists.',
  words: {
    listProducts: { response: record({ items: list(pricedProduct) }) },
    ...inBatches({ upsertProducts: pricedProduct, updateProductPrices: priceItem }),
  },
};

/** The most items in one batch. */
const MOST_ITEMS = 20;

/** Refuses an upsert item without an EAN, or with a null one. */
const withEan = both(record({ ean: notNull }), required('ean'));

/** A list with a maximum number of entries. */
function few(entry: Change): Change {
  const entries = list(entry);
  return {
    ...entries,
    take(items, place) {
      if (Array.isArray(items) && items.length > MOST_ITEMS)
        throw new ShapeError(`${place} must have at most ${MOST_ITEMS} entries, but has ${items.length}`);
      return entries.take(items, place);
    },
    describe: (schema) => ({ ...entries.describe(schema), maxItems: MOST_ITEMS }),
  };
}

/** Requires more of the items of batches than the description shows. */
export const strictItems: World = {
  name: 'strict-items',
  does: `An upsert item must have an EAN, and a batch at most ${MOST_ITEMS} items.`,
  words: {
    ...inEach(BATCH_WRITES, { body: record({ items: few(SAME) }) }),
    ...inBatches({ upsertProducts: withEan }),
    upsertProducts: { body: record({ items: few(withEan) }) },
  },
};
