import { batchWrites, covers, expect, largestBatch, test } from '../../fixtures/index.js';
import { batchOf, batchOfSize } from '../../src/arbitraries/batch-of.js';

/** Items of a large batch where no maximum is known. */
const many = 100;

test.describe('A finished batch', () => {
  for (const operation of batchWrites) {
    test(
      `of ${operation.method} ${operation.path} echoes every item unchanged, once, and in order`,
      covers('BAT-09', 'BAT-10', 'BAT-16'),
      async ({ batchItemsFor, bulk, bulkBatches, forAll, sample, verify }) => {
        const { wellFormed } = await batchItemsFor(operation);
        const submitted = (items: readonly unknown[]) => bulk.send(operation, { body: { items } });
        const echoes = async (write: ReturnType<typeof submitted>, items: readonly unknown[]) => {
          const batch = await bulkBatches.finished(write);
          await verify('BAT-09', batch, () => expect(batch.items).toHoldAnEntryForEach(items));
          await verify('BAT-10', batch, () => expect(batch.items).toEchoUnchanged(items));
          await verify('BAT-16', batch, () => expect(batch.items).toBeInOrderOf(items));
        };

        await forAll(batchOf(wellFormed), (items) => echoes(submitted(items), items), { exchangesEach: 15 });

        const items = sample(batchOfSize(wellFormed, largestBatch(operation.operationId) ?? many));
        const large = submitted(items);
        // Whether a batch may be that large is another question.
        if ((await large).succeeded) await echoes(large, items);
      },
    );
  }
});
