import type { OpenSandbox } from '../testing/open-sandbox.js';
import { productItem } from '../testing/product-item.js';
import { type Lies, testLies } from './lies.js';
import { addProduct, ask, body, header, type Look, status, WEBHOOK } from './looks.js';
import { shapesFaults } from './shapes.js';

const STATUS = { style_key: 'style-1', status: 'draft' };
const UPDATE = { items: [{ sku: 'sku-1', quantity: 5 }] };

/** The result of a status update of the product, or of no product. */
function statusResult(item: object): (sandbox: OpenSandbox) => Promise<Record<string, unknown>> {
  return async (sandbox) => {
    await addProduct(sandbox);
    return Object((await sandbox.batch('PATCH', '/products/status', 'status', [item])).body);
  };
}

const stockResult: Look = async (sandbox) => {
  await addProduct(sandbox);
  return Object((await sandbox.batch('PATCH', '/products/stock', 'stock', UPDATE.items)).body).items[0];
};

/** How many items the result of a batch has when it is seen in a status. */
function itemsIn(wanted: string): Look {
  return async (sandbox) => {
    sandbox.merchant.batches.decideNext('retried');
    const { body } = await ask(sandbox, 'PATCH /products/status', { items: [STATUS] });
    const path = `/results/status?batch_request_id=${Object(body).batchRequestId}` as const;
    for (let read = 0; read < 10; read++) {
      const result = Object((await ask(sandbox, `GET ${path}`)).body);
      if (result.status === wanted) return result.items.length;
      sandbox.pass(0.5);
    }
    return undefined;
  };
}

/** A look at the only product, as it is listed. */
const product: Look = async (sandbox) => {
  await addProduct(sandbox);
  return Object(await body('GET /products/')(sandbox)).items[0];
};

const order = async (sandbox: OpenSandbox) => {
  await addProduct(sandbox);
  const found = sandbox.merchant.catalogue.find('sku-1');
  if (found !== undefined) found.status = 'active';
  sandbox.merchant.makeOrder({});
  return Object(await body('GET /orders/')(sandbox)).items[0];
};

const rejection: Look = async (sandbox) => {
  const images = ['https://images.example/sandbox-reject.jpg'];
  const item = productItem(sandbox.merchants, sandbox.merchant, { images });
  await sandbox.batch('POST', '/products/', 'products', [item]);
  await sandbox.batch('PATCH', '/products/status', 'status', [{ ...STATUS, status: 'published' }]);
  sandbox.pass(10);
  return Object(await body('GET /products/rejected')(sandbox)).items[0];
};

/** The names of the fields of what is looked at. */
function keysOf(look: Look): Look {
  return async (sandbox) => Object.keys(Object(await look(sandbox)));
}

/** A field of what is looked at. */
function field(look: Look, ...path: (string | number)[]): Look {
  return async (sandbox) => path.reduce((value: unknown, name) => Object(value)[name], await look(sandbox));
}

/** Whether what is looked at has a field. */
function has(look: Look, name: string): Look {
  return async (sandbox) => Object.hasOwn(Object(await look(sandbox)), name);
}

/** What type something has. */
function typeOf(look: Look): Look {
  return async (sandbox) => {
    const value = await look(sandbox);
    return Array.isArray(value) ? 'array' : typeof value;
  };
}

/** The acknowledgement of a batch with one product. */
const upsert: Look = async (sandbox) =>
  body('POST /products/', { items: [productItem(sandbox.merchants, sandbox.merchant)] })(sandbox);
const created = body('POST /webhooks', WEBHOOK);

const lies: Lies = {
  'names-batch-id-in-snake-case': [keysOf(statusResult(STATUS)), ['status', 'items', 'batch_request_id']],
  'sends-success-as-text': [field(statusResult(STATUS), 'items', 0, 'success'), 'true'],
  'leaves-out-errors-of-successful-items': [has(field(statusResult(STATUS), 'items', 0), 'errors'), false],
  'sends-errors-as-objects': [
    typeOf(field(statusResult({ ...STATUS, style_key: 'none' }), 'items', 0, 'errors', 0)),
    'object',
  ],
  'sends-page-numbers-as-texts': [field(body('GET /products/rejected'), 'pagination', 'page'), '1'],
  'sends-rejection-reasons-as-texts': [typeOf(field(rejection, 'rejection_reasons', 0)), 'string'],
  'lists-items-of-unfinished-batch': [itemsIn('pending'), 1],
  'lists-items-of-retried-batch': [itemsIn('retry'), 1],
  'sends-ids-as-texts': [typeOf(field(body('GET /brands/'), 0, 'id')), 'string'],
  'sends-countries-as-codes': [typeOf(field(body('GET /countries/'), 'countries', 0)), 'string'],
  'sends-attributes-by-id': [
    async (sandbox) => {
      const [category] = sandbox.merchants.referenceData.categories;
      const groups = await body(`GET /categories/${category?.id}/attribute-groups`)(sandbox);
      return Array.isArray(Object(groups).at(-1).attributes);
    },
    false,
  ],
  'leaves-out-null-fields-of-items': [has(field(order, 'order_items', 0), 'shipment_tracking_key'), false],
  'sends-costs-with-decimals': [typeOf(field(order, 'cost_with_tax')), 'string'],
  'leaves-out-type-of-report': [has(field(body('GET /reports/'), 0), 'type'), false],
  'names-list-products': [keysOf(body('GET /products/')), ['pagination', 'products']],
  'sends-product-list-bare': [body('GET /products/'), []],
  'leaves-out-status-of-drafts': [has(product, 'status'), false],
  'sends-prices-by-country': [typeOf(field(product, 'prices')), 'object'],
  'sends-list-bare': [body('GET /orders/'), []],
  'names-total-count': [field(body('GET /orders/'), 'pagination', 'count'), 0],
  'sends-outcome-of-items-in-state': [keysOf(stockResult), ['requestItem', 'errors', 'state']],
  'sends-null-for-no-errors': [field(stockResult, 'errors'), null],
  'sends-file-as-octets': [
    async (sandbox) =>
      header(`GET /reports/${sandbox.merchant.reports[0]?.id}/download`, 'content-type')(sandbox),
    'application/octet-stream',
  ],
  'names-batch-id-of-upsert-otherwise': [keysOf(upsert), ['id']],
  'wraps-acknowledgement-of-upsert': [keysOf(upsert), ['data']],
  'names-batch-id-of-status-update-otherwise': [
    keysOf(body('PATCH /products/status', { items: [STATUS] })),
    ['id'],
  ],
  'wraps-acknowledgement-of-status-update': [
    keysOf(body('PATCH /products/status', { items: [STATUS] })),
    ['data'],
  ],
  'names-batch-id-of-update-otherwise': [keysOf(body('PATCH /products/stock', UPDATE)), ['id']],
  'wraps-acknowledgement-of-update': [keysOf(body('PATCH /products/stock', UPDATE)), ['data']],
  'sends-event-types-as-names': [typeOf(field(body('GET /webhooks/types'), 0)), 'string'],
  'names-last-event-type-otherwise': [field(body('GET /webhooks/types'), 6, 'event'), 'product.status'],
  'wraps-list-of-webhooks': [body('GET /webhooks'), { items: [] }],
  'sends-enabled-as-number': [field(created, 'enabled'), 1],
  'leaves-out-secret-at-creation': [has(created, 'client_secret'), false],
  'sends-single-event-as-text': [field(created, 'events'), 'order.created'],
  'refuses-well-formed-request': [status('GET /brands/'), 400],
  'answers-404-to-empty-list': [status('GET /webhooks'), 404],
};

testLies(shapesFaults, lies);
