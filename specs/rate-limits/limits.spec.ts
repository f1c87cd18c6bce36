import { covers, expect, test } from '../../fixtures/index.js';

test(
  'The rate limit of every operation is the declared one, and each request takes one of it',
  covers('LIM-01', 'LIM-02', 'LIM-03'),
  async ({ bulk, everyOperation, limitOf, windows, verify }) => {
    await everyOperation(async (operation, request) => {
      const { before, after } = await windows.pair(() => bulk.send(operation, request));
      const isDeclared = () => expect(before).toHaveHeader('x-ratelimit-limit', String(limitOf(operation)));
      await verify('LIM-02', before, isDeclared, before);
      await verify('LIM-03', after, () => expect(after).toLeaveOneLessThan(before));
      return before;
    });
  },
);
