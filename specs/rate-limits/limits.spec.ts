import {
  checkedAlways,
  covers,
  exercises,
  expect,
  hasIdInPath,
  operations,
  refusedRequest,
  test,
} from '#fixtures';
import { randomKey } from '#src/data/valid/api-key';
import {
  carryTheLimit,
  countDownWithTheClock,
  leaveAllButOneOf,
  leaveOneLessThan,
} from '#src/verdicts/oracles/rate-limit';

test(
  'Every operation has its declared rate limit, and every request with a valid key counts against it, even a refused one',
  exercises(covers('LIM-02', 'LIM-03', 'LIM-14'), ...checkedAlways.inResponses),
  async ({ counted, given, limitOf, merchant: { apiKey }, sample, verify, windows }) => {
    const { key, label } = sample(randomKey(apiKey));
    const strangers = [
      ['without a key', counted.withoutKey],
      [`with ${label}`, counted.withWrongKey(key, label)],
    ] as const;
    await given.everyOperation(async (operation, request) => {
      const row = [request, request, refusedRequest(operation)].filter((each) => each !== undefined);
      let between: string[] = [];
      const responses = await windows.inOne(operation, row.length + strangers.length, async () => {
        const inTurn = [];
        between = [];
        for (const each of row) inTurn.push(await counted.send(operation, each));
        for (const [how, stranger] of strangers) {
          between.push(`sent ${how}: ${(await stranger.send(operation, request)).line}`);
          inTurn.push(await counted.send(operation, request));
        }
        return inTurn;
      });
      const first = given.found(responses[0], 'nothing was sent');
      const isDeclared = expect(first).to(carryTheLimit, operation.rateLimit, limitOf(operation));
      await verify('LIM-02', first, isDeclared, first);
      let before = first;
      for (const [index, exchange] of responses.entries()) {
        const trail = between.slice(index - row.length, index - row.length + 1);
        if (index >= row.length)
          await verify('LIM-14', { exchange, trail }, expect(exchange).to(leaveAllButOneOf, before), first);
        else if (index > 0) await verify('LIM-03', exchange, expect(exchange).to(leaveOneLessThan, before));
        before = exchange;
      }
      return first;
    });
  },
);

for (const operation of operations.filter(hasIdInPath)) {
  test(
    `Requests for different ids count against the same rate window of ${operation.method} ${operation.path}`,
    covers('LIM-08'),
    async ({ given, unpaced, verify, windows }) => {
      const [one, another] = await given.requestsForTwo(operation);
      const [first, second] = await windows.inOne(operation, 2, async () => [
        await unpaced.send(operation, one),
        await unpaced.send(operation, another),
      ]);
      const before = given.found(first, 'nothing was sent');
      const after = given.found(second, 'nothing was sent');
      await verify('LIM-08', after, expect(after).to(leaveOneLessThan, before), before);
    },
  );
}

test(
  'X-RateLimit-Reset counts down the seconds until the window ends, and starts again in the next window',
  covers('LIM-04'),
  async ({ bulk, given, verify, windows }) => {
    // If the clock can't be moved, the test has to wait for a whole window.
    test.slow();
    const request = await given.requestFor('getStatusResults');
    const pauses = [0, 1, 2, 7, 20, 32, 3];
    const resets = await windows.resets(() => bulk.getStatusResults(request), pauses);
    await verify('LIM-04', resets, expect(resets.readings).to(countDownWithTheClock));
  },
);
