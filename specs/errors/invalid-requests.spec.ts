import fc from 'fast-check';
import {
  batchItemsOf,
  batchWrites,
  covers,
  expect,
  never,
  operation,
  operations,
  refusalStatus,
  test,
  withLongBatch,
} from '#fixtures';
import type { Operation } from '#src/contract/operations';
import { requirement } from '#src/contract/requirements/catalogue';
import type { DescribedRequest } from '#src/data/hostile/request';
import { invalidBatchBody, knownInvalidBatchBodies } from '#src/data/invalid/requests';
import { invalidWebhookSubscription } from '#src/data/invalid/webhook-subscription';
import { unknownBatchIds } from '#src/data/valid/identifiers';
import {
  knownMalformedBatchRequestIds,
  malformedBatchRequestId,
  pageOutOfBounds,
} from '#src/data/valid/parameters';
import { beAnErrorWith, beRefusedAsInvalid, nameThePlace } from '#src/verdicts/oracles/response';

for (const operation of batchWrites) {
  test(
    `A body that is not a JSON object with a list of items is refused by ${operation.method} ${operation.path}`,
    covers('ERR-07'),
    async ({ bulk, forAll, given, verify }) => {
      const request = await given.triedRequestFor(operation.operationId);
      const items = batchItemsOf(operation.operationId, request);
      const accepted = await bulk.send(operation, request);
      const isRefused = async ({ what, request }: DescribedRequest) => {
        const exchange = await given.evenIfLost(() => bulk.send(operation, request));
        const sent = { exchange, trail: [`sent with ${what}`] };
        await verify('ERR-07', sent, expect(exchange).to(beAnErrorWith, 400), accepted);
      };
      for (const known of knownInvalidBatchBodies({ items })) await isRefused(known);
      await forAll(invalidBatchBody({ items }), isRefused, { exchangesEach: 4 });
    },
  );
}

const resultsOf = (write: Operation) => operation(String(write.resultsOperation));

for (const write of batchWrites) {
  const results = resultsOf(write);
  const others = batchWrites.filter((each) => each !== write).map(resultsOf);
  const isStated = requirement('ERR-02').operations.includes(results.operationId);
  const unknown = isStated ? 'ERR-02' : 'ERR-03';
  const malformed = isStated ? 'ERR-05' : 'ERR-06';
  test(
    `Batch results at ${results.path} are not found for an unknown id, and a malformed id is refused`,
    covers(unknown, malformed, 'BAT-14'),
    async ({ batches, bulk, forAll, given, verify }) => {
      const request = await given.triedRequestFor(write.operationId);
      const batch = await batches.finished(bulk.send(write, request));
      const found = batch.exchange;
      for (const other of others) {
        const unknownThere = await bulk.send(other, { query: { batch_request_id: batch.batchRequestId } });
        await verify('BAT-14', unknownThere, expect(unknownThere).to(beAnErrorWith, 404), found);
      }
      await forAll(
        unknownBatchIds,
        async (ids) => {
          for (const batch_request_id of ids) {
            const exchange = await bulk.send(results, { query: { batch_request_id } });
            await verify(unknown, exchange, expect(exchange).to(beAnErrorWith, 404), found);
          }
        },
        { exchangesEach: 40 },
      );
      const isRefused = async ({ what, request, gaps = [] }: DescribedRequest) => {
        const exchange = await bulk.send(results, request);
        const asked = { exchange, trail: [`asked with ${what}`] };
        await verify(malformed, asked, expect(exchange).to(beRefusedAsInvalid, ...gaps), found);
      };
      for (const known of knownMalformedBatchRequestIds(batch.batchRequestId)) await isRefused(known);
      await forAll(malformedBatchRequestId(batch.batchRequestId), isRefused, { exchangesEach: 4 });
    },
  );
}

/** Requests with one wrong parameter: a batch id, or a page. */
const wrongParameters = operations.flatMap(({ operationId, parameters }) =>
  parameters.flatMap(({ name }) => {
    const to = (request: object) => ({ operationId, name, request });
    if (name === 'batch_request_id')
      return fc.uuid().chain((id) => malformedBatchRequestId(id).map(({ request }) => to(request)));
    if (name === 'page' || name === 'per_page')
      return pageOutOfBounds(name).map((value) => to({ query: { [name]: value } }));
    return [];
  }),
);

/** Operations with such a parameter. */
const withParameters = operations.filter(({ parameters }) =>
  parameters.some(({ name }) => ['batch_request_id', 'page', 'per_page'].includes(name)),
);

/** Batches without a list of items. */
const noItems = fc
  .constantFrom({}, { items: null }, { items: {} }, { items: 'all' })
  .map((body) => ({ field: 'items', violation: 'items: an array', request: { body } }));

/** Operations whose body has fields that can be wrong. */
const withFields = operations.filter(({ requestBody }) => requestBody !== undefined);

const noneRefused = 'none of the wrong requests was refused with the status of invalid input';

/** The description doesn't show with which status an operation refuses. */
const open = ({ operationId }: { readonly operationId: string }) => ({ gap: 'G-15', operationId });

// A mistake that is not refused with that status has no message to check; other requirements say whether it must be.
test(
  'The message of a refusal names the invalid parameter',
  never('repeated', covers('ERR-13')),
  async ({ bulk, forAll, given, verify }) => {
    given.needMessages(withParameters);
    let refusals = 0;
    await forAll(
      fc.tuple(...wrongParameters),
      async (requests) => {
        for (const { operationId, name, request } of requests) {
          const refused = await bulk.send(operation(operationId), request);
          if (refused.status !== refusalStatus(operation(operationId))) continue;
          refusals += 1;
          await verify('ERR-13', refused, expect(refused).to(nameThePlace, name));
        }
      },
      { exchangesEach: wrongParameters.length },
    );
    given.need(refusals > 0, noneRefused, withParameters.map(open));
  },
);

for (const operation of withFields) {
  const { operationId, method, path } = operation;
  test(
    `The message of a refusal names the invalid field at ${method} ${path}`,
    never('repeated', covers('ERR-13')),
    async ({ bulk, forAll, given, merchant, verify }) => {
      const wrongBatches = async () => {
        const items = (await given.invalidItems(operation)).map(({ field, invalid, violation }) => ({
          field: `items[].${field}`,
          violation,
          request: { body: { items: [invalid] } },
        }));
        const long = items.map(({ request, ...item }) => ({
          ...item,
          request: { body: withLongBatch(operationId, request, merchant.shared).body },
        }));
        return fc.oneof({ arbitrary: fc.oneof(items, long), weight: 5 }, noItems);
      };
      const wrongSubscriptions = async () => {
        const request = await given.requestFor(operationId);
        const { events } = await given.newWebhook();
        return invalidWebhookSubscription(events, given.prefix).map(({ field, invalid, violation }) => ({
          field,
          violation,
          request: { ...request, body: invalid },
        }));
      };
      given.needMessages([operation]);
      let refusals = 0;
      await forAll(
        batchWrites.includes(operation) ? await wrongBatches() : await wrongSubscriptions(),
        async ({ field, violation, request }) => {
          const exchange = await bulk.send(operation, request);
          if (exchange.status !== refusalStatus(operation)) return;
          refusals += 1;
          await verify('ERR-13', { exchange, trail: [violation] }, expect(exchange).to(nameThePlace, field));
        },
        { exchangesEach: 3 },
      );
      given.need(refusals > 0, noneRefused, [open(operation)]);
    },
  );
}
