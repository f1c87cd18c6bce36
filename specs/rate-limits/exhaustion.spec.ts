import { batchWrites, covers, expect, needsNothing, operations, test } from '#fixtures';
import type { Operation } from '#src/contract/operations';
import { keepTheDataOf } from '#src/verdicts/oracles/lists/changes';
import {
  admit,
  admitTheFirst,
  countDownFrom,
  haveHeader,
  leaveOneLessThan,
  leaveOneLessWithItsOwnLimitThan,
  passFromRetryAfterOn,
  startAnewWith,
} from '#src/verdicts/oracles/rate-limit';

const lists = operations.filter(needsNothing);

/** The other lists of an operation's resource, and one more of all lists in turn. */
function bystandersOf(operation: Operation): readonly Operation[] {
  const another = lists[operations.indexOf(operation) % lists.length];
  return lists.filter((each) => each !== operation && (each.tag === operation.tag || each === another));
}

/** Whether each repetition of a request changes something more. */
const addsEachTime = (operation: Operation) =>
  operation.method === 'POST' && !batchWrites.includes(operation);

// Every response is checked for headers that agree, also on a 429 (LIM-01), for the content of a 429 (LIM-11), and for a
// Retry-After that agrees with X-RateLimit-Reset (LIM-15).
for (const operation of operations) {
  const isWrite = !operation.safe;
  const seesTheEnd = !addsEachTime(operation);
  test(
    `In one rate window, ${operation.method} ${operation.path} accepts exactly its limit, also of requests that arrive at the same time, at no cost to other operations and keys${isWrite ? ', and rejected requests change nothing' : ''}`,
    covers(
      ...(['LIM-01', 'LIM-03', 'LIM-05', 'LIM-06', 'LIM-09', 'LIM-11', 'LIM-12', 'LIM-13'] as const),
      ...(isWrite ? (['LIM-10'] as const) : []),
      ...(seesTheEnd ? (['LIM-07', 'LIM-15'] as const) : []),
    ),
    async ({ exhaustion, given, limitOf, note, unpaced, verify, windows }) => {
      const limit = limitOf(operation);
      const request = await given.countedRequestFor(operation);
      const another = isWrite ? await given.countedRequestFor(operation) : request;
      if (isWrite) {
        // The request is sent once before, so that its repetitions change nothing more: only the other request
        // could.
        await unpaced.send(operation, request);
        await given.wait(given.deadline);
      }
      // Before the window: if keys share a limit (gap G-20), their requests would count against the burst's.
      const withKey = (kind: 'other' | 'second') => () =>
        unpaced.withKey(given.key(kind)).send(operation, request);
      const watched = [];
      if (needsNothing(operation))
        watched.push({ id: 'LIM-09', look: await windows.watch(limit, withKey('other'), 'other') } as const);
      else
        note(
          'LIM-09',
          "not looked at: another merchant's key, whose request would need data of that merchant",
        );
      const second = await windows.watch(limit, withKey('second'), 'other');
      await windows.fresh(operation);

      for (const other of bystandersOf(operation)) {
        const look = await windows.watch(limitOf(other), () => unpaced.send(other));
        watched.push({ id: 'LIM-06', look } as const);
      }

      const burst = await exhaustion.mostlyAtOnce(operation, request);
      await verify('LIM-13', burst, expect(burst.responses).to(admit, limit, burst.lost));
      await verify('LIM-05', burst, expect(burst.responses).to(admitTheFirst, limit, burst.lost));
      await verify('LIM-03', burst, expect(burst.responses).to(countDownFrom, limit, burst.lost));

      given.found(burst.rejected, 'no request in one window was answered with 429');
      for (const each of burst.responses.filter(({ status }) => status === 429)) {
        await verify('LIM-12', each, expect(each).to(haveHeader, 'x-ratelimit-limit', String(limit)));
        await verify('LIM-12', each, expect(each).to(haveHeader, 'x-ratelimit-remaining', '0'));
      }

      for (const { id, look } of watched) {
        const { after, before, anew, lost } = await look();
        await verify(id, after, expect(after).to(leaveOneLessThan, before, anew, lost));
      }
      const { after, before, anew, lost } = await second();
      await verify('LIM-09', after, expect(after).to(leaveOneLessWithItsOwnLimitThan, before, anew, lost));

      const kept = isWrite ? await given.state() : undefined;
      const last = await exhaustion.rejects(operation, another);
      const next = seesTheEnd ? await exhaustion.nextWindow(operation, request, last) : undefined;
      if (next !== undefined) await verify('LIM-07', next, expect(next).to(startAnewWith, limit));
      if (kept !== undefined) {
        // A write that the target only postponed until there is room again would show then.
        await windows.fresh(operation);
        await given.wait(given.deadline);
        const later = await given.state();
        const accepted = await unpaced.send(operation, another);
        await verify('LIM-10', last, expect(later).to(keepTheDataOf, kept, accepted));
      }
      if (next !== undefined) {
        await exhaustion.needsRetryAfter(last);
        await verify('LIM-15', next, expect(next.readings).to(passFromRetryAfterOn, last));
      }
    },
  );
}

for (const operation of operations.filter((each) => each.rateLimit < 50 || addsEachTime(each))) {
  const windowsInARow = addsEachTime(operation) ? 1 : 3;
  test(
    `${operation.method} ${operation.path} accepts exactly its limit in each new window, after ${windowsInARow} exhausted in a row`,
    covers('LIM-05', 'LIM-07', 'LIM-15'),
    async ({ exhaustion, given, limitOf, verify, windows }) => {
      const limit = limitOf(operation);
      const request = await given.countedRequestFor(operation);
      for (let left = windowsInARow; left > 0; left -= 1) {
        await windows.fresh(operation);
        const burst = await exhaustion.mostlyAtOnce(operation, request);
        await verify('LIM-05', burst, expect(burst.responses).to(admitTheFirst, limit, burst.lost));
        const rejected = given.found(burst.rejected, 'no request in one window was answered with 429');
        const next = await exhaustion.nextWindow(operation, request, rejected);
        await verify('LIM-07', next, expect(next).to(startAnewWith, limit));
        if (left > 1) continue;
        await exhaustion.needsRetryAfter(rejected);
        await verify('LIM-15', next, expect(next.readings).to(passFromRetryAfterOn, rejected));
      }
    },
  );
}

/** Operations with the larger limits first; a limit of hundreds is only exhausted by the test of its operation. */
const byLimit = operations
  .filter(({ rateLimit }) => rateLimit <= 100)
  .toSorted((one, other) => other.rateLimit - one.rateLimit);

/** One operation of each resource: the last one with the smallest limit. */
const smallest = [...new Map(byLimit.map((each) => [each.tag, each])).values()];

test(
  'No operation counts requests to another, and each accepts requests while the limits of others are exhausted',
  covers('LIM-06'),
  async ({ bulk, exhaustion, given, limitOf, unpaced, verify, windows }) => {
    const all: Parameters<typeof bulk.send>[] = [];
    await given.everyOperation(async (...call) => {
      const response = await bulk.send(...call);
      // Only now: a visit that lost its request is made once more, and an operation must not have two windows.
      all.push(call);
      return response;
    });

    for (const exhausted of [[], all.filter(([each]) => smallest.includes(each))]) {
      for (const [operation] of exhausted) await windows.fresh(operation);
      const others = [];
      for (const other of all.filter((each) => !exhausted.includes(each)))
        others.push(await windows.watch(limitOf(other[0]), () => unpaced.send(...other)));
      for (const [operation, request = {}] of exhausted) {
        await exhaustion.mostlyAtOnce(operation, request);
        await exhaustion.rejects(operation, request);
      }
      for (const look of others) {
        const { after, before, anew, lost } = await look();
        await verify('LIM-06', after, expect(after).to(leaveOneLessThan, before, anew, lost));
      }
    }
  },
);
