import { batchWrites, covers, expect, operation, test } from '../../fixtures/index.js';
import { malformedBatchRequestId } from '../../src/arbitraries/invalid/batch-request-id.js';
import { unknownBatchIds } from '../../src/arbitraries/unknown-id.js';

test.describe('The results of a batch', () => {
  for (const write of batchWrites) {
    const results = operation(String(write.resultsOperation));
    const isStated = results.operationId === 'getStatusResults';
    const unknown = isStated ? 'ERR-02' : 'ERR-03';
    const malformed = isStated ? 'ERR-05' : 'ERR-06';
    test(
      `at ${results.path} are not found by an unknown id, and refused to a malformed one`,
      covers(unknown, malformed),
      async ({ bulk, bulkBatches, forAll, itemsFor, verify }) => {
        const items = await itemsFor(write);
        const batch = await bulkBatches.finished(bulk.send(write, { body: { items } }));
        const found = batch.exchange;
        await forAll(
          unknownBatchIds,
          async (ids) => {
            for (const batch_request_id of ids) {
              const exchange = await bulk.send(results, { query: { batch_request_id } });
              await verify(unknown, exchange, () => expect(exchange).toBeAnErrorWith(404), found);
            }
          },
          { exchangesEach: 40 },
        );
        await forAll(
          malformedBatchRequestId(batch.batchRequestId),
          async ({ what, request }) => {
            const exchange = await bulk.send(results, request);
            const trail = [`asked with ${what}`];
            await verify(malformed, { exchange, trail }, () => expect(exchange).toBeAnErrorWith(400), found);
          },
          { exchangesEach: 4 },
        );
      },
    );
  }
});
