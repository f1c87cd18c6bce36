import { covers, expect, operations, test } from '../../fixtures/index.js';

test.describe('The rate limit', () => {
  for (const operation of operations) {
    test(
      `of ${operation.method} ${operation.path} is the declared one`,
      covers('LIM-01', 'LIM-02'),
      async ({ api, requestFor, limitOf, verify }) => {
        const answer = await api.send(operation, await requestFor(operation.operationId));
        await verify(
          'LIM-02',
          answer,
          () => expect(answer).toHaveHeader('x-ratelimit-limit', String(limitOf(operation))),
          answer,
        );
      },
    );
  }
});
