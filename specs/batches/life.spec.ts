import { batchWrites, covers, expect, test } from '#fixtures';
import { batchOf } from '#src/data/draw';
import { carryTheId, haveNotChangedSince, tellKnownStatuses } from '#src/verdicts/oracles/batch';

/** Seconds of the target's clock in which a finished batch must not change; fewer if nobody can move the clock. */
const muchLater = 300;
const soonAfter = 5;

test.describe('A batch', () => {
  for (const operation of batchWrites) {
    test(
      `of ${operation.method} ${operation.path} passes through its lifecycle and does not change after its end`,
      covers('BAT-01', 'BAT-02', 'BAT-04', 'BAT-05', 'BAT-06', 'BAT-07', 'BAT-08'),
      async ({ api, batches, bulk, forAll, given, merchant, sample, verify }) => {
        const drawn = await given.batchItems(operation);
        const submissions = batchOf(await drawn.wellFormed());
        const readings: ((when: string) => Promise<void>)[] = [];

        const lives = async (client: typeof api, items: readonly unknown[]) => {
          const following = batches.readWith(client);
          const accepted = await client.send(operation, { body: { items } });
          if (!(await verify('BAT-01', accepted, expect(accepted).toAcknowledgeABatch()))) return false;

          const batch = await following.watch(accepted);
          await verify('BAT-02', batch, expect(batch).toBeReadableThroughout());
          await verify('BAT-04', batch, expect(batch.polls).to(tellKnownStatuses));
          await verify('BAT-07', batch, expect(batch.statuses).toNeverGoBackwards());
          await verify('BAT-08', batch, expect(batch).to(carryTheId, batch.batchRequestId));
          if (!(await verify('BAT-05', batch, expect(batch).toHaveFinished()))) return false;

          readings.push(async (when) => {
            const later = await following.read({ ...batch, exchange: accepted });
            const witness = { exchange: later, trail: [...batch.trail, `${when}: ${later.line}`] };
            await verify('BAT-02', witness, expect(later).toHaveStatus(200));
            await verify('BAT-06', witness, expect(later).to(haveNotChangedSince, batch));
          });
          return true;
        };

        const shown = sample(submissions);
        // If the first batch can't be followed to its end, neither can the others.
        if (!(await lives(api, shown)))
          await batches.readWith(api).finished(api.send(operation, { body: { items: shown } }));
        await forAll(submissions, (items) => lives(bulk, items), { exchangesEach: 20 });
        given.need(readings.length > 0, 'no batch could be followed to its end');
        for (const reading of readings) await reading('later');
        for (const reading of readings) await reading('once more');
        await given.wait(merchant.shared ? soonAfter : muchLater);
        for (const reading of readings.slice(0, 2)) await reading('much later');
      },
    );
  }
});
