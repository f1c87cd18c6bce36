import { batchWrites, covers, expect, test } from '../../fixtures/index.js';
import { invalidBatchBody } from '../../src/arbitraries/invalid/batch-body.js';

test.describe('A body that is no JSON object with a list of items', () => {
  for (const operation of batchWrites) {
    test(
      `is refused by ${operation.method} ${operation.path}`,
      covers('ERR-07'),
      async ({ bulk, forAll, itemsFor, verify }) => {
        const items = await itemsFor(operation);
        const accepted = await bulk.send(operation, { body: { items } });
        await forAll(
          invalidBatchBody({ items }),
          async ({ what, request }) => {
            const exchange = await bulk.send(operation, request);
            const trail = [`sent with ${what}`];
            await verify(
              'ERR-07',
              { exchange, trail },
              () => expect(exchange).toBeAnErrorWith(400),
              accepted,
            );
          },
          { exchangesEach: 4 },
        );
      },
    );
  }
});
