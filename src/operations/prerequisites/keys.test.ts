import { expect, test } from '#unit-test';
import { operation, operations } from '../../contract/operations.js';
import { refusedRequest } from './keys.js';

/** One operation of each kind, and what it must refuse. */
const refused = {
  deleteWebhook: { path: { id: 'ct-nobody' } },
  updateWebhook: { path: { id: 'ct-nobody' }, body: {} },
  getDeliveryDocument: { path: { number: 'ct-nobody' } },
  getShipResults: {},
  upsertProducts: { body: {} },
  listRejectedProducts: { query: { page: 0 } },
};

for (const [id, request] of Object.entries(refused)) {
  test(`${id} refuses ${JSON.stringify(request)}`, () => {
    expect(refusedRequest(operation(id))).toEqual(request);
  });
}

test('only what takes nothing refuses nothing', () => {
  const without = operations.filter((each) => refusedRequest(each) === undefined);
  expect(without.map(({ operationId }) => operationId).sort()).toEqual([
    'listBrands',
    'listCountries',
    'listReports',
    'listWebhookEventTypes',
    'listWebhooks',
  ]);
});
