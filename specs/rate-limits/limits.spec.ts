import { covers, expect, operations, test } from '../../fixtures/index.js';

test.describe('The rate limit', () => {
  for (const operation of operations) {
    test(
      `of ${operation.method} ${operation.path} is the declared one, and each request takes one of it`,
      covers('LIM-01', 'LIM-02', 'LIM-03'),
      async ({ api, requestFor, limitOf, windows, verify }) => {
        const request = await requestFor(operation.operationId);
        const { before, after } = await windows.pair(() => api.send(operation, request));
        await verify(
          'LIM-02',
          before,
          () => expect(before).toHaveHeader('x-ratelimit-limit', String(limitOf(operation))),
          before,
        );
        await verify('LIM-03', after, () => expect(after).toLeaveOneLessThan(before));
      },
    );
  }
});
