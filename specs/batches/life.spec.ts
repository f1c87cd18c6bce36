import { batchWrites, covers, expect, test } from '../../fixtures/index.js';
import { batchOf } from '../../src/arbitraries/batch-of.js';

test.describe('A batch', () => {
  for (const operation of batchWrites) {
    test(
      `of ${operation.method} ${operation.path} lives from its acknowledgement to its end, and never changes again`,
      covers('BAT-01', 'BAT-02', 'BAT-04', 'BAT-05', 'BAT-06', 'BAT-07', 'BAT-08'),
      async ({ api, batches, batchItemsFor, bulk, bulkBatches, forAll, sample, verify }) => {
        const submissions = batchOf((await batchItemsFor(operation)).wellFormed);
        const readings: (() => Promise<void>)[] = [];

        const lives = async (client: typeof api, following: typeof batches, items: readonly unknown[]) => {
          const accepted = await client.send(operation, { body: { items } });
          if (!(await verify('BAT-01', accepted, () => expect(accepted).toAcknowledgeABatch()))) return false;

          const batch = await following.watch(accepted);
          const isRead = await verify('BAT-02', batch, () => expect(batch).toBeReadableThroughout());
          await verify('BAT-04', batch, () => expect(batch.statuses).toBeKnownBatchStatuses());
          await verify('BAT-07', batch, () => expect(batch.statuses).toNeverGoBackwards());
          await verify('BAT-08', batch, () => expect(batch).toCarryTheId(batch.batchRequestId));
          if (!isRead || !(await verify('BAT-05', batch, () => expect(batch).toHaveFinished()))) return false;

          readings.push(async () => {
            const later = await following.read({ ...batch, exchange: accepted });
            const witness = { exchange: later, trail: [...batch.trail, `later: ${later.line}`] };
            await verify('BAT-02', witness, () => expect(later).toHaveStatus(200));
            const { json } = batch.exchange;
            await verify('BAT-06', witness, () => expect(later.json).toBeUnchangedFrom(json, 'body'));
          });
          return true;
        };

        const shown = sample(submissions);
        // Where the first can't be followed to its end, neither can the others.
        if (!(await lives(api, batches, shown)))
          await batches.finished(api.send(operation, { body: { items: shown } }));
        await forAll(submissions, (items) => lives(bulk, bulkBatches, items), { exchangesEach: 20 });
        for (const reading of readings) await reading();
      },
    );
  }
});
