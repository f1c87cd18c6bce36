import { covers, expect, inSmoke, test } from '../../fixtures/index.js';

test('Webhook event types are listed', inSmoke(covers('WHK-01')), async ({ api, verify }) => {
  const listed = await api.listWebhookEventTypes();
  await verify('WHK-01', listed, () => expect(listed).toListAtLeastOne());
});
