import fc from 'fast-check';
import { covers, expect, inSmoke, test } from '#fixtures';
import { tellingDescription, tellingUrl, webhookSubscription } from '#src/data/valid/webhook-subscription';
import { FixedList, type ModelCommand } from '#src/models/model-driver';
import { everyCommand, listAll, SubscriptionModel, subscriptionCommands } from '#src/models/subscriptions';
import { listAnEntryWith } from '#src/verdicts/oracles/lists/list';
import { succeed } from '#src/verdicts/oracles/response';
import { listEventTypesByName } from '#src/verdicts/oracles/webhook';

/** The assumed events; a target may have others (gap G-12). */
const assumed = [
  'order.created',
  'order.updated',
  'order_items.shipped',
  'order_items.cancelled',
  'order_items.returned',
  'stock.updated',
  'product_master.status_updated',
];

test(
  'Webhook event types are listed, with the assumed names',
  inSmoke(covers('WHK-01', 'SHP-07')),
  async ({ api, verify }) => {
    const listed = await api.listWebhookEventTypes();
    await verify('WHK-01', listed, expect(listed).to(listEventTypesByName));
    for (const event of assumed)
      await verify('SHP-07', listed, expect(listed).to(listAnEntryWith, '', 'event', event));
  },
);

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
    if (![created, ...alone].some(({ succeeded }) => succeeded)) given.bodyOf(created);
    for (const each of [created, ...alone]) await verify('WHK-01', each, expect(each).to(succeed));
  },
);

test(
  'Webhook subscriptions match a model after any sequence of requests',
  covers('WHK-02', 'WHK-05'),
  async ({ bulk: api, forAll, given, modelDriver }) => {
    const key = given.newKey();
    const { events } = await given.newWebhook();
    const drawn = webhookSubscription(events, key);
    const described = drawn.map(({ description = key, ...each }) => ({ ...each, description }));
    const commands = subscriptionCommands(described, 12);
    const created = new Set<string | number>();
    const play = async (list: Iterable<ModelCommand<SubscriptionModel>>) => {
      const model = new SubscriptionModel({ api, key, created }, await api.listWebhooks());
      const real = modelDriver();
      await fc
        .asyncModelRun(() => ({ model, real }), list)
        .then(() => listAll.run(model, real))
        .finally(() => model.tidyUp());
    };
    const first = { url: tellingUrl(key), events: events.slice(-2), description: tellingDescription(key) };
    const last = {
      url: `https://receiver.invalid/${key}/Changed?Shop=B`,
      events: events.slice(0, 1),
      description: `  ${key}, changed `,
    };
    await forAll(new FixedList(everyCommand(first, last)), play, { exchangesEach: 40, once: true });
    await forAll(commands, play, { exchangesEach: 12, standsFor: 3 });
  },
);
