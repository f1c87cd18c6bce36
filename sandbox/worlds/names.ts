import { OPERATIONS } from '../service/operations.js';
import { both, type Change, echoed, linked, list, record, SAME } from './change.js';
import { dataAndMeta, envelopesOf } from './envelopes.js';
import type { OperationWords, Words, World } from './world.js';

const price = record({ country_code: 'country', retail_price: 'regular', sale_price: 'reduced' });

/** The upsert item has the names of clause 2.2, except for the composition whose field isn't shown (gap G-03). */
const upsertItem = record({ material_composition_non_textile: 'material_composition' });
const stockItem = record({ sku: 'article', quantity: 'amount', valid_at: 'effective_at' });
const priceItem = record({ sku: 'article', price: ['new_price', price], valid_at: 'effective_at' });
const shipItem = record({
  order_items: 'line_ids',
  carrier_key: 'carrier',
  shipment_tracking_key: 'tracking_number',
  return_tracking_key: 'return_number',
});
const cancelItem = record({ id: 'line_id' });
const returnItem = record({ order_items: 'line_ids', return_tracking_key: 'return_number' });

const product = record({
  style_key: 'style',
  sku: 'article',
  name: 'title',
  quantity: 'amount',
  status: 'state',
  brand: 'brand_id',
  category: 'category_id',
  color: 'color_id',
  size: 'size_id',
  second_size: 'second_size_id',
  attributes: 'attribute_ids',
  countries: 'published_in',
  country_of_origin: 'origin',
  material_composition_non_textile: 'material_composition',
  prices: list(price),
  images: 'pictures',
});
const line = record({
  id: 'line_id',
  sku: 'article',
  status: 'state',
  price_with_tax: 'gross',
  price_without_tax: 'net',
  vat: 'vat_rate',
  shipment_tracking_key: 'tracking_number',
  return_tracking_key: 'return_number',
});
const order = record({
  order_number: 'number',
  status: 'state',
  order_items: ['lines', list(line)],
  carrier_key: 'carrier',
  cost_with_tax: 'gross_total',
  cost_without_tax: 'net_total',
  currency_code: 'currency',
  customer_key: 'customer',
  created_at: 'ordered_at',
  updated_at: 'changed_at',
  delivery_document_url: 'document_link',
  fulfillment_type: 'fulfillment',
  payment_method: 'payment',
});
const category = record({
  id: 'category_id',
  name: 'label',
  path: 'full_path',
  parent_id: 'parent',
  material_composition_type: 'composition',
});
/** `is_default` and the names of groups are stated, but not the names of the other fields. */
const attributeGroup = record({
  id: 'group_id',
  name: 'code',
  frontend_name: 'label',
  attributes: ['choices', list(record({ id: 'choice_id', name: 'code', frontend_name: 'label' }))],
  is_multiselect: 'several',
});
const subscription = record({
  id: 'subscription_id',
  url: 'callback_url',
  events: 'topics',
  description: 'note',
  enabled: 'active',
  created_at: 'created',
  client_secret: 'signing_key',
});

const batch = record({ batchRequestId: 'batch_id' });

const pages = { page: 'page_number', per_page: 'page_size' };
const productQuery = record({ ...pages, style_key: 'style', sku: 'article' });
const orderQuery = record({
  ...pages,
  order_number: 'number',
  order_status: 'state',
  orders_from: 'from',
  orders_to: 'to',
});
const categoryQuery = record({ ...pages, query: 'search', parent_category: 'parent' });

function page(query: Change, entry: Change): OperationWords {
  return { query, answer: record({ items: list(entry), pagination: linked(query) }) };
}

function write(item: Change): OperationWords {
  return { body: record({ items: list(item) }), answer: batch };
}

/** The results of all operations except the one of clause 4.4. */
function results(item: Change): OperationWords {
  const entry = record({ requestItem: ['sent', echoed(item)], success: 'ok', errors: 'problems' });
  return {
    query: record({ batch_request_id: 'batch_id' }),
    answer: record({ batchRequestId: 'batch_id', status: 'state', items: ['entries', list(entry)] }),
  };
}

/** Other names for the fields and parameters that the description doesn't name. */
export const names: World = {
  name: 'names',
  does: 'Fields and parameters that the description does not name have other names.',
  words: {
    listProducts: page(productQuery, product),
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
    listOrders: page(orderQuery, order),
    listReports: {
      answer: list(record({ id: 'report_id', name: 'title', type: 'kind', created_at: 'created' })),
    },
    listCategories: page(categoryQuery, category),
    getAttributeGroups: { answer: list(attributeGroup) },
    listBrands: { answer: list(record({ id: 'brand_id', name: 'label' })) },
    listCountries: {
      answer: record({
        countries: list(record({ code: 'country', name: 'label' })),
        locales: ['languages', list(record({ code: 'locale', name: 'label' }))],
        currencies: list(record({ country_code: 'country', code: 'currency', name: 'label' })),
      }),
    },
    listWebhookEventTypes: { answer: list(record({ event: 'topic', description: 'summary' })) },
    listWebhooks: { answer: list(subscription) },
    createWebhook: { body: subscription, answer: subscription },
    getWebhook: { answer: subscription },
    updateWebhook: { body: subscription, answer: subscription },
  },
  delivery: {
    header: 'x-webhook-signature',
    body: record({
      id: 'delivery_id',
      event: 'topic',
      timestamp: 'occurred_at',
      subscription_id: 'subscription',
      message: [
        'payload',
        record({
          order_number: 'number',
          status: 'state',
          order_items: 'line_ids',
          sku: 'article',
          skus: 'articles',
          style_key: 'style',
          quantity: 'amount',
        }),
      ],
    }),
  },
};

const envelopes = envelopesOf('entries');
const payload = dataAndMeta('payload');

function togetherIn(first: OperationWords = {}, second: OperationWords = {}): OperationWords {
  return {
    ...first,
    ...second,
    body: both(first.body ?? SAME, second.body ?? SAME),
    answer: both(first.answer ?? SAME, second.answer ?? SAME),
  };
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
  delivery: { ...names.delivery, body: both(names.delivery?.body ?? SAME, payload) },
};
