import { batchWrites, covers, expect, largestBatch, test } from '../../fixtures/index.js';
import { batchOfSize } from '../../src/arbitraries/batch-of.js';

test.describe('The size of a batch', () => {
  for (const operation of batchWrites) {
    const most = largestBatch(operation.operationId);
    const known = most === undefined ? '' : `, at most ${most},`;
    test(
      `of ${operation.method} ${operation.path} is at least one${known} or it is refused whole`,
      covers('BAT-17'),
      async ({ batchItemsFor, bulk, sample, submit, verify }) => {
        const { operationId, successStatuses } = operation;
        const drawn = await batchItemsFor(operation);
        const items = sample(batchOfSize(drawn.wellFormed, (most ?? 0) + 1));
        const before = await drawn.records(items);
        const empty = await bulk.send(operation, { body: { items: [] } });
        const larger = most === undefined ? undefined : await bulk.send(operation, { body: { items } });

        // Once a later batch is finished, these would be too; it has no effect of its own.
        const one = await submit(operationId, [sample(drawn.futile)]);
        const after = await drawn.records(items);
        const accepted = await bulk.send(operation, { body: { items: items.slice(0, most) } });

        await verify('BAT-17', accepted, () => expect(accepted).toHaveStatus(...successStatuses));
        await verify('BAT-17', empty, () => expect(empty).toBeAnErrorWith(400), one.write);
        if (larger !== undefined)
          await verify('BAT-17', larger, () => expect(larger).toBeAnErrorWith(400), accepted);
        await verify('BAT-17', { ...one, exchange: after.exchange }, () =>
          expect(after.records).toDifferByTheEffects(before.records, []),
        );
      },
    );
  }
});
