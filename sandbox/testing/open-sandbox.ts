import type { InjectOptions } from 'fastify';
import { test as base, expect } from '#unit-test';
import { type AppOptions, createApp } from '../app.js';
import { createMerchants, type MerchantsOptions } from '../domain/merchants.js';
import type { ProductItem } from '../domain/products.js';
import { createReferenceData } from '../domain/reference-data.js';

const TOKEN = 'control-token-of-the-tests';

/** A sandbox for a test: its clocks stand still, so time only passes when the test says so. */
export type OpenSandbox = ReturnType<typeof openSandbox>;

/** Opens a sandbox whose real time stands still. */
export function openSandbox(options: AppOptions & MerchantsOptions = {}) {
  const merchants = options.merchants ?? createMerchants({ elapsed: () => 0, ...options });
  const pair = merchants.create();
  const merchant = merchants.find(pair.merchantId);
  if (merchant === undefined) throw new Error('a merchant that was just made is unknown');
  const control = { token: TOKEN, kept: [pair.merchantId, pair.otherMerchantId] };
  const app = createApp({ control, ...options, merchants });

  /** A body that is not a text is sent as JSON, and one that is JSON comes back parsed. */
  async function inject(method: InjectOptions['method'], url: string, headers: object, body: unknown) {
    const response = await app.inject({
      method,
      url,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const isJson = /^application\/(\S+\+)?json/.test(String(response.headers['content-type']));
    const received: unknown = isJson ? response.json() : response.body;
    return { status: response.statusCode, headers: response.headers, body: received };
  }

  return {
    ...pair,
    app,
    merchants,
    merchant,
    /** Sends a request with the merchant's key, below /api/v1. */
    send: (method: InjectOptions['method'], path: string, body?: unknown, key = pair.apiKey) =>
      inject(method, `/api/v1${path}`, { 'x-api-key': key }, body),
    /** Sends a request to the control interface. */
    control: (method: InjectOptions['method'], path: string, body?: unknown) =>
      inject(method, `/control${path}`, { 'x-control-token': TOKEN }, body),
    /** Lets seconds pass on the merchant's clock. */
    pass: (seconds: number) => merchant.timeline.change({ advance: seconds }),
  };
}

/** A valid item for the merchant, from the first category with sizes that takes a textile composition. */
export function productItem(
  { merchants, merchant }: Pick<OpenSandbox, 'merchants' | 'merchant'>,
  change: Partial<ProductItem> = {},
): ProductItem {
  const choices = merchants.referenceData.categories
    .map(({ id }) => ({ category: id, ...merchants.choicesOf(id) }))
    .find(({ composition, groups }) => composition === 'textile' && groups?.has('size'));
  const [market] = merchant.markets;
  if (choices === undefined || market === undefined) throw new Error('no reference data');
  const first = (ids: Iterable<number> | undefined) => [...(ids ?? [])][0] ?? 0;
  const firstOf = (group: string) => first(choices.groups?.get(group));
  const components = [{ material_id: firstOf('material'), fraction: 100 }];
  return {
    style_key: 'style-1',
    sku: 'sku-1',
    ean: '4006381333931',
    name: 'A dress',
    descriptions: { [market.locale.code]: 'Red and long' },
    color: firstOf('color'),
    size: firstOf('size'),
    second_size: null,
    brand: first(merchants.brandIds),
    category: choices.category,
    quantity: 5,
    weight: 250,
    countries: [market.country.code],
    country_of_origin: 'PT',
    attributes: [first(choices.attributes)],
    material_composition_textile: [{ cluster_id: firstOf('material_group_name'), components }],
    prices: [{ country_code: market.country.code, retail_price: 49.9, sale_price: 39.9 }],
    images: ['https://images.example/1.jpg'],
    ...change,
  };
}

const referenceData = createReferenceData(1);

/** A test with a sandbox of its own, in which nothing may fail. */
export const test = base.extend<{ sandbox: OpenSandbox }>({
  // biome-ignore lint/correctness/noEmptyPattern: the framework reads a fixture's needs from this pattern
  sandbox: async ({}, use) => {
    const failures: unknown[] = [];
    const sandbox = openSandbox({ referenceData, onError: (error) => failures.push(error) });
    await use(sandbox);
    await sandbox.app.close();
    expect(failures, 'failures of the sandbox itself').toEqual([]);
  },
});

export { expect };
