import { covers, expect, operations, test } from '../../fixtures/index.js';
import { unknownId } from '../../src/arbitraries/unknown-id.js';

test.describe('What nobody has', () => {
  for (const operation of operations) {
    const { operationId, method, path, rateLimit } = operation;
    const [parameter] = operation.parameters.filter((each) => each.in === 'path');
    if (parameter === undefined) continue;
    test(
      `is not found by ${method} ${path}`,
      covers('ERR-04'),
      async ({ bulk, forAll, given, requestFor, verify }) => {
        const request = await requestFor(operationId);
        const listed = await given.listedIds(operationId);
        const found = await bulk.send(operation, request);
        await forAll(
          unknownId(listed),
          async (id) => {
            const unknown = await bulk.send(operation, { ...request, path: { [parameter.name]: id } });
            await verify('ERR-04', unknown, () => expect(unknown).toBeAnErrorWith(404), found);
          },
          { exchangesEach: Math.ceil(400 / rateLimit) },
        );
      },
    );
  }
});
