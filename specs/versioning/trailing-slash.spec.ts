import { covers, expect, operations, test } from '#fixtures';

const collections = operations.filter(({ path }) => path.endsWith('/'));

for (const [method, what] of [
  ['GET', 'read'],
  ['POST', 'written to'],
]) {
  test(
    `Every collection can be ${what} with and without its trailing slash`,
    covers('VER-05'),
    async ({ bulk, given, note, verify }) => {
      for (const operation of collections.filter((each) => each.method === method)) {
        const request = await given.requestFor(operation.operationId);
        const path = operation.path.slice(0, -1);
        const withSlash = await bulk.send(operation, request);
        const without = await bulk.send({ ...operation, path }, { ...request, outsideContract: true });
        const hasItsStatus = expect(without).toHaveStatus(withSlash.status);
        const isAnswered = await verify('VER-05', without, hasItsStatus, withSlash);
        const again = () => bulk.send(operation, request);
        if (!isAnswered || !operation.safe) continue;
        if (!(await given.areComparable(withSlash, without, again))) {
          note('VER-05', 'not looked at: the body of an answer, because others changed its data');
          continue;
        }
        const isTheSame = expect(without).toShowTheSameAs(withSlash);
        await verify('VER-05', without, isTheSame, withSlash);
      }
    },
  );
}
