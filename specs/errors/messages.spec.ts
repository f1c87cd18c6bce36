import fc from 'fast-check';
import { batchWrites, covers, expect, operation, operations, test } from '../../fixtures/index.js';
import { malformedBatchRequestId } from '../../src/arbitraries/invalid/batch-request-id.js';
import { invalidWebhookSubscription } from '../../src/arbitraries/invalid/webhook-subscription.js';
import { pageOutOfBounds } from '../../src/arbitraries/page-bound.js';

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
        await verify('ERR-13', refused, () => expect(refused).toNameThePlace(name));
      },
      { exchangesEach: 1 },
    );
    given.need(refusals > 0, noneRefused);
  });

  for (const write of batchWrites) {
    test(
      `the field that is wrong, at ${write.method} ${write.path}`,
      covers('ERR-13'),
      async ({ bulk, forAll, given, verify }) => {
        const invalidItems = (await given.invalidItems(write)).map(({ field, invalid, violation }) => ({
          field,
          violation,
          body: { items: [invalid] },
        }));
        const noItems = fc
          .constantFrom({}, { items: null }, { items: {} }, { items: 'all' })
          .map((body) => ({ field: 'items', violation: 'items: an array', body }));
        let refusals = 0;
        await forAll(
          fc.oneof({ arbitrary: invalidItems, weight: 5 }, noItems),
          async ({ field, violation, body }) => {
            const exchange = await bulk.send(write, { body });
            if (exchange.status !== 400) return;
            refusals += 1;
            await verify('ERR-13', { exchange, trail: [violation] }, () =>
              expect(exchange).toNameThePlace(field),
            );
          },
          { exchangesEach: 3 },
        );
        given.need(refusals > 0, noneRefused);
      },
    );
  }

  for (const operationId of ['createWebhook', 'updateWebhook'] as const) {
    const { method, path } = operation(operationId);
    test(
      `the field that is wrong, at ${method} ${path}`,
      covers('ERR-13'),
      async ({ bulk, forAll, given, requestFor, verify }) => {
        const request = await requestFor(operationId);
        const { events } = await given.newWebhook();
        let refusals = 0;
        await forAll(
          invalidWebhookSubscription(events, given.prefix),
          async ({ field, violation, invalid }) => {
            const exchange = await bulk.send(operation(operationId), { ...request, body: invalid });
            if (exchange.status !== 400) return;
            refusals += 1;
            await verify('ERR-13', { exchange, trail: [violation] }, () =>
              expect(exchange).toNameThePlace(field),
            );
          },
          { exchangesEach: 3 },
        );
        given.need(refusals > 0, noneRefused);
      },
    );
  }
});
