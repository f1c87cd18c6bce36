import { covers, expect, operations, test } from '../../fixtures/index.js';
import { wrongKeys } from '../../src/arbitraries/wrong-key.js';

test.describe('A request with an unknown key', () => {
  for (const operation of operations) {
    test(
      `is refused by ${operation.method} ${operation.path}`,
      covers('AUTH-03'),
      async ({ bulk, merchant, requestFor, sample, verify }) => {
        const request = await requestFor(operation.operationId);
        const refusals = [];
        for (const { key, label } of sample(wrongKeys(merchant.apiKey))) {
          refusals.push(await bulk.withWrongKey(key, label).send(operation, request));
        }
        const accepted = await bulk.send(operation, request);
        for (const refused of refusals) {
          await verify('AUTH-03', refused, () => expect(refused).toBeAnErrorWith(401), accepted);
        }
      },
    );
  }
});
