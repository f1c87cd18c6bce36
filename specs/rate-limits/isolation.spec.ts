import { covers, expect, operations, test } from '#fixtures';

/** One operation of each resource: the last one with the smallest limit. */
const smallest = new Map(
  operations.toSorted((a, b) => b.rateLimit - a.rateLimit).map((each) => [each.tag, each]),
);

test(
  'While the limit of one operation is exhausted, every other operation still accepts requests',
  covers('LIM-06'),
  async ({ bulk, exhaustion, given, limitOf, unpaced, verify, windows }) => {
    const all: Parameters<typeof bulk.send>[] = [];
    await given.everyOperation((...call) => {
      all.push(call);
      return bulk.send(...call);
    });

    for (const [exhausted, request] of all.filter(([each]) => smallest.get(each.tag) === each)) {
      await windows.fresh(exhausted);
      const others = [];
      for (const other of all.filter(([each]) => each !== exhausted))
        others.push(await windows.watch(limitOf(other[0]), () => unpaced.send(...other)));
      await exhaustion.atOnce(exhausted, request ?? {}, limitOf(exhausted) + 1);
      await exhaustion.rejects(exhausted, request ?? {});
      for (const look of others) {
        const { after, before, anew } = await look();
        await verify('LIM-06', after, expect(after).toLeaveOneLessThan(before, anew));
      }
    }
  },
);
