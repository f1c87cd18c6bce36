import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { documentedPart, gapsOfField } from './documented-fields.js';

/** Bodies with fields that the contract doesn't document, with the path to them if they are passed on their own. */
const bodies: readonly (readonly [operationId: string, body: unknown, at?: readonly string[]])[] = [
  [
    'listProducts',
    {
      items: [
        { sku: 'a', version: 7, prices: [{ country_code: 'DE', since: 1 }], descriptions: { 'de-DE': 'x' } },
      ],
      pagination: { page: 1, took: 3 },
      meta: {},
    },
  ],
  ['listWebhooks', [{ id: 'a', etag: '1', events: ['x'] }]],
  ['listProducts', { sku: 'a', version: 7 }, ['items', '0']],
  // An object without any documented fields stays whole.
  ['listRejectedProducts', { items: [{ style_key: 's', rejected_product_ids_hint: { skus: ['a'] } }] }],
  // So does a value of a different shape, or one that the contract doesn't mention.
  ['listBrands', { data: [{ id: 1, rank: 2 }] }],
  ...[null, 'text'].map((body) => ['listProducts', body] as const),
];

test('the documented part of a body lacks further fields, and anything the contract leaves open stays whole', () => {
  const all = Object.fromEntries(bodies.map((each) => [JSON.stringify(each), each]));
  expectGolden('documented-parts.txt', all, (given) => JSON.stringify(documentedPart(...given)));
});

/** A place in a success body, and the gaps on which it rests. */
const places: readonly (readonly [operationId: string, path: string, gaps: readonly string[]])[] = [
  ['listProducts', 'items.0.prices.0.sale_price', ['G-08']],
  ['listOrders', 'items.0.order_items.0.status', ['G-05', 'G-11']],
  ['getStatusResults', 'items.0.success', []],
  ['listProducts', 'items.0.version', ['G-08']],
  ['GET /nowhere', 'x', []],
];

test('a place in a success body rests on the gaps of the elements that contain it', () => {
  for (const [operationId, path, gaps] of places)
    expect(gapsOfField(operationId, path.split('.')), `${operationId} ${path}`).toEqual(gaps);
});
