import type { FastifyInstance } from 'fastify';
import { test as base, expect } from '#unit-test';
import { type AppOptions, createApp } from '../app.js';
import {
  createMerchants,
  type Merchant,
  type MerchantPair,
  type Merchants,
  type MerchantsOptions,
} from '../domain/merchants.js';
import type { ProductItem } from '../domain/products.js';
import { createReferenceData } from '../domain/reference-data.js';
import { isObject } from '../schema/check.js';

/** An answer, with its body parsed if it is JSON. */
interface Received {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  body: unknown;
  raw: Buffer;
}

/** A sandbox for a test: its clocks stand still, so time only passes when the test says so. */
export interface OpenSandbox extends MerchantPair {
  app: FastifyInstance;
  merchants: Merchants;
  merchant: Merchant;
  /** Sends a request with the merchant's key, below /api/v1. A body that is not a text is sent as JSON. */
  send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<Received>;
  /** Sends a request to the control interface. */
  control(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Received>;
  /** Lets seconds pass on the merchant's clock. */
  pass(seconds: number): void;
  /** Submits a batch, lets it finish and returns its result. */
  batch(method: 'POST' | 'PATCH', path: string, kind: string, items: readonly unknown[]): Promise<Received>;
}

const TOKEN = 'control-token-of-the-tests';

/** Opens a sandbox whose real time stands still. */
export function openSandbox(options: AppOptions & MerchantsOptions = {}): OpenSandbox {
  const merchants = options.merchants ?? createMerchants({ elapsed: () => 0, ...options });
  const pair = merchants.create();
  const merchant = merchants.find(pair.merchantId);
  if (merchant === undefined) throw new Error('a merchant that was just made is unknown');
  const app = createApp({
    control: { token: TOKEN, kept: [pair.merchantId, pair.otherMerchantId] },
    ...options,
    merchants,
  });

  async function inject(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    headers: object,
    body: unknown,
  ): Promise<Received> {
    const response = await app.inject({
      method,
      url,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const isJson = /^application\/(\S+\+)?json/.test(String(response.headers['content-type']));
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? response.json() : response.body,
      raw: response.rawPayload,
    };
  }

  const send: OpenSandbox['send'] = (method, path, body, key = pair.apiKey) =>
    inject(method, `/api/v1${path}`, { 'x-api-key': key }, body);

  function pass(seconds: number): void {
    merchant?.timeline.change({ advance: seconds });
  }

  return {
    ...pair,
    app,
    merchants,
    merchant,
    send,
    control: (method, path, body) => inject(method, `/control${path}`, { 'x-control-token': TOKEN }, body),
    pass,
    async batch(method, path, kind, items) {
      const { body } = await send(method, path, { items });
      const id = isObject(body) ? body.batchRequestId : undefined;
      pass(10);
      return send('GET', `/results/${kind}?batch_request_id=${id}`);
    },
  };
}

/** A valid item for the merchant, from the first category with sizes that takes a textile composition. */
export function productItem(
  merchants: Merchants,
  merchant: Merchant,
  change: Partial<ProductItem> = {},
): ProductItem {
  const category = merchants.referenceData.categories.find(
    ({ id, material_composition_type }) =>
      material_composition_type === 'textile' && merchants.choicesOf(id)?.groups.has('size'),
  );
  const choices = merchants.choicesOf(category?.id ?? 0);
  const [market] = merchant.markets;
  if (category === undefined || choices === undefined || market === undefined)
    throw new Error('no reference data');
  const first = (ids: Iterable<number> | undefined) => [...(ids ?? [])][0] ?? 0;
  return {
    style_key: 'style-1',
    sku: 'sku-1',
    ean: '4006381333931',
    name: 'A dress',
    descriptions: { [market.locale.code]: 'Red and long' },
    color: first(choices.groups.get('color')),
    size: first(choices.groups.get('size')),
    second_size: null,
    brand: first(merchants.brandIds),
    category: category.id,
    quantity: 5,
    weight: 250,
    countries: [market.country.code],
    country_of_origin: 'PT',
    attributes: [first(choices.attributes)],
    material_composition_textile: [
      {
        cluster_id: first(choices.groups.get('material_group_name')),
        components: [{ material_id: first(choices.groups.get('material')), fraction: 100 }],
      },
    ],
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
