import type { OpenSandbox } from '../testing/open-sandbox.js';
import { productItem } from '../testing/product-item.js';
import { authenticationFaults } from './authentication.js';
import { type Lies, testLies } from './lies.js';
import {
  addProduct,
  ask,
  type Look,
  overConnection,
  status,
  statusWith,
  UNKNOWN_ID,
  WEBHOOK,
  webhooks,
} from './looks.js';

const other = ({ otherApiKey }: OpenSandbox) => otherApiKey;

/** The status that the merchant's product gets by the batches of the other merchant, or whatever `read` reads. */
function afterForeign(
  path: '/stock' | '/price' | '/status' | '/',
  item: object,
  read: (values: object) => unknown,
): Look {
  return async (sandbox) => {
    const sku = await addProduct(sandbox);
    const method = path === '/' ? 'POST' : 'PATCH';
    await ask(sandbox, `${method} /products${path}`, { items: [item] }, other(sandbox));
    sandbox.merchants.find(sandbox.otherMerchantId)?.timeline.change({ advance: 10 });
    const product = sandbox.merchant.catalogue.find(sku);
    return read({ ...product?.values, status: product?.status });
  };
}

function unauthenticated(method: 'POST' | 'PATCH', path: string, payload: unknown, read: Look): Look {
  return async (sandbox) => {
    await ask(sandbox, 'GET /brands/');
    const { statusCode } = await sandbox.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    });
    sandbox.pass(10);
    return [statusCode, await read(sandbox)];
  };
}

/** The statuses of answers to requests with the key in headers of these names. */
function namesTaken(...names: readonly string[]): Look {
  return (sandbox) =>
    Promise.all(
      names.map(async (name) => {
        const answer = await overConnection(sandbox, '/brands/', { [name]: sandbox.apiKey });
        return typeof answer === 'string' ? answer : answer.status;
      }),
    );
}

const lies: Lies = {
  'forbids-valid-key': [status('GET /brands/'), 403],
  'refuses-all-but-first-key': [statusWith(({ secondApiKey }) => ({ 'x-api-key': secondApiKey })), 401],
  'answers-missing-key-with-400': [statusWith(() => ({})), 400],
  'sends-401-without-body': [async ({ app }) => (await app.inject({ url: '/api/v1/brands/' })).body, ''],
  'looks-up-id-before-key': [statusWith(() => ({}), { path: `/webhooks/${UNKNOWN_ID}` }), 404],
  'forbids-unknown-key': [statusWith(() => ({ 'x-api-key': 'unknown' })), 403],
  'answers-empty-key-with-400': [statusWith(() => ({ 'x-api-key': '' })), 400],
  'answers-without-key': [statusWith(() => ({})), 200],
  'accepts-any-key': [statusWith(() => ({ 'x-api-key': 'unknown' })), 200],
  'accepts-key-in-other-case': [statusWith(({ apiKey }) => ({ 'x-api-key': apiKey.toUpperCase() })), 200],
  'compares-beginning-of-key': [statusWith(({ apiKey }) => ({ 'x-api-key': apiKey.slice(0, -1) })), 200],
  'finds-key-in-longer-text': [statusWith(({ apiKey }) => ({ 'x-api-key': `x${apiKey}x` })), 200],
  'accepts-expired-key': [statusWith(({ expiredApiKey }) => ({ 'x-api-key': expiredApiKey })), 200],
  'accepts-key-for-hour-after-expiry': [
    statusWith(({ expiredApiKey }) => ({ 'x-api-key': expiredApiKey })),
    200,
  ],
  'accepts-empty-key': [statusWith(() => ({ 'x-api-key': '' })), 200],
  'accepts-revoked-key': [statusWith(({ revokedApiKey }) => ({ 'x-api-key': revokedApiKey })), 200],
  'revokes-keys-hour-late': [statusWith(({ revokedApiKey }) => ({ 'x-api-key': revokedApiKey })), 200],
  'accepts-key-in-query': [statusWith(() => ({}), { query: ({ apiKey }) => `?api_key=${apiKey}` }), 200],
  'accepts-key-as-authorization': [statusWith(({ apiKey }) => ({ authorization: `Bearer ${apiKey}` })), 200],
  'accepts-key-in-cookie': [statusWith(({ apiKey }) => ({ cookie: `a=b; key=${apiKey}` })), 200],
  'accepts-key-in-other-header': [statusWith(({ apiKey }) => ({ 'api-key': apiKey })), 200],
  'reads-header-name-as-documented-only': [namesTaken('x-api-key', 'X-API-Key'), [401, 200]],
  'refuses-header-name-in-mixed-case': [namesTaken('x-ApI-kEy', 'X-API-Key'), [401, 200]],
  'validates-before-authenticating': [unauthenticated('POST', '/webhooks', {}, async () => 0), [400, 0]],
  'carries-out-unauthenticated-write': [
    unauthenticated('POST', '/webhooks', WEBHOOK, async (sandbox) => webhooks(sandbox)),
    [401, 1],
  ],
  'carries-out-unauthenticated-large-batch': [
    (sandbox) => {
      const items = ['a-1', 'a-2'].map((sku) =>
        productItem(sandbox.merchants, sandbox.merchant, { sku, style_key: sku }),
      );
      const count: Look = async ({ merchant }) => merchant.catalogue.size;
      return unauthenticated('POST', '/products', { items }, count)(sandbox);
    },
    [401, 2],
  ],
  'opens-foreign-webhooks': [
    async (sandbox) => {
      const { body } = await ask(sandbox, 'POST /webhooks', WEBHOOK);
      await ask(sandbox, 'GET /brands/', undefined, other(sandbox));
      return (await ask(sandbox, `DELETE /webhooks/${Object(body).id}`, undefined, other(sandbox))).status;
    },
    204,
  ],
  'forbids-foreign-webhooks': [
    async (sandbox) => {
      const { body } = await ask(sandbox, 'POST /webhooks', WEBHOOK);
      const unknown = await ask(sandbox, `GET /webhooks/${UNKNOWN_ID}`, undefined, other(sandbox));
      const foreign = await ask(sandbox, `GET /webhooks/${Object(body).id}`, undefined, other(sandbox));
      return [unknown.status, foreign.status];
    },
    [404, 403],
  ],
  'tells-foreign-results': [
    async (sandbox) => {
      const { body } = await ask(sandbox, 'PATCH /products/status', {
        items: [{ style_key: 'a', status: 'draft' }],
      });
      const path = `/results/status?batch_request_id=${Object(body).batchRequestId}` as const;
      return (await ask(sandbox, `GET ${path}`, undefined, other(sandbox))).status;
    },
    200,
  ],
  'hands-out-foreign-files': [
    async (sandbox) => {
      const { body } = await ask(sandbox, 'GET /reports/');
      return (await ask(sandbox, `GET /reports/${Object(body)[0].id}/download`, undefined, other(sandbox)))
        .status;
    },
    200,
  ],
  'adds-foreign-rows-to-reports': [
    async (sandbox) => {
      const sku = await addProduct(sandbox);
      const own = Object((await ask(sandbox, 'GET /reports/', undefined, other(sandbox))).body)[0].id;
      await ask(sandbox, 'GET /reports/');
      const { raw } = await ask(sandbox, `GET /reports/${own}/download`, undefined, other(sandbox));
      return raw.toString().includes(sku);
    },
    true,
  ],
  'lists-foreign-entries': [
    async (sandbox) => {
      await ask(sandbox, 'POST /webhooks', WEBHOOK);
      return Object((await ask(sandbox, 'GET /webhooks', undefined, other(sandbox))).body).length;
    },
    1,
  ],
  'finds-foreign-products-by-sku': [
    async (sandbox) => {
      const sku = await addProduct(sandbox);
      const { body } = await ask(sandbox, `GET /products/?sku=${sku}`, undefined, other(sandbox));
      return Object(body).items.length;
    },
    1,
  ],
  'changes-foreign-products': [
    afterForeign('/stock', { sku: 'sku-1', quantity: 77 }, (values) => Object(values).quantity),
    77,
  ],
  'moves-foreign-orders': [
    async (sandbox) => {
      await addProduct(sandbox);
      const product = sandbox.merchant.catalogue.find('sku-1');
      if (product !== undefined) product.status = 'active';
      await ask(sandbox, 'POST /orders/cancel', { items: [{ id: 0 }] });
      const order = sandbox.merchant.makeOrder({});
      await ask(
        sandbox,
        'POST /orders/cancel',
        { items: [{ id: order.order_items[0]?.id }] },
        other(sandbox),
      );
      sandbox.merchants.find(sandbox.otherMerchantId)?.timeline.change({ advance: 10 });
      return order.order_items[0]?.status;
    },
    'cancelled',
  ],
  'overwrites-foreign-sku': [
    (sandbox) => {
      const stranger = sandbox.merchants.find(sandbox.otherMerchantId) ?? sandbox.merchant;
      const item = productItem(sandbox.merchants, stranger, { name: 'Foreign' });
      return afterForeign('/', item, (values) => Object(values).name)(sandbox);
    },
    'Foreign',
  ],
  'repeats-key-in-header': [
    async (sandbox) => (await ask(sandbox, 'GET /brands/')).headers['x-api-key'] === sandbox.apiKey,
    true,
  ],
  'repeats-key-in-errors': [
    async (sandbox) =>
      Object((await ask(sandbox, `GET /webhooks/${UNKNOWN_ID}`)).body).message.includes(sandbox.apiKey),
    true,
  ],
  'repeats-key-in-next-link': [
    async (sandbox) =>
      Object((await ask(sandbox, 'GET /categories/?per_page=1')).body).pagination.next.includes(
        sandbox.apiKey,
      ),
    true,
  ],
};

testLies(authenticationFaults, lies);
