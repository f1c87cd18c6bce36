import { covers, expect, needsNothing, operations, test } from '#fixtures';
import { admit, leaveOneLessWithItsOwnLimitThan } from '#src/verdicts/oracles/rate-limit';

const lists = operations.filter(needsNothing);

test.describe('When twice its limit of requests arrives at once', () => {
  for (const operation of operations) {
    const isWrite = !operation.safe;
    test(
      `${operation.method} ${operation.path} accepts exactly its limit, at no cost to other operations and keys${isWrite ? ', and rejected requests change nothing' : ''}`,
      covers('LIM-06', 'LIM-09', 'LIM-13', ...(isWrite ? (['LIM-10'] as const) : [])),
      async ({ exhaustion, given, limitOf, note, unpaced, verify, windows }) => {
        const limit = limitOf(operation);
        const request = await given.requestFor(operation.operationId);
        const another = isWrite ? await given.requestFor(operation.operationId) : request;
        if (isWrite) {
          // The request is sent once before, so that its repetitions change nothing more: only the other request
          // could.
          await unpaced.send(operation, request);
          await given.wait(given.deadline);
        }
        // Before the window: if keys share a limit (gap G-20), their requests would count against the burst's.
        const withKey = (kind: 'other' | 'second') => () =>
          unpaced.withKey(given.key(kind)).send(operation, request);
        const others = [];
        if (needsNothing(operation)) others.push(await windows.watch(limit, withKey('other'), 'other'));
        else
          note(
            'LIM-09',
            "not looked at: another merchant's key, whose request would need data of that merchant",
          );
        const second = await windows.watch(limit, withKey('second'), 'other');
        await windows.fresh(operation);

        const bystanders = [];
        for (const other of lists.filter((each) => each !== operation))
          bystanders.push(await windows.watch(limitOf(other), () => unpaced.send(other)));

        const burst = await exhaustion.atOnce(operation, request, 2 * limit);
        await verify('LIM-13', burst, expect(burst.answers).to(admit, limit));
        await exhaustion.rejects(operation, request);

        for (const look of bystanders) {
          const { after, before, anew } = await look();
          await verify('LIM-06', after, expect(after).toLeaveOneLessThan(before, anew));
        }
        for (const look of others) {
          const { after, before, anew } = await look();
          await verify('LIM-09', after, expect(after).toLeaveOneLessThan(before, anew));
        }
        const { after, before, anew } = await second();
        await verify('LIM-09', after, expect(after).to(leaveOneLessWithItsOwnLimitThan, before, anew));

        if (isWrite) {
          const before = await given.state();
          const rejected = await exhaustion.rejects(operation, another);
          // A write that the target only postponed until there is room again would show then.
          await windows.fresh(operation);
          await given.wait(given.deadline);
          const after = await given.state();
          const accepted = await unpaced.send(operation, another);
          await verify('LIM-10', rejected, expect(after).toKeepTheDataOf(before), accepted);
        }
      },
    );
  }
});
