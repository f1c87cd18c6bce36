import { expect, test } from '#testing/unit-test';
import { operation, operations } from './operations.js';
import { schemaViolations } from './schemas/schema-violation.js';
import type { OperationId, RequestOf, SuccessBodyOf } from './types.js';

// The compiler checks the types: `npm run check` fails if it refuses one of these values, or compiles a line that it
// must refuse. The tests show that the types follow the contract.

const violationsOf = (id: OperationId, { body }: { readonly body?: unknown }) =>
  schemaViolations(operation(id).requestBody?.schemaPointer ?? '', body).map(({ path }) => path);

test('the type of a request accepts what the schemas of its operation accept, and nothing else', () => {
  const stock: RequestOf<'updateProductStock'> = { body: { items: [{ sku: 'a', quantity: 1 }] } };
  expect(violationsOf('updateProductStock', stock)).toEqual([]);
  // @ts-expect-error a quantity is a number
  const mistyped: RequestOf<'updateProductStock'> = { body: { items: [{ sku: 'a', quantity: '1' }] } };
  expect(violationsOf('updateProductStock', mistyped)).toEqual(['items[0].quantity']);

  const update: RequestOf<'updateWebhook'> = { path: { id: 7 }, body: { enabled: false } };
  expect(violationsOf('updateWebhook', update)).toEqual([]);
  const search: RequestOf<'listCategories'> = { query: { query: 'shoes', per_page: 100 } };
  // @ts-expect-error the operation takes no body
  const superfluous: RequestOf<'listCategories'> = { body: {} };
  const { parameters, requestBody } = operation('listCategories');
  expect(parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(search.query ?? {})));
  expect([requestBody, superfluous]).toEqual([undefined, { body: {} }]);
});

test('the type of a request asks for what its operation requires', () => {
  const requiredOf = (id: OperationId) =>
    operation(id).parameters.flatMap(({ name, required }) => (required ? [name] : []));
  const nothing: RequestOf<'listBrands'> = {};
  // @ts-expect-error the batch id is required
  const incomplete: RequestOf<'getStatusResults'> = {};
  expect([requiredOf('listBrands'), nothing]).toEqual([[], {}]);
  expect(requiredOf('getStatusResults')).not.toEqual(Object.keys(incomplete));
});

test('an id and a success body are typed by the contract', () => {
  // @ts-expect-error there is no such operation
  const unknown: OperationId = 'listCarriers';
  expect(operations.map(({ operationId }) => operationId)).not.toContain(unknown);
  const { schemaPointer = '' } = operation('listBrands').responseFor(200) ?? {};
  const brands: SuccessBodyOf<'listBrands'> = [{ id: 1, name: 'Example' }];
  // @ts-expect-error a brand has a name
  const incomplete: SuccessBodyOf<'listBrands'> = [{ id: 1 }];
  expect([brands, incomplete].map((body) => schemaViolations(schemaPointer, body).length)).toEqual([0, 1]);
  const bodies: [SuccessBodyOf<'deleteWebhook'>, SuccessBodyOf<'downloadReport'>] = [
    undefined,
    new Uint8Array(),
  ];
  expect(bodies).toHaveLength(2);
});
