import fc from 'fast-check';
import { batchWrites, covers, type Exchange, expect, largestBatch, never, test } from '#fixtures';
import { batchOf } from '#src/data/draw';
import {
  acknowledgeABatch,
  beDifferentIds,
  beDifferentIdsOfEqualItems,
  beReadableThroughout,
  carryTheId,
  haveFinished,
  haveNotChangedSince,
  listNoItemsBeforeItsEnd,
  neverGoBackwards,
  tellKnownStatuses,
} from '#src/verdicts/oracles/batches/batch';
import {
  differByWhatSucceeded,
  echoUnchanged,
  holdAnEntryForEach,
} from '#src/verdicts/oracles/batches/batch-entries';
import { haveStatus } from '#src/verdicts/oracles/response';

/** Seconds of the target's clock in which a finished batch must not change; fewer if the clock can't be moved. */
const muchLater = 300;
const soonAfter = 5;
/** More than a day, after which a target may have forgotten it. */
const aDay = 90_000;
const aDayLater = 'a day later';

for (const operation of batchWrites) {
  test(
    `A batch of ${operation.method} ${operation.path} passes through its lifecycle and does not change after its end`,
    never('repeated', covers('BAT-01', 'BAT-02', 'BAT-04', 'BAT-05', 'BAT-06', 'BAT-07', 'BAT-08')),
    async ({ api, batches, bulk, forAll, given, merchant, note, sample, verify }) => {
      const drawn = await given.batchItems(operation);
      const submissions = batchOf(await drawn.wellFormed());
      const readings: ((when: string) => Promise<void>)[] = [];

      const lives = async (client: typeof api, items: readonly unknown[]) => {
        const following = batches.readWith(client);
        const accepted = await client.send(operation, { body: { items } });
        if (!(await verify('BAT-01', accepted, expect(accepted).to(acknowledgeABatch)))) return false;

        const batch = await following.watch(accepted);
        await verify('BAT-02', batch, expect(batch).to(beReadableThroughout));
        await verify('BAT-04', batch, expect(batch.polls).to(tellKnownStatuses));
        await verify('BAT-07', batch, expect(batch.statuses).to(neverGoBackwards));
        await verify('BAT-08', batch, expect(batch).to(carryTheId, batch.batchRequestId));
        if (!(await verify('BAT-05', batch, expect(batch).to(haveFinished)))) return false;

        readings.push(async (when) => {
          const later = await following.read({ ...batch, exchange: accepted });
          const witness = { exchange: later, trail: [...batch.trail, `${when}: ${later.line}`] };
          if (when === aDayLater && later.status === 404) {
            note(
              'BAT-06',
              'not looked at: a batch that is more than a day old, which the target has forgotten',
            );
            return;
          }
          await verify('BAT-02', witness, expect(later).to(haveStatus, 200));
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
      if (merchant.shared) return;
      await given.wait(aDay);
      for (const reading of readings.slice(0, 2)) await reading(aDayLater);
    },
  );
}

// The messages are checked at every read, and that a batch lists no items before its end.
for (const operation of batchWrites) {
  test(
    `A batch of ${operation.method} ${operation.path} reports the outcome of every item after a retry or a failure`,
    covers('BAT-02', 'BAT-05', 'BAT-07', 'BAT-09', 'BAT-10', 'BAT-11', 'BAT-18', 'SHP-09'),
    async ({ batches, bulk, given, note, sample, verify }) => {
      given.needDecisions();
      const drawn = await given.batchItems(operation);
      // Equal batches may be one batch (gap G-21).
      const [first, second] = sample(fc.tuple(drawn.framed, drawn.framed));
      for (const [decided, framed] of [
        ['retried', first],
        ['failed', second],
      ] as const) {
        const foreseen = await drawn.foreseen(framed);
        const items = foreseen.map(({ item }) => item);
        const before = await drawn.records();
        await given.decideNextBatch(decided);
        const accepted = await bulk.send(operation, { body: { items } });
        const batch = await batches.watch(accepted);
        await verify('BAT-02', batch, expect(batch).to(beReadableThroughout));
        if (!batch.isReadable) continue;
        if (!(await verify('BAT-05', batch, expect(batch).to(haveFinished)))) continue;
        const submission = await batches.submitted(accepted);
        const after = await drawn.records();

        const { statuses, items: entries } = batch;
        note('BAT-07', `a batch that was ${decided} went ${[...new Set(statuses)].join(', ')}`);
        await verify('BAT-07', submission, expect(statuses).to(neverGoBackwards));
        await verify('SHP-09', submission, expect(batch).to(listNoItemsBeforeItsEnd));
        await verify('BAT-09', submission, expect(entries).to(holdAnEntryForEach, items));
        await verify('BAT-10', submission, expect(entries).to(echoUnchanged, items));
        const changedAsReported = expect(after.records).to(
          differByWhatSucceeded,
          before.records,
          submission,
          foreseen,
        );
        await verify('BAT-18', { ...submission, exchange: after.exchange }, changedAsReported);
      }
    },
  );
}

/** The sizes of the batches that are submitted in sequence; the first few items are then submitted in parallel. */
const sizes = [1, 2, 3, 4, 24, 25];
const inParallel = 4;

test(
  'Each batch gets an id of its own, even if it begins with the items of another, equals one in flight, or arrives at the same time',
  covers('BAT-03'),
  async ({ batches, counted, given, sample, verify }) => {
    const known: string[] = [];
    const longest = Math.max(...sizes);
    for (const operation of batchWrites) {
      const { futile } = await given.batchItems(operation);
      // Two of them that are equal would make equal batches.
      const drawn = sample(
        fc.uniqueArray(futile, { minLength: longest, maxLength: longest, selector: JSON.stringify }),
      );
      const submit = (items: readonly unknown[]) => counted.send(operation, { body: { items } });
      const idOf = async (write: Exchange) => (await batches.identified(write)).batchRequestId;
      const writes = [];
      const most = largestBatch(operation.operationId) ?? Number.POSITIVE_INFINITY;
      for (const size of sizes.filter((each) => each <= most))
        writes.push(await submit(drawn.slice(0, size)));
      const twice = drawn.slice(0, inParallel).map((item) => [item, item]);
      writes.push(...(await Promise.all(twice.map(submit))));
      for (const write of writes) {
        known.push(await idOf(write));
        await verify('BAT-03', write, expect(known).to(beDifferentIds));
      }

      const equal = [];
      const [one] = twice;
      for (const write of await Promise.all([one, one, one].map((items = []) => submit(items)))) {
        equal.push(await idOf(write));
        await verify('BAT-03', write, expect(equal).to(beDifferentIdsOfEqualItems));
      }
    }
  },
);
