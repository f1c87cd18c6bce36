import { batchWrites, covers, expect, largestBatch, test } from '#fixtures';
import { batchOf, batchOfSize } from '#src/data/draw';
import { beInOrderOf } from '#src/verdicts/oracles/batch-entries';

/** The number of items in a large batch if no maximum is known. */
const many = 100;
/** The number of unusual items, each of which would show a change on its way. */
const some = 5;

test.describe('A finished batch', () => {
  for (const operation of batchWrites) {
    test(
      `of ${operation.method} ${operation.path} echoes every item once, unchanged and in order`,
      covers('BAT-01', 'BAT-09', 'BAT-10', 'BAT-16'),
      async ({ batches, bulk, forAll, given, note, sample, verify }) => {
        const drawn = await given.batchItems(operation);
        const [wellFormed, unusual] = [await drawn.wellFormed(), await drawn.unusual()];
        const submitted = (items: readonly unknown[]) => bulk.send(operation, { body: { items } });
        const echoes = async (write: Awaited<ReturnType<typeof submitted>>, items: readonly unknown[]) => {
          await verify('BAT-01', write, expect(write).toAcknowledgeABatch());
          const batch = await batches.finished(write);
          await verify('BAT-09', batch, expect(batch.items).toHoldAnEntryForEach(items));
          await verify('BAT-10', batch, expect(batch.items).toEchoUnchanged(items));
          await verify('BAT-16', batch, expect(batch.items).to(beInOrderOf, items));
        };

        const isEchoed = async (items: readonly unknown[]) => echoes(await submitted(items), items);
        await forAll(batchOf(wellFormed), isEchoed, { exchangesEach: 15 });

        // Other requirements say whether a batch may be that large, or its values that unusual.
        const size = largestBatch(operation.operationId) ?? many;
        for (const [what, batch] of [
          ['a large batch', batchOfSize(wellFormed, size)],
          ['unusual values', batchOfSize(unusual, some)],
        ] as const) {
          const items = sample(batch);
          const write = await submitted(items);
          if (write.succeeded) await echoes(write, items);
          else note('BAT-10', `not looked at: ${what}, refused with ${write.status}`);
        }
      },
    );
  }
});
