import { batchWrites, covers, expect, test } from '#fixtures';
import type { DescribedRequest } from '#src/data/hostile/request';
import { invalidBatchBody, knownInvalidBatchBodies } from '#src/data/invalid/requests';

test.describe('A body that is not a JSON object with a list of items', () => {
  for (const operation of batchWrites) {
    test(
      `is refused by ${operation.method} ${operation.path}`,
      covers('ERR-07'),
      async ({ bulk, forAll, given, verify }) => {
        const items = await given.itemsFor(operation);
        const accepted = await bulk.send(operation, { body: { items } });
        const isRefused = async ({ what, request }: DescribedRequest) => {
          const exchange = await bulk.send(operation, request);
          const sent = { exchange, trail: [`sent with ${what}`] };
          await verify('ERR-07', sent, expect(exchange).toBeAnErrorWith(400), accepted);
        };
        for (const known of knownInvalidBatchBodies({ items })) await isRefused(known);
        await forAll(invalidBatchBody({ items }), isRefused, { exchangesEach: 4 });
      },
    );
  }
});
