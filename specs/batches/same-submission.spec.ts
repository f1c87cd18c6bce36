import { batchWrites, covers, expect, test } from '#fixtures';
import { beDifferentIds } from '#src/verdicts/oracles/batch';

/** How often the same batch is submitted, first in sequence and then in parallel. */
const times = 4;

test(
  'Every submission gets a new batch id, even if it is the same',
  covers('BAT-03'),
  async ({ batches, bulk, given, sample, verify }) => {
    const known: string[] = [];
    for (const operation of batchWrites) {
      const body = { items: [sample((await given.batchItems(operation)).futile)] };
      const writes = [];
      for (let count = 0; count < times; count += 1) writes.push(await bulk.send(operation, { body }));
      writes.push(
        ...(await Promise.all(Array.from({ length: times }, () => bulk.send(operation, { body })))),
      );
      for (const write of writes) {
        known.push((await batches.acknowledged(write)).batchRequestId);
        await verify('BAT-03', write, expect(known).to(beDifferentIds));
      }
    }
  },
);
