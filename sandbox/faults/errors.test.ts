import { expect } from '#unit-test';
import { errorsFaults } from './errors.js';
import { type Lies, testLies } from './lies.js';
import {
  addProduct,
  ask,
  body,
  header,
  type Look,
  overConnection,
  status,
  UNKNOWN_ID,
  WEBHOOK,
  webhooks,
} from './looks.js';

const UNKNOWN_BATCH = `?batch_request_id=${UNKNOWN_ID}` as const;
const OTHER_VERSION = '?batch_request_id=0b0b0b0b-1111-7222-8333-444444444444';
const DEEP = JSON.stringify({ items: [{ deep: Array.from({ length: 30 }).reduce((inner) => [inner], 0) }] });
const BAD_CHANGE = { description: 'changed', url: 'no url' };

/** Four looks at the batch ids of a results operation, by the ends of their faults' ids. */
function batchIds(path: '/results/status' | '/results/ship', name: string): Lies {
  return {
    [`takes-missing-${name}-for-unknown`]: [status(`GET ${path}`), 404],
    [`takes-malformed-${name}-for-unknown`]: [status(`GET ${path}?batch_request_id=abc`), 404],
    [`takes-beginning-of-long-${name}`]: [status(`GET ${path}${UNKNOWN_BATCH}0`), 404],
    [`takes-first-of-repeated-${name}`]: [
      status(`GET ${path}${UNKNOWN_BATCH}&${UNKNOWN_BATCH.slice(1)}`),
      404,
    ],
  };
}

function keysOf(look: Look): Look {
  return async (sandbox) => Object.keys(Object(await look(sandbox)));
}

/** The status of an answer, and what is read then. */
function afterwards(look: Look, read: Look): Look {
  return async (sandbox) => [await look(sandbox), await read(sandbox)];
}

/** The body of a list over a connection: whether it came whole. */
function connection(
  path: string,
  change: { method: string; sent: string } = { method: 'GET', sent: '' },
): Look {
  return async (sandbox) => {
    const { app } = sandbox;
    sandbox.merchant.subscriptions.create({ ...WEBHOOK, description: 'für alle' });
    const headers = { 'x-api-key': sandbox.apiKey, 'content-type': 'application/json' };
    const answer = await overConnection(sandbox, path, headers, change);
    await app.close();
    if (typeof answer === 'string') return answer;
    try {
      JSON.parse(answer.body);
      return 'whole';
    } catch {
      return 'broken';
    }
  };
}

/** A look at what is left of a subscription when it, or another one, is changed or deleted. */
function webhook(asked: 'PATCH' | 'DELETE', id: string | undefined, read: Look): Look {
  return async (sandbox) => {
    const created = await ask(sandbox, 'POST /webhooks', WEBHOOK);
    const path = `/webhooks/${id ?? Object(created.body).id}` as const;
    const { status } = await ask(sandbox, `${asked} ${path}`, asked === 'PATCH' ? BAD_CHANGE : undefined);
    return [status, await read(sandbox)];
  };
}

const lies: Lies = {
  'calls-message-error': [keysOf(body('POST /orders/ship', {})), ['error']],
  'sends-message-as-list': [body('POST /orders/ship', {}), { message: [expect.any(String)] }],
  'sends-404-with-null-message': [body(`GET /webhooks/${UNKNOWN_ID}`), { message: null }],
  'declares-json-as-html': [header('GET /brands/', 'content-type'), 'text/html; charset=utf-8'],
  'declares-refusals-as-text': [header('POST /orders/ship', 'content-type', {}), 'text/plain; charset=utf-8'],
  'adds-warning-to-json': [connection('/webhooks'), 'broken'],
  'cuts-long-json': [connection('/categories?per_page=100'), 'broken'],
  'claims-shorter-length': [connection('/webhooks'), 'cut'],
  'cuts-connection-in-body': [connection('/webhooks'), 'cut'],
  'answers-unknown-status-batch-with-null': [body(`GET /results/status${UNKNOWN_BATCH}`), null],
  'answers-unknown-status-batch-as-pending': [
    body(`GET /results/status${UNKNOWN_BATCH}`),
    { batchRequestId: UNKNOWN_ID, status: 'pending', items: [] },
  ],
  'answers-unknown-batch-with-null': [body(`GET /results/ship${UNKNOWN_BATCH}`), null],
  'answers-unknown-batch-as-completed': [
    body(`GET /results/ship${UNKNOWN_BATCH}`),
    { batchRequestId: UNKNOWN_ID, status: 'completed', items: [] },
  ],
  'takes-other-uuid-versions-for-malformed': [status(`GET /results/ship${OTHER_VERSION}`), 400],
  'answers-unknown-id-with-null': [body(`GET /webhooks/${UNKNOWN_ID}`), null],
  'knows-every-category': [body('GET /categories/99999999/attribute-groups'), []],
  'knows-category-zero': [body('GET /categories/0/attribute-groups'), []],
  'deletes-what-does-not-exist': [status(`DELETE /webhooks/${UNKNOWN_ID}`), 204],
  'hands-out-empty-file-for-unknown-id': [status(`GET /reports/${UNKNOWN_ID}/download`), 200],
  'answers-unknown-id-with-400': [status(`GET /reports/${UNKNOWN_ID}/download`), 400],
  ...batchIds('/results/status', 'status-batch-id'),
  ...batchIds('/results/ship', 'batch-id'),
  'accepts-body-that-is-no-json': [status('POST /orders/cancel', '{'), 200],
  'accepts-batch-without-items': [status('POST /orders/cancel', {}), 200],
  'takes-null-items-for-none': [status('POST /orders/cancel', { items: null }), 200],
  'takes-bare-list-for-batch': [status('POST /orders/cancel', [{ id: 1 }]), 200],
  'takes-single-item-for-list': [status('POST /orders/cancel', { items: { id: 1 } }), 200],
  'fails-on-broken-json': [status('POST /orders/cancel', '{'), 500],
  'fails-on-other-content-type': [
    async ({ app, apiKey }) => {
      const headers = { 'x-api-key': apiKey, 'content-type': 'text/plain' };
      return (await app.inject({ method: 'POST', url: '/api/v1/orders/ship', headers, payload: '{}' }))
        .statusCode;
    },
    500,
  ],
  'fails-on-deep-nesting': [status('POST /orders/cancel', DEEP), 500],
  'fails-on-huge-number': [status('POST /orders/cancel', { items: [{ id: 1e300 }] }), 500],
  'fails-on-lone-surrogate': [status('POST /orders/cancel', { items: [{ id: '\ud800' }] }), 500],
  'fails-on-nul': [status('GET /products/?sku=a%00b'), 500],
  'fails-on-long-text': [status('POST /orders/cancel', { items: [{ id: 'a'.repeat(10_001) }] }), 500],
  'fails-on-long-id': [status(`GET /webhooks/${'a'.repeat(256)}`), 500],
  'fails-on-malformed-batch-id': [status('GET /results/ship?batch_request_id=abc'), 500],
  'fails-on-word-for-page': [status('GET /products/?page=first'), 500],
  'cuts-connection-on-deep-nesting': [connection('/orders/cancel', { method: 'POST', sent: DEEP }), 'cut'],
  'hangs-on-deep-nesting': [connection('/orders/cancel', { method: 'POST', sent: DEEP }), 'nothing'],
  'creates-webhook-that-it-refuses': [
    afterwards(status('POST /webhooks', {}), async (sandbox) => webhooks(sandbox)),
    [400, 1],
  ],
  'changes-webhook-before-refusing': [
    webhook('PATCH', undefined, async ({ merchant }) => merchant.subscriptions.all()[0]?.description),
    [400, 'changed'],
  ],
  'creates-webhook-for-unknown-id': [
    afterwards(status(`PATCH /webhooks/${UNKNOWN_ID}`, {}), async (sandbox) => webhooks(sandbox)),
    [404, 1],
  ],
  'deletes-last-webhook-for-unknown-id': [
    webhook('DELETE', UNKNOWN_ID, async (sandbox) => webhooks(sandbox)),
    [404, 0],
  ],
  'carries-out-valid-items-of-refused-batch': [
    async (sandbox) => {
      const sku = await addProduct(sandbox);
      const items = [
        { sku, quantity: 77 },
        { sku, quantity: 'many' },
      ];
      const { status } = await ask(sandbox, 'PATCH /products/stock', { items });
      sandbox.pass(10);
      return [status, sandbox.merchant.catalogue.find(sku)?.values.quantity];
    },
    [400, 77],
  ],
  'answers-created-with-201': [status('POST /webhooks', WEBHOOK), 201],
  'answers-accepted-batch-with-202': [status('POST /orders/cancel', { items: [{ id: 1 }] }), 202],
  'answers-invalid-input-with-422': [status('GET /products/?page=0'), 422],
  'answers-later-page-with-206': [status('GET /products/?page=2'), 206],
  'answers-empty-page-with-204': [status('GET /products/'), 204],
  'sends-stack-trace': [keysOf(body('GET /products/?page=0')), ['message', 'stack']],
  'tells-query-of-lookup': [saysOf(`GET /webhooks/${UNKNOWN_ID}`, 'SELECT * FROM'), true],
  'tells-path-of-key-file': [
    async ({ app }) => (await app.inject({ url: '/api/v1/brands/' })).body.includes('/var/lib/'),
    true,
  ],
  'names-internal-host': [header('GET /products/?page=0', 'x-served-by'), 'catalog-api-7.prod.internal'],
  'says-only-that-request-is-bad': [body('GET /products/?page=0'), { message: 'Bad request' }],
  'names-no-field-of-items': [
    body('PATCH /products/stock', { items: [{ sku: 'abc', quantity: 'many' }] }),
    { message: 'items[0] is invalid' },
  ],
  'refuses-unknown-parameters': [status('GET /brands/?unknown=1'), 400],
  'refuses-unknown-fields': [status('POST /webhooks', { ...WEBHOOK, unknown: 1 }), 400],
  'refuses-unknown-fields-of-items': [status('POST /orders/cancel', { items: [{ id: 1, unknown: 1 }] }), 400],
};

function saysOf(asked: `GET /${string}`, words: string): Look {
  return async (sandbox) => JSON.stringify(await body(asked)(sandbox)).includes(words);
}

testLies(errorsFaults, lies);
