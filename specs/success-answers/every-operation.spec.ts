import { covers, expect, operations, test } from '../../fixtures/index.js';

// The shape of each answer, its media type and its headers are checked inside `api`.
test.describe('A well-formed request', () => {
  for (const operation of operations) {
    test(
      `is answered with success by ${operation.method} ${operation.path}`,
      covers('SHP-10'),
      async ({ api, requestFor, verify }) => {
        const answer = await api.send(operation, await requestFor(operation.operationId));
        await verify('SHP-10', answer, () => expect(answer).toHaveStatus(...operation.successStatuses));
      },
    );
  }
});
