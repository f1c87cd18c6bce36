import { batchWrites, covers, expect, test } from '#fixtures';
import { showTheGoodItems } from '#src/verdicts/oracles/batch-entries';

/** Requests of one example: two readings, a batch and its reads, and the products or orders that it needs. */
const exchangesEach = 20;

// Every read checks that a failed item has messages, and a succeeded one has none.
test.describe('A batch with valid and invalid items', () => {
  for (const operation of batchWrites) {
    test(
      `of ${operation.method} ${operation.path} carries out exactly the items that it reports as succeeded`,
      covers('BAT-11', 'BAT-12', 'BAT-13', 'BAT-18'),
      async ({ forAll, given, sample, submit, verify }) => {
        const drawn = await given.batchItems(operation);
        const outcomes = new Set<boolean>();
        const isDone = async (mixture: Parameters<typeof drawn.foreseen>[0]) => {
          const foreseen = await drawn.foreseen(mixture);
          const items = foreseen.map(({ item }) => item);
          const before = await drawn.records();
          const submission = await submit(operation.operationId, items);
          const after = await drawn.records();
          for (const { success } of submission.batch?.items ?? []) outcomes.add(success);
          const readBack = { ...submission, exchange: after.exchange };

          // A batch that was refused for its valid items has no effect to check.
          if (await verify('BAT-13', submission, expect(submission).toSucceedWhereGood(foreseen)))
            await verify('BAT-13', readBack, expect(after.records).to(showTheGoodItems, foreseen));
          await verify('BAT-18', submission, expect(submission).toFailWhereBad(foreseen));
          await verify(
            'BAT-18',
            readBack,
            expect(after.records).toDifferByWhatSucceeded(before.records, submission, foreseen),
          );
        };
        await isDone(sample(drawn.framed));
        await forAll(drawn.mixtures, isDone, { exchangesEach });
        given.need(outcomes.has(false), 'no item was reported as failed');
        given.need(outcomes.has(true), 'no item was reported as succeeded');
      },
    );
  }
});
