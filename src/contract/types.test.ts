import { expect, test } from '#unit-test';
import type { OperationId, RequestOf, SuccessBodyOf } from './types.js';

test('a request is typed by its operation', () => {
  const update: RequestOf<'updateWebhook'> = { path: { id: 7 }, body: { enabled: false } };
  const search: RequestOf<'listCategories'> = { query: { query: 'shoes', per_page: 100 } };
  const stock: RequestOf<'updateProductStock'> = { body: { items: [{ sku: 'a', quantity: 1 }] } };
  const nothing: RequestOf<'listBrands'> = {};
  // @ts-expect-error the batch id is required
  const incomplete: RequestOf<'getStatusResults'> = {};
  // @ts-expect-error a quantity is a number
  const mistyped: RequestOf<'updateProductStock'> = { body: { items: [{ sku: 'a', quantity: '1' }] } };
  // @ts-expect-error the operation takes no body
  const superfluous: RequestOf<'listCategories'> = { body: {} };
  // @ts-expect-error there is no such operation
  const unknown: OperationId = 'listCarriers';

  expect([update, stock, mistyped]).toHaveLength(3);
  expect([search, nothing, incomplete, superfluous, unknown]).toHaveLength(5);
});

test('a success body is typed by its operation', () => {
  const brands: SuccessBodyOf<'listBrands'> = [{ id: 1, name: 'Example' }];
  const deleted: SuccessBodyOf<'deleteWebhook'> = undefined;
  const report: SuccessBodyOf<'downloadReport'> = new Uint8Array();
  // @ts-expect-error a brand has a name
  const incomplete: SuccessBodyOf<'listBrands'> = [{ id: 1 }];

  expect(brands.map(({ id }) => id)).toEqual(incomplete.map(({ id }) => id));
  expect([deleted, report.byteLength]).toEqual([undefined, 0]);
});
