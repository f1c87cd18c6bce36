import fc from 'fast-check';
import { batchWrites, covers, expect, operation, operations, test } from '../../fixtures/index.js';
import { malformedBatchRequestId } from '../../src/arbitraries/invalid/batch-request-id.js';
import { invalidWebhookSubscription } from '../../src/arbitraries/invalid/webhook-subscription.js';
import { pageOutOfBounds } from '../../src/arbitraries/page-bound.js';
import { nameThePlace } from '../../src/oracles/answer.js';

/** Requests that are wrong in one parameter: a batch id, or a page. */
const wrongParameters = operations.flatMap(({ operationId, parameters }) =>
  parameters.flatMap(({ name }) => {
    const to = (request: object) => ({ operationId, name, request });
    if (name === 'batch_request_id')
      return fc.uuid().chain((id) => malformedBatchRequestId(id).map(({ request }) => to(request)));
    if (name === 'page' || name === 'per_page')
      return pageOutOfBounds(name).map(({ query }) => to({ raw: { query } }));
    return [];
  }),
);

/** Batches without a list of items. */
const noItems = fc
  .constantFrom({}, { items: null }, { items: {} }, { items: 'all' })
  .map((body) => ({ field: 'items', violation: 'items: an array', request: { body } }));

/** Operations whose body has fields that can be wrong. */
const withFields = [...batchWrites, operation('createWebhook'), operation('updateWebhook')];

const noneRefused = 'none of the wrong requests was answered 400';

// A mistake that is not answered 400 has no message to look at; whether it must be is other requirements' matter.
test.describe('The message of a 400 names', () => {
  test('the parameter that is wrong', covers('ERR-13'), async ({ bulk, forAll, given, verify }) => {
    let refusals = 0;
    await forAll(
      fc.oneof(...wrongParameters),
      async ({ operationId, name, request }) => {
        const refused = await bulk.send(operation(operationId), request);
        if (refused.status !== 400) return;
        refusals += 1;
        await verify('ERR-13', refused, expect(refused).to(nameThePlace, name));
      },
      { exchangesEach: 1 },
    );
    given.need(refusals > 0, noneRefused);
  });

  for (const operation of withFields) {
    const { operationId, method, path } = operation;
    test(
      `the field that is wrong, at ${method} ${path}`,
      covers('ERR-13'),
      async ({ bulk, forAll, given, requestFor, verify }) => {
        const wrongBatches = async () => {
          const items = (await given.invalidItems(operation)).map(({ field, invalid, violation }) => ({
            field,
            violation,
            request: { body: { items: [invalid] } },
          }));
          return fc.oneof({ arbitrary: items, weight: 5 }, noItems);
        };
        const wrongSubscriptions = async () => {
          const request = await requestFor(operationId);
          const { events } = await given.newWebhook();
          return invalidWebhookSubscription(events, given.prefix).map(({ field, invalid, violation }) => ({
            field,
            violation,
            request: { ...request, body: invalid },
          }));
        };
        let refusals = 0;
        await forAll(
          batchWrites.includes(operation) ? await wrongBatches() : await wrongSubscriptions(),
          async ({ field, violation, request }) => {
            const exchange = await bulk.send(operation, request);
            if (exchange.status !== 400) return;
            refusals += 1;
            await verify(
              'ERR-13',
              { exchange, trail: [violation] },
              expect(exchange).to(nameThePlace, field),
            );
          },
          { exchangesEach: 3 },
        );
        given.need(refusals > 0, noneRefused);
      },
    );
  }
});
