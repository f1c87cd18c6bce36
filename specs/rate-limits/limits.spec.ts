import { covers, expect, refusedRequest, test } from '../../fixtures/index.js';

test(
  'The rate limit of every operation is the declared one, and each request takes one of it, be it refused',
  covers('LIM-01', 'LIM-02', 'LIM-03'),
  async ({ bulk, everyOperation, given, limitOf, windows, verify }) => {
    await everyOperation(async (operation, request) => {
      const row = [request, request, refusedRequest(operation)].filter((each) => each !== undefined);
      const answers = await windows.inOne(operation, row.length, async () => {
        const inTurn = [];
        for (const each of row) inTurn.push(await bulk.send(operation, each));
        return inTurn;
      });
      const first = given.found(answers[0], 'nothing was sent');
      const isDeclared = () => expect(first).toHaveHeader('x-ratelimit-limit', String(limitOf(operation)));
      await verify('LIM-02', first, isDeclared, first);
      let before = first;
      for (const after of answers.slice(1)) {
        const one = before;
        await verify('LIM-03', after, () => expect(after).toLeaveOneLessThan(one));
        before = after;
      }
      return first;
    });
  },
);
