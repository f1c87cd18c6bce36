import { batchWrites, covers, expect, largestBatch, test } from '#fixtures';
import { differByWhatSucceeded } from '#src/verdicts/oracles/batches/batch-entries';
import { differByTheEffects } from '#src/verdicts/oracles/lists/changes';
import { beAnErrorWith, succeed } from '#src/verdicts/oracles/response';

/** Seconds of the target's clock: a large batch that was processed in spite of its refusal would show. */
const settling = 10;

/** The size of the batch whose effects are read: the largest one, or one that doesn't fill its last hundred. */
const sizeBelow = (most: number) => (most > 100 ? most - 7 : most);

for (const operation of batchWrites) {
  const stated = largestBatch(operation.operationId);
  // So many order items can't be created.
  const most = operation.tag === 'orders' ? undefined : stated;
  const known = most === undefined ? '' : ` and at most ${most}`;
  test(
    `The number of items in a batch of ${operation.method} ${operation.path} is at least 1${known}; otherwise the whole batch is refused`,
    covers('BAT-17', ...(most === undefined ? [] : (['BAT-18'] as const))),
    async ({ batches, bulk, given, note, sample, submit, verify }) => {
      const { operationId } = operation;
      const drawn = await given.batchItems(operation);
      const large =
        most === undefined
          ? undefined
          : given.found(drawn.large?.(sizeBelow(most)), "a batch that large can't be made");
      const foreseen = large === undefined ? [] : await drawn.foreseen(sample(large));
      const items = foreseen.map(({ item }) => item);
      const futile = sample(drawn.futile);
      const full = most === undefined ? [sample(await drawn.wellFormed())] : Array(most).fill(futile);
      const before = await drawn.records();
      const empty = await bulk.send(operation, { body: { items: [] } });
      const oneMore = { body: { items: [...items, ...full.slice(items.length - 1)] } };
      const larger = large === undefined ? undefined : await bulk.send(operation, oneMore);

      // By the time a later batch has finished, and a while has passed, these batches would have finished too; the
      // later batch has no effect.
      const one = await submit(operationId, [futile]);
      if (larger !== undefined) await given.wait(settling);
      const after = await drawn.records();
      const accepted = await bulk.send(operation, { body: { items: full } });
      const again = await bulk.send(operation, { body: { items: full } });

      for (const each of [accepted, again]) await verify('BAT-17', each, expect(each).to(succeed));
      await verify('BAT-17', empty, expect(empty).to(beAnErrorWith, 400), one.write);
      if (larger !== undefined)
        await verify('BAT-17', larger, expect(larger).to(beAnErrorWith, 400), accepted);
      await verify(
        'BAT-17',
        { ...one, exchange: after.exchange },
        expect(after.records).to(differByTheEffects, before.records, []),
      );

      if (large === undefined) {
        note(
          'BAT-17',
          stated === undefined
            ? 'not looked at: the maximum size, which is not known'
            : `not looked at: the maximum size of ${stated}, because so many order items can't be created`,
        );
        return;
      }
      given.need(accepted.succeeded, 'a batch of the maximum size was not accepted');
      const submission = await batches.submitted(bulk.send(operation, { body: { items } }));
      const done = await drawn.records();
      const changedAsReported = expect(done.records).to(
        differByWhatSucceeded,
        after.records,
        submission,
        foreseen,
      );
      await verify('BAT-18', { ...submission, exchange: done.exchange }, changedAsReported);
    },
  );
}
