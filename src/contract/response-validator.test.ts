import { expect, test } from '#unit-test';
import type { TargetFile } from './closings/target-file.js';
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

test('finds nothing in a body of the documented shape, further fields included', () => {
  expect(validateResponse('getStatusResults', 200, statusResult({ submitted_at: 'today' }))).toEqual([]);
  expect(validateResponse('listProducts', 200, { items: [product], pagination })).toEqual([]);
  expect(validateResponse('getStatusResults', 404, { message: 'no such batch', code: 7 })).toEqual([]);
});

test('names the path, the expected and the received type of a value', () => {
  const item = { requestItem: { style_key: 'jacket', status: 'draft' }, success: 'yes', errors: [7] };
  expect(validateResponse('getStatusResults', 200, statusResult({ items: [item] }))).toEqual([
    {
      path: 'items[0].success',
      expected: 'a boolean',
      received: 'the string "yes"',
      keyword: 'type',
      provenance: 'stated',
      gaps: [],
    },
    {
      path: 'items[0].errors[0]',
      expected: 'a string',
      received: 'the integer 7',
      keyword: 'type',
      provenance: 'stated',
      gaps: [],
    },
  ]);
});

test('names a missing field at the place where it should be', () => {
  const [violation, ...others] = validateResponse('getStatusResults', 200, {
    batchRequestId,
    status: 'pending',
  });
  expect(others).toEqual([]);
  expect(violation).toMatchObject({
    path: 'items',
    expected: 'the field to be present',
    received: 'nothing',
    keyword: 'required',
    provenance: 'stated',
  });
});

test('takes the provenance of a missing field from that of its being required', () => {
  const { total: _, ...incomplete } = pagination;
  const entry = { style_key: 'jacket', rejection_reasons: [], rejected_product_ids_hint: {} };
  expect(
    validateResponse('listRejectedProducts', 200, { items: [entry], pagination: incomplete }),
  ).toMatchObject([
    { path: 'items[0].rejection_message', keyword: 'required', provenance: 'assumed', gap: 'G-19' },
    { path: 'pagination.total', keyword: 'required', provenance: 'assumed', gap: 'G-19' },
  ]);
  expect(validateResponse('listRejectedProducts', 200, { pagination })).toMatchObject([
    { path: 'items', keyword: 'required', provenance: 'derived' },
  ]);
});

test('a stated field of an assumed list is an assumption', () => {
  const body = { items: [{ ...product, color: 'red' }], pagination: { ...pagination, page: 'first' } };
  expect(validateResponse('listProducts', 200, body)).toMatchObject([
    { path: 'items[0].color', provenance: 'assumed', gap: 'G-08', gaps: ['G-08'] },
    { path: 'pagination.page', provenance: 'assumed', gap: 'G-08', gaps: ['G-08'] },
  ]);
});

test('names the gap nearest to the value, and every other one on the way', () => {
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

test('words formats and lengths', () => {
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

test('is silent about a known value that is not among those named, where any string is allowed', () => {
  expect(validateResponse('getStatusResults', 200, statusResult({ status: 'paused' }))).toEqual([]);
});

test('an error body is stated, that of a 429 is assumed', () => {
  expect(validateResponse('listBrands', 401, {})).toMatchObject([{ path: 'message', provenance: 'stated' }]);
  expect(validateResponse('getWebhook', 404, [])).toMatchObject([
    { path: '', expected: 'an object', received: 'an array of 0 items', provenance: 'stated' },
  ]);
  expect(validateResponse('listBrands', 429, undefined)).toMatchObject([
    { path: '', expected: 'an object', received: 'nothing', provenance: 'assumed', gap: 'G-14' },
  ]);
});

test('each acknowledgement names the gap of its own clause', () => {
  const gaps = (['upsertProducts', 'updateProductStatus', 'shipOrderItems'] as const).map(
    (id) => validateResponse(id, 200, {})[0]?.gap,
  );
  expect(gaps).toEqual(['G-09', 'G-10', 'G-11']);
});

test('shows no secret', () => {
  const violations = validateResponse('createWebhook', 200, { client_secret: 271828 });
  expect(violations).toContainEqual(
    expect.objectContaining({ path: 'client_secret', expected: 'a string', received: 'an integer' }),
  );
  expect(JSON.stringify(violations)).not.toContain('271828');
});

test('an undocumented status, and a body where none is documented, are violations', () => {
  expect(validateResponse('listBrands', 418, {})).toMatchObject([
    { keyword: 'status', expected: 'one of the statuses 200, 400, 401, 429', received: 'status 418' },
  ]);
  expect(validateResponse('deleteWebhook', 204, undefined)).toEqual([]);
  expect(validateResponse('deleteWebhook', 204, { deleted: true })).toMatchObject([
    { keyword: 'content', expected: 'no body with status 204' },
  ]);
});

test('the body of an undocumented success is held against that of the documented one', () => {
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

test('a file has no schema to break', () => {
  expect(validateResponse('getDeliveryDocument', 200, undefined)).toEqual([]);
});

test('a violation of what the file of a target closes is marked, and names its place in both vocabularies', () => {
  const file: TargetFile = {
    contract: '1.3.0',
    operations: { listBrands: { response: { rename: { '[].name': 'label' } } } },
  };
  const pathInOurs = (theirs: string) => theirs.replace('label', 'name');
  const received = (receivedJson: unknown) =>
    validateReceived('listBrands', { status: 200, receivedJson, onTheWire: { pathInOurs } }, file);
  expect(received([{ id: 1 }])).toMatchObject([{ path: '[0].name', keyword: 'required', closed: true }]);
  // Its type remains an assumption.
  const [other] = received([{ id: 1, name: 2 }]);
  expect(other).toMatchObject({ keyword: 'type', provenance: 'assumed' });
  expect(other?.closed).toBeUndefined();
});
