import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { OPERATIONS } from '../service/operations.js';
import { both, type Change, echoed, linked, list, record, SAME } from './change.js';
import { dataAndMeta, envelopesOf } from './envelopes.js';
import type { OperationWords, Words, World } from './world.js';

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
const upsertItem = named('upsert item');
const stockItem = named('stock item');
const priceItem = named('price item', { price: named('price') });
const shipItem = named('ship item');
const cancelItem = named('cancel item');
const returnItem = named('return item');

function page(query: Change, entry: Change): OperationWords {
  return { query, answer: record({ items: list(entry), pagination: linked(query) }) };
}

function write(item: Change): OperationWords {
  return { body: record({ items: list(item) }), answer: batch };
}

function results(item: Change): OperationWords {
  const entry = named('entry', { requestItem: echoed(item) });
  return { query: named('results query'), answer: named('results', { items: list(entry) }) };
}

/** Other names for the fields and parameters that the description doesn't name. */
export const names: World = {
  name: 'names',
  does: 'Fields and parameters that the description does not name have other names.',
  words: {
    listProducts: page(named('products'), product),
    upsertProducts: write(upsertItem),
    updateProductStatus: { answer: batch },
    updateProductStock: write(stockItem),
    updateProductPrices: write(priceItem),
    shipOrderItems: write(shipItem),
    cancelOrderItems: write(cancelItem),
    returnOrderItems: write(returnItem),
    getProductResults: results(upsertItem),
    getStockResults: results(stockItem),
    getPriceResults: results(priceItem),
    getShipResults: results(shipItem),
    getCancelResults: results(cancelItem),
    getReturnResults: results(returnItem),
    listOrders: page(named('orders'), order),
    listReports: { answer: list(named('report')) },
    listCategories: page(named('categories'), named('category')),
    getAttributeGroups: { answer: list(named('attribute group', { attributes: choices })) },
    listBrands: { answer: list(named('brand')) },
    listCountries: {
      answer: named('countries', {
        countries: list(named('country')),
        locales: list(named('locale')),
        currencies: list(named('currency')),
      }),
    },
    listWebhookEventTypes: { answer: list(named('event type')) },
    listWebhooks: { answer: list(subscription) },
    createWebhook: { body: subscription, answer: subscription },
    getWebhook: { answer: subscription },
    updateWebhook: { body: subscription, answer: subscription },
  },
  delivery: { header: 'x-webhook-signature', body: named('delivery', { message: named('message') }) },
};

const envelopes = envelopesOf('entries');

function togetherIn(first: OperationWords = {}, second: OperationWords = {}): OperationWords {
  const body = both(first.body ?? SAME, second.body ?? SAME);
  return { ...first, ...second, body, answer: both(first.answer ?? SAME, second.answer ?? SAME) };
}

const words: Words = Object.fromEntries(
  OPERATIONS.filter(({ id }) => id in names.words || id in envelopes).map(({ id }) => [
    id,
    togetherIn(names.words[id], envelopes[id]),
  ]),
);

/** The names of one world in the envelopes of the other. */
export const namesAndEnvelopes: World = {
  name: 'names-and-envelopes',
  does: 'Fields and parameters have other names, as in the world "names", and bodies other envelopes, as in "envelopes".',
  words,
  delivery: { ...names.delivery, body: both(names.delivery?.body ?? SAME, dataAndMeta('payload')) },
};
