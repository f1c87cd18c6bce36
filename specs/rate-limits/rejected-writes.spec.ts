import { covers, expect, operations, test } from '../../fixtures/index.js';

test.describe('A write that is answered 429 changes nothing', () => {
  for (const operation of operations.filter(({ safe }) => !safe)) {
    test(
      `by ${operation.method} ${operation.path}`,
      covers('LIM-10'),
      async ({ exhaustion, given, limitOf, requestFor, unpaced, verify, windows }) => {
        // What was done once changes nothing more when it exhausts the limit: all that could is the write that follows.
        const done = await requestFor(operation.operationId);
        await unpaced.send(operation, done);
        const change = await requestFor(operation.operationId);
        await given.wait(given.deadline);
        await windows.fresh(operation);
        await exhaustion.atOnce(operation, done, limitOf(operation) + 1);

        const before = await given.state();
        const rejected = await exhaustion.rejects(operation, change);
        await given.wait(given.deadline);
        const after = await given.state();
        const accepted = await unpaced.send(operation, change);
        await verify('LIM-10', rejected, () => expect(after).toBeUnchangedFrom(before, 'data'), accepted);
      },
    );
  }
});
