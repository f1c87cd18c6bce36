import { covers, expect, operations, test } from '#fixtures';
import { serveNothingLike } from '#src/verdicts/oracles/answer';

/** Statuses that mean that an operation is somewhere else: moved, not found, wrong method, gone. */
const elsewhere = [301, 302, 303, 307, 308, 404, 405, 410];

test(
  'Every operation is served under /api/v1 only, with the rate limit that the live description declares',
  covers('VER-01', 'VER-03'),
  async ({ bulk, given, liveDescription, note, verify }) => {
    const description = await liveDescription();
    await verify('VER-03', description, expect(description).toDeclareALimitOfEach(operations));
    let compared = 0;
    await given.everyOperation(async (operation, request) => {
      const path = operation.path.replace(/^\/api\/v1/, '');
      const missing = await bulk.send({ ...operation, path }, { ...request, outsideContract: true });
      const found = await bulk.send(operation, request);
      const isThere = expect(found).toHaveStatusOtherThan(...elsewhere);
      if (!(await verify('VER-01', found, isThere, found))) return found;
      await verify('VER-01', missing, expect(missing).to(serveNothingLike, found), found);

      const limit = description.limitOf(operation);
      const isDeclared = expect(found).toHaveHeader('x-ratelimit-limit', String(limit));
      if (limit === undefined) return found;
      await verify('VER-03', found, isDeclared, found);
      compared += 1;
      return found;
    });
    note('VER-03', `limits compared of ${compared} of ${operations.length} operations`);
  },
);
