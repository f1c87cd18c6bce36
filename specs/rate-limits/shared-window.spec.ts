import { covers, expect, hasIdInPath, operations, test } from '#fixtures';

test.describe('Requests for different ids count against the same rate window', () => {
  for (const operation of operations.filter(hasIdInPath)) {
    test(
      `of ${operation.method} ${operation.path}`,
      covers('LIM-08'),
      async ({ given, unpaced, verify, windows }) => {
        const { one, another } = await given.requestsForTwo(operation);
        const { before, after } = await windows.pair(
          operation,
          () => unpaced.send(operation, one),
          () => unpaced.send(operation, another),
        );
        await verify('LIM-08', after, expect(after).toLeaveOneLessThan(before), before);
      },
    );
  }
});
