import { covers, expect, operations, test, withLongBatch } from '#fixtures';
import { declareALimitOfEach } from '#src/verdicts/oracles/documents/description';
import { showTheSameAs } from '#src/verdicts/oracles/lists/changes';
import { haveHeader } from '#src/verdicts/oracles/rate-limit';
import { haveStatus, haveStatusOtherThan, serveNothingLike } from '#src/verdicts/oracles/response';

/** Statuses that mean that an operation is somewhere else: moved, not found, wrong method, gone. */
const elsewhere = [301, 302, 303, 307, 308, 404, 405, 410];

test(
  'Every operation is served only under /api/v1, with the rate limit that the live description declares',
  covers('VER-01', 'VER-03'),
  async ({ bulk, given, liveDescription, merchant, note, verify }) => {
    const description = await liveDescription();
    await verify('VER-03', description, expect(description).to(declareALimitOfEach, operations));
    let compared = 0;
    await given.everyOperation(async (operation, short) => {
      const request = withLongBatch(operation.operationId, short, merchant.shared);
      const path = operation.path.replace(/^\/api\/v1/, '');
      const missing = await bulk.send({ ...operation, path }, { ...request, outsideContract: true });
      const found = await bulk.send(operation, request);
      const isThere = expect(found).to(haveStatusOtherThan, ...elsewhere);
      if (!(await verify('VER-01', found, isThere, found))) return found;
      await verify('VER-01', missing, expect(missing).to(serveNothingLike, found), found);

      const limit = description.limitOf(operation);
      const isDeclared = expect(found).to(haveHeader, 'x-ratelimit-limit', String(limit));
      if (limit === undefined) return found;
      await verify('VER-03', found, isDeclared, found);
      compared += 1;
      return found;
    });
    note('VER-03', `limits compared of ${compared} of ${operations.length} operations`);
  },
);

for (const operation of operations.filter((each) => each.path.endsWith('/'))) {
  test(
    `${operation.method} ${operation.path} can be called with and without its trailing slash`,
    covers('VER-05'),
    async ({ bulk, given, merchant, note, verify }) => {
      const short = await given.requestFor(operation.operationId);
      const request = withLongBatch(operation.operationId, short, merchant.shared);
      const path = operation.path.slice(0, -1);
      const sendWithSlash = () => bulk.send(operation, request);
      const sendWithout = () => bulk.send({ ...operation, path }, { ...request, outsideContract: true });
      const withSlash = await sendWithSlash();
      const without = await sendWithout();
      const hasItsStatus = expect(without).to(haveStatus, withSlash.status);
      const isAnswered = await verify('VER-05', without, hasItsStatus, withSlash);
      if (!isAnswered || !operation.safe) return;
      if (await given.areComparable(withSlash, without, sendWithSlash, sendWithout))
        await verify('VER-05', without, expect(without).to(showTheSameAs, withSlash), withSlash);
      else note('VER-05', 'not looked at: the body of a response, because others changed its data');
    },
  );
}
