import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import * as at from '../faults/plants/operations.js';
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

function objectOf(properties: Entry): Entry {
  return { type: 'object', required: Object.keys(properties), properties };
}

const inData = enclosed('data');

/** The envelopes of all operations whose bodies the description doesn't show. */
const envelopes: Words = {
  ...inEach(at.BATCH_WRITES, { response: inData }),
  ...inEach(at.OTHER_WRITES, { response: inData, body: record({ items: 'data' }) }),
  ...inEach(at.OTHER_RESULTS, { response: dataAndMeta('entries') }),
  ...inEach(at.OTHER_PAGED, { response: record({ items: 'data', pagination: 'meta' }) }),
  listReports: { response: enclosed('reports') },
  getAttributeGroups: { response: enclosed('attribute_groups') },
  listBrands: { response: enclosed('brands') },
  listWebhookEventTypes: { response: enclosed('types') },
  ...inSubscriptions({ body: inData, response: inData }),
  listWebhooks: { response: enclosed('webhooks') },
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
const names: Words = {
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
};

function togetherIn(first: OperationWords = {}, second: OperationWords = {}): OperationWords {
  const body = both(first.body ?? SAME, second.body ?? SAME);
  return { ...first, ...second, body, response: both(first.response ?? SAME, second.response ?? SAME) };
}

const words: Words = Object.fromEntries(
  OPERATIONS.filter(({ id }) => id in names || id in envelopes).map(({ id }) => [
    id,
    togetherIn(names[id], envelopes[id]),
  ]),
);

/** Names the fields that the description doesn't name differently, and wraps the bodies that it doesn't show. */
export const namesAndEnvelopes: World = {
  name: 'names-and-envelopes',
  does: 'Fields and parameters that the description does not name have other names; bodies that it does not show are {data, meta}, and lists are wrapped in objects.',
  words,
  delivery: {
    header: 'x-webhook-signature',
    body: both(named('delivery', { message: named('message') }), dataAndMeta('payload')),
  },
};
