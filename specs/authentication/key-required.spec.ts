import { covers, expect, inSmoke, needsNothing, operations, test } from '../../fixtures/index.js';

test(
  'Every list is read with a valid key, and by nobody without one',
  inSmoke(covers('AUTH-01', 'AUTH-02')),
  async ({ api, verify }) => {
    for (const operation of operations.filter(needsNothing)) {
      const accepted = await api.send(operation);
      const refused = await api.withoutKey.send(operation);
      await verify('AUTH-01', accepted, () => expect(accepted).toHaveStatusOtherThan(401, 403), accepted);
      await verify('AUTH-02', refused, () => expect(refused).toBeAnErrorWith(401), accepted);
    }
  },
);
