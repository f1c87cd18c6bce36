import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { BATCH_WRITES, OTHER_PAGED, OTHER_RESULTS, OTHER_WRITES } from '../faults/plants/requests.js';
import { isObject } from '../schema/check.js';
import { OPERATIONS } from '../service/operations.js';
import {
  both,
  type Change,
  type Entry,
  echoed,
  enclosed,
  linked,
  list,
  record,
  retold,
  SAME,
  told,
} from './change.js';
import { inBatches, inEach, inSubscriptions } from './words.js';
import type { OperationWords, Words, World } from './world.js';

/** `{data, meta}`: one field contains the data, and the others describe it. */
function dataAndMeta(field: string): Change {
  return told(
    (ours) => {
      if (!isObject(ours)) return ours;
      const { [field]: data, ...meta } = ours;
      return { data, meta };
    },
    (schema) => {
      const { [field]: data, ...meta } = Object(schema.properties);
      return objectOf({ data, meta: objectOf(meta) });
    },
  );
}

/** An object of lists as one list, in which each entry names its kind. */
const listOfKinds: Change = told(
  (ours) =>
    isObject(ours)
      ? Object.entries(ours).flatMap(([kind, entries]) =>
          Array.isArray(entries) ? entries.map((entry) => ({ kind, ...Object(entry) })) : [],
        )
      : ours,
  (schema) => ({
    type: 'array',
    items: {
      anyOf: Object.entries<Entry>(Object(schema.properties)).map(([kind, { items }]) =>
        objectOf({ kind: { type: 'string', enum: [kind] }, ...Object(Object(items).properties) }),
      ),
    },
  }),
);

function objectOf(properties: Entry): Entry {
  return { type: 'object', required: Object.keys(properties), properties };
}

const inData = enclosed('data');

/**
 * The envelopes of all operations whose bodies the description doesn't show.
 * @param entries the field of results that contains the entries
 */
function envelopesOf(entries: string): Words {
  return {
    ...inEach(BATCH_WRITES, { response: inData }),
    ...inEach(OTHER_WRITES, { response: inData, body: record({ items: 'data' }), itemsIn: 'data' }),
    ...inEach(OTHER_RESULTS, { response: dataAndMeta(entries) }),
    ...inEach(OTHER_PAGED, {
      response: record({ items: 'data', pagination: 'meta' }),
    }),
    listReports: { response: enclosed('reports') },
    getAttributeGroups: { response: enclosed('attribute_groups') },
    listBrands: { response: enclosed('brands') },
    listCountries: { response: listOfKinds },
    listWebhookEventTypes: { response: enclosed('types') },
    ...inSubscriptions({ body: inData, response: inData }),
    listWebhooks: { response: enclosed('webhooks') },
  };
}

/** Gives other envelopes to the bodies that the description doesn't show. */
export const envelopes: World = {
  name: 'envelopes',
  does: 'Bodies that the description does not show are {data, meta}, lists are wrapped in objects, and an object of lists is one list.',
  words: envelopesOf('items'),
  delivery: { body: dataAndMeta('message') },
};

/** The name that a field of an order item has in a row. `order_items` is in no row. */
function inRow(name: string): string {
  return name.startsWith('item_') ? name : `item_${name}`;
}

/** The fields of an item in its row. */
function itemFields(item: unknown): Entry {
  return Object.fromEntries(Object.entries(Object(item)).map(([name, value]) => [inRow(name), value]));
}

/** Orders as rows: one for each item, with the fields of its order in each. */
const rows = told(
  (orders) =>
    Array.isArray(orders)
      ? orders.flatMap((order) => {
          if (!isObject(order) || !Array.isArray(order.order_items)) return [order];
          const { order_items: items, status: order_status, ...shared } = order;
          return items.map((item) => ({ ...shared, order_status, ...itemFields(item) }));
        })
      : orders,
  (schema) => {
    const { order_items: items, status: order_status, ...shared } = Object(Object(schema.items).properties);
    const properties = { ...shared, order_status, ...itemFields(Object(items).items.properties) };
    return { type: 'array', items: { type: 'object', required: Object.keys(properties), properties } };
  },
);

/** Orders contain no items. A page still has as many orders as `per_page` says, with all rows of each. */
export const flatOrders: World = {
  name: 'flat-orders',
  does: 'Orders are listed as rows, one for each item, with no items in them; pages count orders.',
  words: { listOrders: { response: record({ items: rows }) } },
};

/** The names of this world by the names of the usual sandbox, for each kind of object. */
const NAMES = load(readFileSync(new URL('names.yaml', import.meta.url), 'utf8')) as Readonly<
  Record<string, Readonly<Record<string, string>>>
>;

/** The fields of a kind of object under their names in NAMES; `parts` are fields that contain further objects. */
function named(kind: string, parts: Readonly<Record<string, Change>> = {}): Change {
  const names = NAMES[kind];
  if (names === undefined) throw new Error(`names.yaml does not name the fields of "${kind}"`);
  const changes = Object.entries(parts).map(([ours, change]) => [
    ours,
    [names[ours] ?? ours, change] as const,
  ]);
  return record({ ...names, ...Object.fromEntries(changes) });
}

const prices = list(named('price'));
const product = named('product', { prices });
const order = named('order', { order_items: list(named('line')) });
const choices = list(named('choice'));
const subscription = named('subscription');
const batch = named('batch');

function page(query: Change, entry: Change): OperationWords {
  return { query, response: record({ items: list(entry), pagination: linked(query) }) };
}

function write(item: Change): OperationWords {
  return { body: record({ items: list(item) }), response: batch };
}

/** Messages about an item, in which its fields have their other names. */
function messagesAbout(item: Change): Change {
  return list(told((message) => (typeof message === 'string' ? retold(message, item) : message)));
}

function results(item: Change): OperationWords {
  const entry = named('entry', { requestItem: echoed(item), errors: messagesAbout(item) });
  return { query: named('results query'), response: named('results', { items: list(entry) }) };
}

/** Other names for the fields and parameters that the description doesn't name. */
export const names: World = {
  name: 'names',
  does: 'Fields and parameters that the description does not name have other names.',
  words: {
    listProducts: page(named('products'), product),
    updateProductStatus: { response: batch },
    ...inBatches(
      {
        upsertProducts: named('upsert item'),
        updateProductStock: named('stock item'),
        updateProductPrices: named('price item', { price: named('price') }),
        shipOrderItems: named('ship item'),
        cancelOrderItems: named('cancel item'),
        returnOrderItems: named('return item'),
      },
      write,
      results,
    ),
    listOrders: page(named('orders'), order),
    listReports: { response: list(named('report')) },
    listCategories: page(named('categories'), named('category')),
    getAttributeGroups: { response: list(named('attribute group', { attributes: choices })) },
    listBrands: { response: list(named('brand')) },
    listCountries: {
      response: named('countries', {
        countries: list(named('country')),
        locales: list(named('locale')),
        currencies: list(named('currency')),
      }),
    },
    listWebhookEventTypes: { response: list(named('event type')) },
    ...inSubscriptions({ body: subscription, response: subscription }),
  },
  delivery: { header: 'x-webhook-signature', body: named('delivery', { message: named('message') }) },
};

const around = envelopesOf('entries');

function togetherIn(first: OperationWords = {}, second: OperationWords = {}): OperationWords {
  const body = both(first.body ?? SAME, second.body ?? SAME);
  return { ...first, ...second, body, response: both(first.response ?? SAME, second.response ?? SAME) };
}

const words: Words = Object.fromEntries(
  OPERATIONS.filter(({ id }) => id in names.words || id in around).map(({ id }) => [
    id,
    togetherIn(names.words[id], around[id]),
  ]),
);

/** The names of one world in the envelopes of the other. */
export const namesAndEnvelopes: World = {
  name: 'names-and-envelopes',
  does: 'Fields and parameters have other names, as in the world "names", and bodies other envelopes, as in "envelopes".',
  words,
  delivery: { ...names.delivery, body: both(names.delivery?.body ?? SAME, dataAndMeta('payload')) },
};
