import { covers, expect, operations, test } from '#fixtures';
import { admitTheFirst, countDownFrom, startAnewWith } from '#src/verdicts/oracles/rate-limit';

// Every answer is checked for headers that agree, also on a 429 (LIM-01), and for the content of a 429 (LIM-11).
test.describe('In one rate window', () => {
  for (const operation of operations) {
    test(
      `${operation.method} ${operation.path} accepts exactly its limit and then rejects requests until the window ends`,
      covers('LIM-01', 'LIM-03', 'LIM-05', 'LIM-07', 'LIM-11', 'LIM-12'),
      async ({ exhaustion, given, limitOf, verify }) => {
        const limit = limitOf(operation);
        const request = await given.requestFor(operation.operationId);
        const burst = await exhaustion.inTurn(operation, request);
        await verify('LIM-05', burst, expect(burst.answers).to(admitTheFirst, limit));
        await verify('LIM-03', burst, expect(burst.answers).to(countDownFrom, limit));

        const rejected = await exhaustion.rejected(burst);
        await verify('LIM-12', rejected, expect(rejected).toHaveHeader('x-ratelimit-limit', String(limit)));
        await verify('LIM-12', rejected, expect(rejected).toHaveHeader('x-ratelimit-remaining', '0'));

        const next = await exhaustion.nextWindow(operation, request, rejected);
        await verify('LIM-07', next, expect(next).to(startAnewWith, limit));
      },
    );
  }
});
