import { covers, expect, operations, test } from '../../fixtures/index.js';

test.describe('A request without a key', () => {
  for (const operation of operations) {
    test(
      `is refused by ${operation.method} ${operation.path}`,
      covers('AUTH-02'),
      async ({ api, requestFor, verify }) => {
        const request = await requestFor(operation.operationId);
        const refused = await api.withoutKey.send(operation, request);
        const accepted = await api.send(operation, request);
        await verify('AUTH-02', refused, () => expect(refused).toBeAnErrorWith(401), accepted);
      },
    );
  }
});
