import { batchWrites, covers, expect, operation, test } from '#fixtures';
import type { DescribedRequest } from '#src/data/hostile/request';
import { unknownBatchIds } from '#src/data/identifiers';
import { knownMalformedBatchRequestIds, malformedBatchRequestId } from '#src/data/parameters';
import { beRefusedAsInvalid } from '#src/verdicts/oracles/answer';

test.describe('The results of a batch', () => {
  for (const write of batchWrites) {
    const results = operation(String(write.resultsOperation));
    const isStated = results.operationId === 'getStatusResults';
    const unknown = isStated ? 'ERR-02' : 'ERR-03';
    const malformed = isStated ? 'ERR-05' : 'ERR-06';
    test(
      `at ${results.path} are not found for an unknown id and refused for a malformed id`,
      covers(unknown, malformed),
      async ({ batches, bulk, forAll, given, verify }) => {
        const items = await given.itemsFor(write);
        const batch = await batches.finished(bulk.send(write, { body: { items } }));
        const found = batch.exchange;
        await forAll(
          unknownBatchIds,
          async (ids) => {
            for (const batch_request_id of ids) {
              const exchange = await bulk.send(results, { query: { batch_request_id } });
              await verify(unknown, exchange, expect(exchange).toBeAnErrorWith(404), found);
            }
          },
          { exchangesEach: 40 },
        );
        const isRefused = async ({ what, request, gaps = [] }: DescribedRequest) => {
          const exchange = await bulk.send(results, request);
          const asked = { exchange, trail: [`asked with ${what}`] };
          await verify(malformed, asked, expect(exchange).to(beRefusedAsInvalid, ...gaps), found);
        };
        for (const known of knownMalformedBatchRequestIds(batch.batchRequestId)) await isRefused(known);
        await forAll(malformedBatchRequestId(batch.batchRequestId), isRefused, { exchangesEach: 4 });
      },
    );
  }
});
