import { expect } from '#unit-test';
import type { OpenSandbox } from '../testing/open-sandbox.js';
import { productItem } from '../testing/product-item.js';
import { batchesFaults } from './batches.js';
import { testLies } from './lies.js';

const BAD = { style_key: 'unknown', status: 'draft' };

function many(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({ ...BAD, style_key: `style-${index}` }));
}

function products(sandbox: OpenSandbox, ...skus: string[]): object[] {
  return skus.map((sku) => productItem(sandbox.merchants, sandbox.merchant, { sku, style_key: sku }));
}

async function submit(sandbox: OpenSandbox, items: readonly object[]) {
  const { body, status } = await sandbox.send('PATCH', '/products/status', { items });
  return status === 200 ? Object(body).batchRequestId : status;
}

async function read(sandbox: OpenSandbox, id: string, kind = 'status') {
  const { body, status } = await sandbox.send('GET', `/results/${kind}?batch_request_id=${id}`);
  return status === 200 ? Object(body) : status;
}

/** The statuses seen when a batch is read every so many seconds. */
async function trail(sandbox: OpenSandbox, seconds: number, times: number): Promise<unknown[]> {
  const id = await submit(sandbox, [BAD]);
  const seen: unknown[] = [];
  for (let time = 0; time < times; time++) {
    const result = await read(sandbox, id);
    seen.push(typeof result === 'number' ? result : result.status);
    sandbox.pass(seconds);
  }
  return seen;
}

async function statusEntries(sandbox: OpenSandbox, items: readonly object[]) {
  const { body } = await sandbox.batch('PATCH', '/products/status', 'status', items);
  return Object(body).items;
}

/** The outcomes of a batch of products, and the skus that are listed afterwards. */
async function upsert(sandbox: OpenSandbox, items: readonly object[]) {
  const { body } = await sandbox.batch('POST', '/products/', 'products', items);
  const listed = await sandbox.send('GET', '/products/?per_page=100');
  return {
    outcomes: Object(body).items.map(({ success }: { success: boolean }) => success),
    errors: Object(body).items.map(({ errors }: { errors: unknown[] }) => errors.length),
    skus: Object(listed.body).items.map(({ sku }: { sku: string }) => sku),
  };
}

const bad = (sandbox: OpenSandbox) => ({ ...products(sandbox, 'bad')[0], brand: -1 });

/** The item that comes back when this one is sent. */
function echo(path: string, kind: string, item: object) {
  return async (sandbox: OpenSandbox) => {
    const { body } = await sandbox.batch(kind === 'ship' ? 'POST' : 'PATCH', path, kind, [item]);
    return Object(body).items[0].requestItem;
  };
}

async function control(sandbox: OpenSandbox, next: 'failed' | 'retried'): Promise<void> {
  await sandbox.control('POST', `/merchants/${sandbox.merchantId}/batches`, { next });
}

async function retriedTrail(sandbox: OpenSandbox) {
  await control(sandbox, 'retried');
  return trail(sandbox, 1, 7);
}

const price = { sku: 'sku', price: { country_code: 'DE', retail_price: 1, sale_price: null } };
const shipment = {
  order_items: [2, 1],
  carrier_key: 'c',
  shipment_tracking_key: 's',
  return_tracking_key: 'r',
};

testLies(batchesFaults, {
  'acknowledges-with-undashed-id': [(s) => submit(s, [BAD]), expect.stringMatching(/^[0-9a-f]{32}$/)],
  'acknowledges-large-batch-without-id': [(s) => submit(s, many(50)), null],
  'reuses-id-for-equal-batch': [
    async (s) => new Set([await submit(s, [BAD]), await submit(s, [BAD])]).size,
    1,
  ],
  'makes-one-id-a-second': [async (s) => (await submit(s, [BAD])) === (await submit(s, many(1))), true],
  'accepts-one-item-too-many': [
    async (s) => (await statusEntries(s, many(1_001)))?.at(-1).requestItem.style_key,
    'style-1000',
  ],
  'refuses-full-batch': [(s) => submit(s, many(1_000)), 400],
  'accepts-empty-batch': [(s) => statusEntries(s, []), []],
  'carries-out-start-of-too-large-batch': [
    async (s) => {
      const skus = Array.from({ length: 101 }, (_, index) => `sku-${index}`);
      const { status } = await s.send('POST', '/products/', { items: products(s, ...skus) });
      s.pass(10);
      return [status, s.merchant.catalogue.size];
    },
    [400, 100],
  ],
  'hides-batch-on-first-read': [(s) => trail(s, 0, 2), [404, 'pending']],
  'hides-batch-while-it-is-retried': [
    retriedTrail,
    ['pending', 'processing', 'processing', 404, 'processing', 'completed', 'completed'],
  ],
  'tells-status-as-number': [(s) => trail(s, 0, 1), [0]],
  'tells-no-status-while-pending': [(s) => trail(s, 1, 2), [null, 'processing']],
  'never-finishes': [(s) => trail(s, 100, 2), ['pending', 'processing']],
  'retries-for-ever': [async (s) => (await retriedTrail(s)).at(-1), 'retry'],
  'reopens-finished-batch': [(s) => trail(s, 10, 4), ['pending', 'completed', 'processing', 'completed']],
  'words-messages-anew-on-each-read': [
    async (s) => {
      const id = await submit(s, [BAD]);
      s.pass(10);
      const messages = [await read(s, id), await read(s, id)].map(({ items }) => items[0].errors[0]);
      return messages[0] === messages[1];
    },
    false,
  ],
  'goes-back-to-pending': [(s) => trail(s, 1.4, 3), ['pending', 'processing', 'pending']],
  'swaps-pending-and-processing': [(s) => trail(s, 1, 2), ['processing', 'pending']],
  'carries-another-id': [
    async (s) => {
      const id = await submit(s, [BAD]);
      return (await read(s, id)).batchRequestId === id;
    },
    false,
  ],
  'carries-id-of-first-batch': [
    async (s) => {
      const [first, second] = [await submit(s, [BAD]), await submit(s, [BAD])];
      await read(s, first);
      return (await read(s, second)).batchRequestId === first;
    },
    true,
  ],
  'leaves-id-out-of-results': [
    async (s) => Object.keys(await read(s, await submit(s, [BAD]))),
    ['status', 'items'],
  ],
  'tells-batches-of-every-kind': [
    async (s) => (await read(s, await submit(s, [BAD]), 'price')).status,
    'pending',
  ],
  'tells-shipments-as-returns': [
    async (s) => {
      const { body } = await s.send('POST', '/orders/ship', { items: [shipment] });
      return (await read(s, Object(body).batchRequestId, 'return')).status;
    },
    'pending',
  ],
  'forgets-last-item-of-large-batch': [async (s) => (await statusEntries(s, many(100))).length, 99],
  'tells-last-item-twice': [async (s) => (await statusEntries(s, [BAD, BAD])).length, 3],
  'merges-equal-items': [async (s) => (await statusEntries(s, [BAD, BAD])).length, 1],
  'tells-first-twenty-items-only': [async (s) => (await statusEntries(s, many(21))).length, 20],
  'tells-no-items-of-failed-batch': [
    async (s) => {
      await control(s, 'failed');
      return statusEntries(s, [BAD]);
    },
    [],
  ],
  'fails-items-without-message': [async (s) => (await statusEntries(s, [BAD]))[0].errors, []],
  'gives-empty-message': [async (s) => (await statusEntries(s, [BAD]))[0].errors, [expect.any(String), '']],
  'gives-message-for-first-failure-only': [async (s) => (await statusEntries(s, many(2)))[1].errors, []],
  'confirms-success-in-errors': [async (s) => (await upsert(s, products(s, 'one'))).errors, [1]],
  'carries-messages-over-to-successes': [
    async (s) => (await upsert(s, [...products(s, 'one'), bad(s), ...products(s, 'two')])).errors,
    [0, 1, 1],
  ],
  'reverses-entries': [
    async (s) => (await statusEntries(s, many(2))).map((entry: never) => Object(entry).requestItem.style_key),
    ['style-1', 'style-0'],
  ],
  'sorts-entries-by-index-as-text': [
    async (s) => (await statusEntries(s, many(11)))[2].requestItem.style_key,
    'style-10',
  ],
  'echoes-item-without-null-fields': [
    echo('/products/price', 'price', price),
    { sku: 'sku', price: { country_code: 'DE', retail_price: 1 } },
  ],
  'normalises-unicode-of-echo': [
    echo('/products/status', 'status', { ...BAD, style_key: 'u\u0308' }),
    { ...BAD, style_key: '\u00fc' },
  ],
  'echoes-times-in-utc': [
    echo('/products/stock', 'stock', { sku: 'sku', quantity: 1, valid_at: '2025-03-01T12:00:00+02:00' }),
    { sku: 'sku', quantity: 1, valid_at: '2025-03-01T10:00:00.000Z' },
  ],
  'breaks-surrogate-pairs-of-echo': [
    echo('/products/status', 'status', { ...BAD, style_key: '😀' }),
    { ...BAD, style_key: '?' },
  ],
  'rounds-numbers-of-echo': [
    echo('/products/price', 'price', { ...price, price: { country_code: 'DE', retail_price: 1.234 } }),
    { ...price, price: { country_code: 'DE', retail_price: 1.23 } },
  ],
  'sorts-lists-of-echo': [echo('/orders/ship', 'ship', shipment), { ...shipment, order_items: [1, 2] }],
  'stops-at-first-failure': [
    (s) => upsert(s, [...products(s, 'one'), bad(s), ...products(s, 'two')]),
    { outcomes: [true, false, false], errors: [0, 1, 1], skus: ['one'] },
  ],
  'fails-all-items-with-one': [
    async (s) => (await upsert(s, [...products(s, 'one'), bad(s)])).outcomes,
    [false, false],
  ],
  'mixes-overlapping-batches': [
    async (s) => {
      const first = await submit(s, [BAD]);
      await submit(s, many(1));
      s.pass(10);
      return (await read(s, first)).items[0].requestItem.style_key;
    },
    'style-0',
  ],
  'leaks-item-into-next-batch': [
    async (s) => {
      await submit(s, [BAD]);
      return (await statusEntries(s, many(1))).length;
    },
    2,
  ],
  'reports-success-without-effect': [
    (s) => upsert(s, [...products(s, 'one'), bad(s)]),
    { outcomes: [true, true], errors: [0, 0], skus: [] },
  ],
  'reports-failures-as-successes': [
    (s) => upsert(s, [...products(s, 'one'), bad(s)]),
    { outcomes: [true, true], errors: [0, 0], skus: ['one'] },
  ],
  'fails-last-item-with-effect': [
    (s) => upsert(s, products(s, 'one', 'two')),
    { outcomes: [true, false], errors: [0, 1], skus: ['one', 'two'] },
  ],
  'loses-effect-of-hundredth-item': [
    async (s) => {
      const skus = Array.from({ length: 100 }, (_, index) => `sku-${index}`);
      const { outcomes, skus: listed } = await upsert(s, products(s, ...skus));
      return [outcomes.includes(false), listed.length];
    },
    [false, 99],
  ],
});
