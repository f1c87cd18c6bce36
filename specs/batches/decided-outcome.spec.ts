import { batchWrites, covers, expect, test } from '#fixtures';
import { listNoItemsBeforeItsEnd } from '#src/verdicts/oracles/batch';

// The messages are checked at every read.
test.describe('A batch', () => {
  for (const operation of batchWrites) {
    test(
      `of ${operation.method} ${operation.path} reports the outcome of every item after a retry or a failure`,
      covers('BAT-02', 'BAT-07', 'BAT-09', 'BAT-10', 'BAT-11', 'BAT-18', 'SHP-09'),
      async ({ batches, bulk, given, note, sample, verify }) => {
        const drawn = await given.batchItems(operation);
        for (const decided of ['retried', 'failed'] as const) {
          const foreseen = await drawn.foreseen(sample(drawn.framed));
          const items = foreseen.map(({ item }) => item);
          const before = await drawn.records();
          await given.decideNextBatch(decided);
          const accepted = await bulk.send(operation, { body: { items } });
          const batch = await batches.watch(accepted);
          await verify('BAT-02', batch, expect(batch).toBeReadableThroughout());
          if (!batch.isReadable) continue;
          const submission = await batches.submitted(accepted);
          const after = await drawn.records();

          const { statuses, items: entries } = batch;
          note('BAT-07', `a batch that was ${decided} went ${[...new Set(statuses)].join(', ')}`);
          await verify('BAT-07', submission, expect(statuses).toNeverGoBackwards());
          await verify('SHP-09', submission, expect(batch).to(listNoItemsBeforeItsEnd));
          await verify('BAT-09', submission, expect(entries).toHoldAnEntryForEach(items));
          await verify('BAT-10', submission, expect(entries).toEchoUnchanged(items));
          await verify(
            'BAT-18',
            { ...submission, exchange: after.exchange },
            expect(after.records).toDifferByWhatSucceeded(before.records, submission, foreseen),
          );
        }
      },
    );
  }
});
