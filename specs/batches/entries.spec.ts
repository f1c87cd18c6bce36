import fc from 'fast-check';
import { batchWrites, covers, expect, largestBatch, operation, test } from '#fixtures';
import { batchOf, batchOfSize } from '#src/data/draw';
import { acknowledgeABatch, beReadableThroughout, haveFinished } from '#src/verdicts/oracles/batches/batch';
import {
  beInOrderOf,
  differByWhatSucceeded,
  echoUnchanged,
  failWhereBad,
  holdAnEntryForEach,
  showTheGoodItems,
  succeedWhereGood,
} from '#src/verdicts/oracles/batches/batch-entries';

/** The number of items in a large batch if no maximum is known. */
const many = 100;
/** The number of unusual items, each of which would show a change on its way. */
const some = 5;

for (const operation of batchWrites) {
  test(
    `A finished batch of ${operation.method} ${operation.path} echoes every item once, unchanged and in order`,
    covers('BAT-01', 'BAT-09', 'BAT-10', 'BAT-16'),
    async ({ batches, bulk, forAll, given, note, sample, verify }) => {
      const drawn = await given.batchItems(operation);
      const [wellFormed, unusual] = [await drawn.wellFormed(), await drawn.unusual()];
      const submitted = (items: readonly unknown[]) => bulk.send(operation, { body: { items } });
      const echoes = async (write: Awaited<ReturnType<typeof submitted>>, items: readonly unknown[]) => {
        await verify('BAT-01', write, expect(write).to(acknowledgeABatch));
        const batch = await batches.finished(write);
        await verify('BAT-09', batch, expect(batch.items).to(holdAnEntryForEach, items));
        await verify('BAT-10', batch, expect(batch.items).to(echoUnchanged, items));
        await verify('BAT-16', batch, expect(batch.items).to(beInOrderOf, items));
      };

      const isEchoed = async (items: readonly unknown[]) => echoes(await submitted(items), items);
      await forAll(batchOf(wellFormed), isEchoed, { exchangesEach: 15 });

      // Other requirements say whether a batch may be that large, or its values that unusual.
      const size = largestBatch(operation.operationId) ?? many;
      for (const [what, batch] of [
        ['a large batch', batchOfSize(wellFormed, size)],
        ['unusual values', batchOfSize(unusual, some)],
        ['an item twice', batchOf(wellFormed).map((items) => [...items, items[0]])],
      ] as const) {
        const items = sample(batch);
        const write = await submitted(items);
        if (write.succeeded) await echoes(write, items);
        else note('BAT-10', `not looked at: ${what}, refused with ${write.status}`);
      }
    },
  );
}

/** Requests for one example: two readings, a batch and its reads, and the products or orders that it needs. */
const exchangesEach = 20;

// Every read checks that a failed item has messages and a succeeded one has none, and that a batch is not failed if an
// item of it succeeded.
for (const operation of batchWrites) {
  test(
    `A batch of ${operation.method} ${operation.path} with valid and invalid items carries out exactly the items that it reports as succeeded`,
    covers('BAT-11', 'BAT-12', 'BAT-13', 'BAT-18', 'BAT-20'),
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
        if (await verify('BAT-13', submission, expect(submission).to(succeedWhereGood, foreseen)))
          await verify('BAT-13', readBack, expect(after.records).to(showTheGoodItems, foreseen));
        await verify('BAT-18', submission, expect(submission).to(failWhereBad, foreseen));
        const changedAsReported = expect(after.records).to(
          differByWhatSucceeded,
          before.records,
          submission,
          foreseen,
        );
        await verify('BAT-18', readBack, changedAsReported);
      };
      await isDone(sample(drawn.framed));
      if (drawn.mixtures !== undefined) await forAll(drawn.mixtures, isDone, { exchangesEach });
      given.need(outcomes.has(false), 'no item was reported as failed');
      given.need(outcomes.has(true), 'no item was reported as succeeded');
    },
  );
}

/** Batches that are submitted at the same time: two of each kind. */
const kinds = batchWrites.flatMap((write) => [write, write]);

test(
  'Batches that are submitted in parallel keep their items apart',
  covers('BAT-02', 'BAT-05', 'BAT-15'),
  async ({ batches, bulk, forAll, given, verify }) => {
    const drawn = new Map<string, fc.Arbitrary<unknown[]>>();
    for (const write of batchWrites) {
      const items = await given.batchItems(write);
      const wellFormed = await items.wellFormed();
      // The first item is in no other batch.
      const batch = fc.tuple(items.futile, batchOf(wellFormed)).map(([own, items]) => [own, ...items]);
      drawn.set(write.operationId, batch);
    }
    const submissions = fc.tuple(
      ...kinds.map(({ operationId }) =>
        (drawn.get(operationId) ?? fc.constant([])).map((items) => ({ operationId, items })),
      ),
    );
    let isJudged = false;
    let last: Awaited<ReturnType<typeof batches.acknowledged>> | undefined;
    await forAll(
      submissions,
      async (written) => {
        const writes = await Promise.all(
          written.map(({ operationId, items }) => bulk.send(operation(operationId), { body: { items } })),
        );
        const acknowledged = await Promise.all(writes.map((write) => batches.acknowledged(write)));
        const followed = await batches.watchAll(acknowledged);
        for (const [index, batch] of followed.entries()) {
          last = acknowledged[index];
          await verify('BAT-02', batch, expect(batch).to(beReadableThroughout));
          if (!(await verify('BAT-05', batch, expect(batch).to(haveFinished)))) continue;
          const items = written[index]?.items ?? [];
          await verify('BAT-15', batch, expect(batch.items).to(holdAnEntryForEach, items));
          await verify('BAT-15', batch, expect(batch.items).to(echoUnchanged, items));
          isJudged = true;
        }
      },
      { exchangesEach: 6 * kinds.length },
    );
    // If no batch ended, there are no items to judge.
    if (!isJudged && last !== undefined) await batches.finished(last);
  },
);
