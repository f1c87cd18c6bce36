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
  'Every operation has its declared rate limit, and every request counts against it, even a refused one',
  covers('LIM-02', 'LIM-03'),
  async ({ counted, given, limitOf, verify, windows }) => {
    await given.everyOperation(async (operation, request) => {
      const row = [request, request, refusedRequest(operation)].filter((each) => each !== undefined);
      const responses = await windows.inOne(operation, row.length, async () => {
        const inTurn = [];
        for (const each of row) inTurn.push(await counted.send(operation, each));
        return inTurn;
      });
      const first = given.found(responses[0], 'nothing was sent');
      const isDeclared = expect(first).to(carryTheLimit, operation.rateLimit, limitOf(operation));
      await verify('LIM-02', first, isDeclared, first);
      let before = first;
      for (const after of responses.slice(1)) {
        const one = before;
        await verify('LIM-03', after, expect(after).to(leaveOneLessThan, one));
        before = after;
      }
      return first;
    });
  },
);

test(
  "A request without a valid key does not count against any key's limit",
  exercises(covers('LIM-14'), ...checkedAlways.inResponses),
  async ({ counted, given, merchant: { apiKey }, sample, verify, windows }) => {
    const { key, label } = sample(randomKey(apiKey));
    const unknown = counted.withWrongKey(key, label);
    await given.everyOperation(async (operation, request) => {
      const send = () => counted.send(operation, request);
      const refused = { absent: '', unknown: '' };
      const [first, second, third] = await windows.inOne(operation, 3, async () => {
        const before = await send();
        refused.absent = (await counted.withoutKey.send(operation, request)).line;
        const between = await send();
        refused.unknown = (await unknown.send(operation, request)).line;
        return [before, between, await send()];
      });
      const before = given.found(first, 'nothing was sent');
      const between = given.found(second, 'nothing was sent');
      const after = given.found(third, 'nothing was sent');
      const withoutKey = { exchange: between, trail: [`sent without a key: ${refused.absent}`] };
      await verify('LIM-14', withoutKey, expect(between).to(leaveAllButOneOf, before), before);
      const withUnknownKey = { exchange: after, trail: [`sent with ${label}: ${refused.unknown}`] };
      await verify('LIM-14', withUnknownKey, expect(after).to(leaveAllButOneOf, between), before);
      return before;
    });
  },
);

for (const operation of operations.filter(hasIdInPath)) {
  test(
    `Requests for different ids count against the same rate window of ${operation.method} ${operation.path}`,
    covers('LIM-08'),
    async ({ given, unpaced, verify, windows }) => {
      const { one, another } = await given.requestsForTwo(operation);
      const { before, after } = await windows.pair(
        operation,
        () => unpaced.send(operation, one),
        () => unpaced.send(operation, another),
      );
      await verify('LIM-08', after, expect(after).to(leaveOneLessThan, before), before);
    },
  );
}

test(
  'X-RateLimit-Reset counts down the seconds until the window ends, and starts again in the next window',
  covers('LIM-04'),
  async ({ bulk, given, note, verify, windows }) => {
    // If the clock can't be moved, the test has to wait for a whole window.
    test.slow();
    const request = await given.requestFor('getStatusResults');
    const pauses = [0, 1, 2, 7, 20, 32, 3];
    const responses = await windows.follow(() => bulk.getStatusResults(request), pauses);
    if (responses.exchange.header('x-ratelimit-reset') === undefined)
      note('LIM-04', 'the status results have no X-RateLimit-Reset, which is allowed');
    const readings = await windows.ofReset(responses);
    await verify('LIM-04', readings, expect(readings.all).to(countDownWithTheClock));
  },
);
