import { covers, expect, test } from '../../fixtures/index.js';

test(
  'Every operation answers under /api/v1 alone, with the limit of the live description',
  covers('VER-01', 'VER-03'),
  async ({ bulk, everyOperation, liveDescription, verify }) => {
    await everyOperation(async (operation, request) => {
      const path = operation.path.replace(/^\/api\/v1/, '');
      const missing = await bulk.send({ ...operation, path }, { ...request, outsideContract: true });
      const found = await bulk.send(operation, request);
      await verify('VER-01', missing, () => expect(missing).toHaveStatus(404), found);

      const limit = (await liveDescription()).limitOf(operation);
      const isDeclared = () => expect(found).toHaveHeader('x-ratelimit-limit', String(limit));
      if (limit !== undefined) await verify('VER-03', found, isDeclared, found);
      return found;
    });
    const description = await liveDescription();
    await verify('VER-03', description, () => expect(description).toBeServed());
  },
);
