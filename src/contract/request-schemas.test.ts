import { expect, test } from '#unit-test';
import { batchWrites } from './operations.js';
import {
  componentSchema,
  requestBodySchema,
  requestItemSchema,
  validateRequestBody,
} from './request-schemas.js';

test('every batch write has a schema for its item', () => {
  const required = batchWrites.map(({ operationId }) => requestItemSchema(operationId).required);
  expect(required.slice(1)).toEqual([
    ['style_key', 'status'],
    ['sku', 'quantity'],
    ['sku', 'price'],
    ['id'],
    ['order_items', 'carrier_key', 'shipment_tracking_key', 'return_tracking_key'],
    ['order_items', 'return_tracking_key'],
  ]);
});

test('an operation without an item or a body has no schema for it', () => {
  expect(() => requestItemSchema('createWebhook')).toThrow('createWebhook is not a batch write');
  expect(() => requestBodySchema('listBrands')).toThrow('listBrands takes no body');
});

test('a request is judged with the bounds of its gap', () => {
  expect(validateRequestBody('updateProductStock', { items: [{ sku: 'a', quantity: 0 }] })).toEqual([]);
  expect(validateRequestBody('updateProductStock', { items: [] })).toMatchObject([
    { path: 'items', expected: 'at least 1 item', gap: 'G-16', gaps: ['G-16', 'G-11'] },
  ]);
  expect(validateRequestBody('updateProductStatus', { items: [] })).toMatchObject([
    { path: 'items', provenance: 'assumed', gap: 'G-16', gaps: ['G-16'] },
  ]);
});

test('the product item knows what is stated of it and what is not', () => {
  const item = { style_key: 'k'.repeat(121), sku: 'ab', second_size: null };
  const violations = validateRequestBody('upsertProducts', { items: [item] });
  const of = (path: string) => violations.find((each) => each.path === `items[0].${path}`);
  expect(of('style_key')).toMatchObject({ expected: 'at most 120 characters', provenance: 'stated' });
  expect(of('sku')).toMatchObject({ expected: 'at least 3 characters', provenance: 'assumed', gap: 'G-02' });
  expect(of('brand')).toMatchObject({ keyword: 'required', provenance: 'assumed', gap: 'G-02' });
  expect(of('second_size')).toBeUndefined();
});

test('a string names its known values without excluding others', () => {
  expect(componentSchema('RequestStatus')).toMatchObject({
    type: 'string',
    anyOf: [{ enum: ['pending', 'processing', 'completed', 'retry', 'failed'] }, { type: 'string' }],
  });
  const updateTo = (status: unknown) => ({ items: [{ style_key: 'jacket', status }] });
  expect(validateRequestBody('updateProductStatus', updateTo('any other'))).toEqual([]);
  expect(validateRequestBody('updateProductStatus', updateTo(7))).toMatchObject([
    { path: 'items[0].status', expected: 'a string', keyword: 'type', provenance: 'stated' },
  ]);
});
