import { covers, expect, inSmoke, test } from '#fixtures';
import { listEventTypesByName } from '#src/verdicts/oracles/webhook';

test('Webhook event types are listed', inSmoke(covers('WHK-01')), async ({ api, verify }) => {
  const listed = await api.listWebhookEventTypes();
  await verify('WHK-01', listed, expect(listed).to(listEventTypesByName));
});

test(
  'A webhook can subscribe to every listed event type',
  covers('WHK-01'),
  async ({ api, given, verify }) => {
    const wanted = await given.newWebhook();
    const created = await api.createWebhook({ body: wanted });
    if (created.succeeded) await api.deleteWebhook({ path: { id: given.bodyOf(created, 'id').id } });
    // If none of them can be subscribed to, the names are not the reason.
    const alone = [];
    for (const event of created.succeeded ? [] : wanted.events)
      alone.push(await api.createWebhook({ body: { ...wanted, events: [event] } }));
    given.need(
      [created, ...alone].some(({ succeeded }) => succeeded),
      'no event type could be subscribed to',
    );
    for (const each of [created, ...alone]) await verify('WHK-01', each, expect(each).toSucceed());
  },
);
