import { expect, test } from '#unit-test';
import { batchWrites, operation, operations } from './operations.js';
import { responseHeaders } from './response-validator.js';
import type { OperationId } from './types.js';

test('there are 30 operations, 7 of them batch writes with a results operation each', () => {
  expect(operations).toHaveLength(30);
  const pairs = batchWrites.map(({ operationId, resultsOperation }) => [operationId, resultsOperation]);
  expect(pairs).toEqual([
    ['upsertProducts', 'getProductResults'],
    ['updateProductStatus', 'getStatusResults'],
    ['updateProductStock', 'getStockResults'],
    ['updateProductPrices', 'getPriceResults'],
    ['cancelOrderItems', 'getCancelResults'],
    ['shipOrderItems', 'getShipResults'],
    ['returnOrderItems', 'getReturnResults'],
  ]);
});

test('an operation says how it is called', () => {
  const { parameters, requestBody, ...update } = operation('updateWebhook');
  expect(update).toMatchObject({
    method: 'PATCH',
    path: '/api/v1/webhooks/{id}',
    rateLimit: 100,
    safe: false,
  });
  expect(parameters).toMatchObject([
    { name: 'id', in: 'path', required: true, origin: { provenance: 'stated' } },
  ]);
  expect(requestBody).toMatchObject({ required: true, mediaType: 'application/json' });
});

test('an operation says what it answers with', () => {
  const download = operation('downloadReport');
  expect(download.successStatuses).toEqual([200]);
  expect(download.documentedStatuses).toEqual([200, 400, 401, 404, 429]);
  expect(download.mediaType(200)).toBe('text/csv');
  expect(download.mediaType(404)).toBe('application/json');
  expect(download.mediaType(500)).toBeUndefined();
  expect(operation('deleteWebhook').responses[0]).toMatchObject({ status: 204, body: 'none' });
  expect(operation('getDeliveryDocument').responses[0]).toMatchObject({
    body: 'file',
    mediaType: 'application/pdf',
  });
});

/** The documented response against which an answer is judged. */
const judgedBy: readonly (readonly [id: OperationId, status: number, documented: number | undefined])[] = [
  ['upsertProducts', 200, 200],
  ['upsertProducts', 202, 200],
  ['getStatusResults', 206, 200],
  ['deleteWebhook', 200, 204],
  // A 204 has no body to judge.
  ['upsertProducts', 204, undefined],
  ['upsertProducts', 400, 400],
  ['upsertProducts', 422, undefined],
  ['upsertProducts', 302, undefined],
  ['upsertProducts', 199, undefined],
  ['upsertProducts', 503, undefined],
];

for (const [id, status, documented] of judgedBy) {
  test(`a ${status} of ${id} is judged by ${documented === undefined ? 'no response' : `the ${documented}`} of the contract`, () => {
    const { responseFor, mediaType } = operation(id);
    const response = responseFor(status);
    expect(response?.status).toBe(documented);
    expect(mediaType(status)).toBe(response?.mediaType);
  });
}

test('an operation that the contract does not have is an error', () => {
  expect(() => operation('listCarriers')).toThrow('the contract has no operation listCarriers');
});

test('rate limit headers: two are required, Reset is declared for the status results alone', () => {
  const summary = (id: 'getStatusResults' | 'listBrands', status: number) =>
    responseHeaders(id, status).map(({ name, required, origin }) => [name, required, origin.provenance]);
  expect(summary('getStatusResults', 200)).toEqual([
    ['X-RateLimit-Limit', true, 'stated'],
    ['X-RateLimit-Remaining', true, 'stated'],
    ['X-RateLimit-Reset', false, 'stated'],
  ]);
  expect(summary('listBrands', 200)[2]).toEqual(['X-RateLimit-Reset', false, 'assumed']);
  expect(summary('listBrands', 401).filter(([, required]) => required)).toEqual([]);
  expect(summary('listBrands', 503)).toEqual([]);
});

test('a 429 says when to come back, by assumption', () => {
  const headers = responseHeaders('listBrands', 429);
  const retryAfter = headers.find(({ name }) => name === 'Retry-After');
  expect(retryAfter).toMatchObject({
    required: true,
    requiredOrigin: { provenance: 'assumed', gap: 'G-14' },
  });
  expect(headers[0]).toMatchObject({
    origin: { provenance: 'stated' },
    requiredOrigin: { provenance: 'derived' },
  });
});
