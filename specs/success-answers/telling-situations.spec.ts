import { covers, expect, test } from '../../fixtures/index.js';

// Fields that are there only sometimes: their shape is checked inside `api`.
test.describe('A well-formed request is answered with success', () => {
  test(
    'where items of a batch failed, by GET /api/v1/results/status',
    covers('SHP-10'),
    async ({ given, submit, verify }) => {
      const { style_key } = await given.draftProduct();
      for (const key of [style_key, given.newKey()]) {
        // What can't be carried out may be refused at once: then there is no result to read.
        const { batch } = await submit('updateProductStatus', [{ style_key: key, status: 'published' }]);
        if (batch === undefined) continue;
        await verify('SHP-10', batch.exchange, () => expect(batch.exchange).toHaveStatus(200));
      }
    },
  );

  test(
    'where products were rejected, by GET /api/v1/products/rejected',
    covers('SHP-10'),
    async ({ api, given, verify }) => {
      await given.rejectedStyles(2);
      const listed = await api.listRejectedProducts();
      await verify('SHP-10', listed, () => expect(listed).toHaveStatus(200));
    },
  );

  test(
    'where a subscription is to a single event, by each of the webhook operations',
    covers('SHP-10'),
    async ({ api, given, verify }) => {
      const { events, ...fields } = await given.newWebhook();
      const created = await api.createWebhook({ body: { ...fields, events: events.slice(0, 1) } });
      await verify('SHP-10', created, () => expect(created).toHaveStatus(200));
      given.need(created.succeeded, `no subscription was created (${created.line})`);
      const { id } = Object(created.json);
      for (const answer of [
        await api.listWebhooks(),
        await api.getWebhook({ path: { id } }),
        await api.updateWebhook({ path: { id }, body: { enabled: false } }),
      ])
        await verify('SHP-10', answer, () => expect(answer).toHaveStatus(200));
    },
  );
});
