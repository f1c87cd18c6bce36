import { batchWrites, covers, expect, operations, test } from '#fixtures';

test(
  'The results of one kind of batch do not know the ids of another kind',
  covers('BAT-14'),
  async ({ batches, bulk, given, sample, verify }) => {
    const results = operations.filter(({ operationId }) =>
      batchWrites.some(({ resultsOperation }) => resultsOperation === operationId),
    );
    for (const write of batchWrites) {
      const { futile } = await given.batchItems(write);
      const batch = await batches.finished(bulk.send(write, { body: { items: [sample(futile)] } }));
      const query = { batch_request_id: batch.batchRequestId };
      for (const other of results.filter(({ operationId }) => operationId !== write.resultsOperation)) {
        const read = await bulk.send(other, { query });
        await verify('BAT-14', read, expect(read).toBeAnErrorWith(404), batch.exchange);
      }
    }
  },
);
