import { expect, test } from '#testing/unit-test';
import type { TargetFile } from '../mapping/file/target-file.js';
import { operation } from '../operations.js';
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

test('a violation names the path, and the expected and the received type of a value', () => {
  const item = { requestItem: { style_key: 'jacket', status: 'draft' }, success: 'yes', errors: [7] };
  const stated = { keyword: 'type', provenance: 'stated', gaps: [] };
  expect(validateResponse('getStatusResults', 200, statusResult({ items: [item] }))).toEqual([
    { path: 'items[0].success', expected: 'a boolean', received: 'the string "yes"', ...stated },
    { path: 'items[0].errors[0]', expected: 'a string', received: 'the integer 7', ...stated },
  ]);
});

test('a stated field of an assumed list is an assumption', () => {
  const body = { items: [{ ...product, color: 'red' }], pagination: { ...pagination, page: 'first' } };
  expect(validateResponse('listProducts', 200, body)).toMatchObject([
    { path: 'items[0].color', provenance: 'assumed', gap: 'G-08', gaps: ['G-08'] },
    { path: 'pagination.page', provenance: 'assumed', gap: 'G-08', gaps: ['G-08'] },
  ]);
});

test('a violation names the gap nearest to the value, and every other gap on the way', () => {
  const { brand: _, ...withoutBrand } = product;
  const body = { items: [{ ...withoutBrand, status: 'sleeping' }], pagination };
  expect(validateResponse('listProducts', 200, body)).toMatchObject([
    {
      path: 'items[0].brand',
      keyword: 'required',
      provenance: 'assumed',
      gap: 'G-02',
      gaps: ['G-02', 'G-08'],
    },
    {
      path: 'items[0].status',
      expected: 'one of: draft, pending_approval, rejected, pending_active, active, inactive, problem',
      received: 'the string "sleeping"',
      provenance: 'assumed',
      gap: 'G-06',
      gaps: ['G-06', 'G-08'],
    },
  ]);
});

test('violations of formats and lengths are described in words', () => {
  const requestItem = { style_key: 'k'.repeat(121), status: 'draft' };
  const items = [{ requestItem, success: false, errors: ['too long'] }];
  const body = statusResult({ batchRequestId: '42', items });
  expect(validateResponse('getStatusResults', 200, body)).toMatchObject([
    { path: 'batchRequestId', expected: 'a UUID', received: 'the string "42"', provenance: 'stated' },
    {
      path: 'items[0].requestItem.style_key',
      expected: 'at most 120 characters',
      received: `the string of 121 characters "${'k'.repeat(76)}...`,
      provenance: 'stated',
    },
  ]);
});

test('a violation shows no secret', () => {
  const violations = validateResponse('createWebhook', 200, { client_secret: 271828 });
  expect(violations).toContainEqual(
    expect.objectContaining({ path: 'client_secret', expected: 'a string', received: 'an integer' }),
  );
  expect(JSON.stringify(violations)).not.toContain('271828');
});

test('the body of an undocumented success is compared with the documented one', () => {
  expect(validateResponse('getStatusResults', 202, statusResult())).toEqual([]);
  expect(validateResponse('getStatusResults', 202, statusResult({ items: {} }))).toMatchObject([
    { path: 'items', keyword: 'type', provenance: 'stated' },
  ]);
  expect(validateResponse('upsertProducts', 202, { id: batchRequestId })).toMatchObject([
    { path: 'batchRequestId', keyword: 'required', gap: 'G-09' },
  ]);
  expect(validateResponse('getDeliveryDocument', 206, {})).toEqual([]);
  for (const body of [undefined, { deleted: true }])
    expect(validateResponse('deleteWebhook', 200, body)).toEqual([]);
  expect(validateResponse('upsertProducts', 204, undefined)).toMatchObject([{ keyword: 'status' }]);
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

/** The documented response against which a response is judged. */
const judgedBy: readonly (readonly [id: OperationId, status: number, documented: number | undefined])[] = [
  ['upsertProducts', 202, 200],
  ['deleteWebhook', 200, 204],
  // A 204 has no body to judge.
  ['upsertProducts', 204, undefined],
  ['upsertProducts', 400, 400],
  ['upsertProducts', 302, undefined],
  ['upsertProducts', 503, undefined],
];

for (const [id, status, documented] of judgedBy)
  test(`a ${status} of ${id} is judged by ${documented ?? 'no response'} of the contract`, () => {
    expect(operation(id).responseFor(status)?.status).toBe(documented);
  });
