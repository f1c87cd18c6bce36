import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { operation } from './operations.js';
import { gapsOfRequest, gapsOfResponse, gapsOfStatus, gapsOfUndocumented } from './unspecified.js';

/** Operations, the statuses that are acceptable, and others that they may answer with. */
const answers: readonly (readonly [id: string, expected: readonly number[], statuses: readonly number[]])[] =
  [
    // The description states everything about the status results (clause 4.4).
    ['getStatusResults', [200], [202, 302, 422]],
    ['getStatusResults', [400], [404, 422]],
    ['getStatusResults', [404], [400]],
    // For the rejected products it states 200 and the parameters (clause 4.5), but not the refusal.
    ['listRejectedProducts', [200], [204, 302, 422]],
    ['listRejectedProducts', [400], [200, 404, 416, 422]],
    // Elsewhere it shows no success status, nor what makes a request valid, except for status items, ...
    ['deleteWebhook', [204], [200]],
    ['listProducts', [200], [204, 400]],
    ['updateProductStock', [200], [400]],
    ['updateProductStatus', [200], [400]],
    // ... nor the status of a refusal.
    ['updateProductStatus', [400], [409]],
    ['getStockResults', [400], [404]],
    ['getStockResults', [400, 404], [422]],
    ['getStockResults', [404], [302, 400, 403]],
    // A redirect may lead to a response that the description doesn't show.
    ['getDeliveryDocument', [200], [302]],
    // A request may need something that the description doesn't show, such as a media type or a length.
    ['listBrands', [200], [406]],
    // The statuses for keys, paths, limits and server errors are not open.
    ['upsertProducts', [200], [202, 401, 403, 404, 411, 422, 429, 500]],
    // No gap excuses an accepted invalid request.
    ['upsertProducts', [400], [200, 302, 422, 500]],
    ['upsertProducts', [401], [200, 400]],
  ];

test('the gaps that leave a status open in place of another one', () => {
  const rows = answers.map((row) => [`${row[0]} in place of ${row[1].join(' or ')}`, row] as const);
  expectGolden('open-statuses.txt', Object.fromEntries(rows), ([operationId, expected, statuses]) =>
    byStatus(statuses, (status) => gapsOfStatus({ operationId, expected, status })),
  );
  for (const [operationId, gaps] of [
    ['upsertProducts', ['G-02', 'G-03', 'G-16']],
    ['updateProductStatus', ['G-16']],
  ] as const) {
    const found = gapsOfStatus({ operationId, expected: [200], status: 400, items: 3 });
    expect(found.toSorted(), 'for three items').toEqual(gaps);
  }
});

test('an undocumented status is left open only if the description does not show the responses', () => {
  const ids = ['getStatusResults', 'listRejectedProducts', 'upsertProducts', 'listBrands'];
  expectGolden(
    'undocumented-statuses.txt',
    Object.fromEntries(ids.map((id) => [id, operation(id)])),
    (each) => byStatus([202, 204, 302, 400, 422, 500], (status) => gapsOfUndocumented(each, status)),
  );
});

function byStatus(statuses: readonly number[], gapsOf: (status: number) => readonly string[]) {
  return Object.fromEntries(
    statuses.map((status) => [status, gapsOf(status).toSorted().join(', ') || 'nothing leaves it open']),
  );
}

test('the gaps that leave open which requests an operation accepts, and its responses, the nearest first', () => {
  const ids = [
    ...['upsertProducts', 'updateProductStatus', 'updateProductStock', 'getStatusResults', 'getStockResults'],
    ...['listProducts', 'listRejectedProducts', 'listBrands', 'listWebhooks', 'createWebhook'],
  ];
  expectGolden('gaps.txt', Object.fromEntries(ids.map((id) => [id, operation(id)])), (each) => ({
    request: gapsOfRequest(each).toSorted().join(', '),
    'request of several items': gapsOfRequest(each, 3).toSorted().join(', '),
    'request of no item': gapsOfRequest(each, 0).toSorted().join(', '),
    response: gapsOfResponse(each).join(', '),
  }));
});
