import type { FastifyInstance } from 'fastify';
import { type AppOptions, createApp } from '../app.js';
import type { Merchant } from '../domain/merchant.js';
import {
  createMerchants,
  type MerchantPair,
  type Merchants,
  type MerchantsOptions,
} from '../domain/merchants.js';
import { isObject } from '../schema/check.js';
import { type BrokenPromise, watchResponses } from './response-check.js';

/** An answer, with its body parsed where it is JSON. */
export interface Received {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  body: unknown;
  raw: Buffer;
}

/** A sandbox for a test: its clocks stand still, so that time passes only when the test says so. */
export interface OpenSandbox extends MerchantPair {
  app: FastifyInstance;
  merchants: Merchants;
  merchant: Merchant;
  /** Where answers differed from what their operations declare; empty at the end of every test. */
  broken: readonly BrokenPromise[];
  /** Sends a request with the merchant's key, below /api/v1. A body that is no text is sent as JSON. */
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
  const broken: BrokenPromise[] = [];
  const app = createApp({
    control: { token: TOKEN, kept: [pair.merchantId, pair.otherMerchantId] },
    ...options,
    merchants,
    extend(extended) {
      watchResponses(extended, broken);
      options.extend?.(extended);
    },
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
    broken,
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
