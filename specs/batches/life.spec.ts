import { batchWrites, covers, expect, test } from '../../fixtures/index.js';

test.describe('A batch', () => {
  for (const operation of batchWrites) {
    test(
      `of ${operation.method} ${operation.path} lives from its acknowledgement to its result`,
      covers('BAT-01', 'BAT-02', 'BAT-04', 'BAT-05', 'BAT-08', 'BAT-09', 'BAT-10'),
      async ({ api, batches, itemsFor, verify }) => {
        const items = await itemsFor(operation);
        const accepted = await api.send(operation, { body: { items } });
        await verify('BAT-01', accepted, () => expect(accepted).toAcknowledgeABatch());

        const submitted = await batches.acknowledged(accepted);
        const first = await batches.read(submitted);
        await verify('BAT-02', first, () => expect(first).toHaveStatus(200));

        const batch = await batches.follow(submitted);
        await verify('BAT-04', batch, () => expect(batch.statuses).toBeKnownBatchStatuses());
        await verify('BAT-05', batch, () => expect(batch).toHaveFinished());
        await verify('BAT-08', batch, () => expect(batch).toCarryTheId(submitted.batchRequestId));
        await verify('BAT-09', batch, () => expect(batch.items).toHoldAnEntryForEach(items));
        await verify('BAT-10', batch, () => expect(batch.items).toEchoOnce(items));
      },
    );
  }
});
