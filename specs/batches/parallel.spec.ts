import fc from 'fast-check';
import { batchWrites, covers, expect, test } from '#fixtures';
import { batchOf } from '#src/data/draw';
import { echoOnce } from '#src/verdicts/oracles/batch-entries';

/** Batches that are submitted at once: two of each kind. */
const kinds = batchWrites.flatMap((operation) => [operation, operation]);

test(
  'Batches that are submitted in parallel keep their items apart',
  covers('BAT-02', 'BAT-05', 'BAT-15'),
  async ({ batches, bulk, forAll, given, verify }) => {
    const drawn = new Map<string, fc.Arbitrary<unknown[]>>();
    for (const operation of batchWrites) {
      const items = await given.batchItems(operation);
      const wellFormed = await items.wellFormed();
      // The first item is in no other batch.
      const batch = fc.tuple(items.futile, batchOf(wellFormed)).map(([own, items]) => [own, ...items]);
      drawn.set(operation.operationId, batch);
    }
    const submissions = fc.tuple(
      ...kinds.map((operation) =>
        (drawn.get(operation.operationId) ?? fc.constant([])).map((items) => ({ operation, items })),
      ),
    );
    let isJudged = false;
    let last: Awaited<ReturnType<typeof batches.acknowledged>> | undefined;
    await forAll(
      submissions,
      async (written) => {
        const writes = await Promise.all(
          written.map(({ operation, items }) => bulk.send(operation, { body: { items } })),
        );
        const acknowledged = await Promise.all(writes.map((write) => batches.acknowledged(write)));
        const followed = await batches.watchAll(acknowledged);
        for (const [index, batch] of followed.entries()) {
          last = acknowledged[index];
          await verify('BAT-02', batch, expect(batch).toBeReadableThroughout());
          if (!(await verify('BAT-05', batch, expect(batch).toHaveFinished()))) continue;
          await verify('BAT-15', batch, expect(batch.items).to(echoOnce, written[index]?.items ?? []));
          isJudged = true;
        }
      },
      { exchangesEach: 6 * kinds.length },
    );
    // If no batch ended, there are no items to judge.
    if (!isJudged && last !== undefined) await batches.finished(last);
  },
);
