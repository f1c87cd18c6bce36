import { covers, expect, operations, test } from '../../fixtures/index.js';

test.describe('A valid key in X-API-Key', () => {
  for (const operation of operations) {
    test(
      `is accepted by ${operation.method} ${operation.path}`,
      covers('AUTH-01'),
      async ({ api, requestFor, verify }) => {
        const accepted = await api.send(operation, await requestFor(operation.operationId));
        await verify('AUTH-01', accepted, () => expect(accepted).toHaveStatusOtherThan(401, 403), accepted);
      },
    );
  }
});
