import { covers, expect, inSmoke, needsNothing, operations, test } from '#fixtures';
import { unknownId } from '#src/data/identifiers';

test(
  'Every list can be read with a valid key and not without one',
  inSmoke(covers('AUTH-01', 'AUTH-02')),
  async ({ api, verify }) => {
    for (const operation of operations.filter(needsNothing)) {
      const accepted = await api.send(operation);
      const refused = await api.withoutKey.send(operation);
      await verify('AUTH-01', accepted, expect(accepted).toHaveStatusOtherThan(401, 403), accepted);
      await verify('AUTH-02', refused, expect(refused).toBeAnErrorWith(401), accepted);
    }
  },
);

test.describe('Without a valid key, no operation reveals whether an id exists', () => {
  for (const operation of operations) {
    const parameter = operation.parameters.find(
      (each) => each.in === 'path' || each.name === 'batch_request_id',
    );
    if (parameter === undefined) continue;
    test(
      `${operation.method} ${operation.path}`,
      covers('AUTH-02'),
      async ({ bulk, given, sample, verify }) => {
        const request = await given.firstRequestFor(operation.operationId);
        const accepted = await bulk.send(operation, request);
        const known = parameter.in === 'path' ? await given.listedIds(operation.operationId) : [];
        const id = sample(unknownId(known));
        const asked = { ...request, [parameter.in]: { [parameter.name]: id } };
        const refused = await bulk.withoutKey.send(operation, asked);
        await verify('AUTH-02', refused, expect(refused).toBeAnErrorWith(401), accepted);
      },
    );
  }
});
