import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import type { TargetFile } from '../mapping/file/target-file.js';
import type { OperationId } from '../types.js';
import { validateReceived, validateResponse } from './response-validator.js';

const batchRequestId = '0b0f6c7e-93f2-4b6f-9d4e-0c8a4a3f2d11';
const statusResult = (change: object = {}) => ({
  batchRequestId,
  status: 'completed',
  items: [{ requestItem: { style_key: 'jacket', status: 'published' }, success: true, errors: [] }],
  ...change,
});
const product = {
  style_key: 'jacket',
  sku: 'jacket-m',
  color: 1,
  brand: 2,
  category: 3,
  weight: 400,
  country_of_origin: 'PT',
  attributes: [],
  prices: [{ country_code: 'DE', retail_price: 20 }],
  images: [],
  status: 'draft',
};
const pagination = { page: 1, per_page: 20, pages: 1, total: 1, next: null, prev: null, next_cursor: null };

const { brand: _, ...withoutBrand } = product;
const item = { requestItem: { style_key: 'jacket', status: 'draft' }, success: 'yes', errors: [7] };
const longItem = { requestItem: { style_key: 'k'.repeat(121) }, success: false, errors: ['too long'] };

/** Responses, by what their violations show. */
const responses: Readonly<Record<string, readonly [id: OperationId, status: number, body: unknown]>> = {
  'a stated field: the path, and the expected and the received type': [
    'getStatusResults',
    200,
    statusResult({ items: [item] }),
  ],
  'a stated field of an assumed list is an assumption': [
    'listProducts',
    200,
    { items: [{ ...product, color: 'red' }], pagination: { ...pagination, page: 'first' } },
  ],
  'the gap nearest to the value, and every other gap on the way': [
    'listProducts',
    200,
    { items: [{ ...withoutBrand, status: 'sleeping' }], pagination },
  ],
  'formats and lengths in words': [
    'getStatusResults',
    200,
    statusResult({ batchRequestId: '42', items: [longItem] }),
  ],
  'no secret': ['createWebhook', 200, { client_secret: 271828 }],
  'a wrong body of an undocumented success': ['getStatusResults', 202, statusResult({ items: {} })],
  'an assumed body of an undocumented success': ['upsertProducts', 202, { id: batchRequestId }],
  'a body in place of none': ['deleteWebhook', 200, { deleted: true }],
  'a refusal': ['upsertProducts', 400, {}],
};

test('the violations of a response', () => {
  expectGolden('violations.txt', responses, (given) => validateResponse(...given));
});

test("a violation of a rule that the target's file closes is marked, and names its place in both vocabularies", () => {
  const file: TargetFile = {
    contract: '1.3.0',
    operations: { listBrands: { response: { rename: { '[].name': 'label' } } } },
  };
  const pathInTheirs = (ours: string) => ours.replace('name', 'label');
  const received = (json: unknown, receivedJson: unknown) =>
    validateReceived('listBrands', { status: 200, json, receivedJson, onTheWire: { pathInTheirs } }, file);
  expect(received([{ id: 1 }], [{ id: 1 }])).toMatchObject([
    { path: '[0].label', ours: '[0].name', keyword: 'required', closed: true },
  ]);
  // The type of the value remains an assumption.
  const [other] = received([{ id: 1, name: 2 }], [{ id: 1, label: 2 }]);
  expect(other).toMatchObject({ keyword: 'type', provenance: 'assumed' });
  expect(other?.closed).toBeUndefined();
});
