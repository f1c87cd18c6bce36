import { covers, expect, operations, test } from '#fixtures';
import { unknownId, unknownZero } from '#src/data/identifiers';

test.describe('An id that does not exist', () => {
  for (const operation of operations) {
    const { operationId, method, path, rateLimit } = operation;
    const [parameter] = operation.parameters.filter((each) => each.in === 'path');
    if (parameter === undefined) continue;
    test(
      `is not found by ${method} ${path}`,
      covers('ERR-04'),
      async ({ bulk, forAll, given, note, verify }) => {
        const request = await given.requestFor(operationId);
        const listed = await given.listedIds(operationId);
        const found = await bulk.send(operation, request);
        const asked = (id: unknown) => bulk.send(operation, { ...request, path: { [parameter.name]: id } });

        const zero = unknownZero(listed);
        if (zero !== undefined) {
          const unknown = await asked(zero);
          // The description does not show whether 0 is an unknown id or an invalid one.
          await verify('ERR-04', unknown, expect(unknown).toBeAnErrorWith(400, 404), found);
        } else note('ERR-04', 'not looked at: the id 0, because not all listed ids are positive numbers');
        await forAll(
          unknownId(listed),
          async (id) => {
            const unknown = await asked(id);
            await verify('ERR-04', unknown, expect(unknown).toBeAnErrorWith(404), found);
          },
          { exchangesEach: Math.ceil(400 / rateLimit) },
        );
      },
    );
  }
});
