import fc from 'fast-check';
import { covers, expect, inSmoke, mayMeet, test } from '#fixtures';
import { tellingDescription, tellingUrl, webhookSubscription } from '#src/data/valid/webhook-subscription';
import { listAll, subscriptionCommands } from '#src/models/subscription-commands';
import { SubscriptionDriver, SubscriptionModel } from '#src/models/subscriptions';
import { listAnEntryWith, listNoEntryWith, show, showInItsList } from '#src/verdicts/oracles/lists/list';
import { beAnErrorWith, succeed } from '#src/verdicts/oracles/response';
import { giveASecret, giveNoSecret, listEventTypesByName } from '#src/verdicts/oracles/webhook';

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
    if (![created, ...alone].some(({ succeeded }) => succeeded)) given.bodyOf(created);
    for (const each of [created, ...alone]) await verify('WHK-01', each, expect(each).to(succeed));
  },
);

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

test('The event types have the assumed names', covers('SHP-07'), async ({ api, verify }) => {
  const listed = await api.listWebhookEventTypes();
  for (const event of assumed)
    await verify('SHP-07', listed, expect(listed).to(listAnEntryWith, '', 'event', event));
});

test(
  'A webhook subscription can be created, listed, read, updated and deleted, and shows its secret once',
  covers('WHK-02', 'WHK-05'),
  async ({ api, given, verify }) => {
    const { events } = await given.newWebhook();
    const key = given.newKey();
    const wanted = { url: tellingUrl(key), events: events.slice(-2), description: tellingDescription(key) };
    const created = await api.createWebhook({ body: wanted });
    await verify('WHK-02', created, expect(created).to(succeed));
    await verify('WHK-05', created, expect(created).to(giveASecret));
    const { id, client_secret: secret } = given.bodyOf(created, 'id', 'client_secret');
    const path = { id };

    const listed = await api.listWebhooks();
    await verify('WHK-02', listed, expect(listed).to(listAnEntryWith, '', 'id', id));
    const read = await api.getWebhook({ path });
    await verify('WHK-02', read, expect(read).to(show, { id, ...wanted, enabled: true }));

    const change = {
      url: `https://receiver.invalid/${key}-changed`,
      events: events.slice(0, 1),
      description: `  ${key}, changed `,
      enabled: false,
    };
    const updated = await api.updateWebhook({ path, body: change });
    const reread = await api.getWebhook({ path });
    for (const each of [updated, reread])
      await verify('WHK-02', each, expect(each).to(show, { id, ...wanted, ...change }));

    const relisted = await api.listWebhooks();
    await verify('WHK-02', relisted, expect(relisted).to(showInItsList, { id, ...wanted, ...change }));

    const deleted = await api.deleteWebhook({ path });
    await verify('WHK-02', deleted, expect(deleted).to(succeed));
    const unlisted = await api.listWebhooks();
    const listsNone = expect(unlisted).to(listNoEntryWith, '', 'id', id, relisted);
    await verify('WHK-02', unlisted, listsNone, deleted);
    const afterwards = [
      await api.getWebhook({ path }),
      await api.updateWebhook({ path, body: { enabled: true } }),
      await api.deleteWebhook({ path }),
    ];
    for (const each of afterwards) await verify('WHK-02', each, expect(each).to(beAnErrorWith, 404), deleted);

    for (const each of [listed, read, updated, reread, relisted, deleted, unlisted, ...afterwards])
      await verify('WHK-05', each, expect(each).to(giveNoSecret, [secret]), created);
  },
);

test(
  'An update of a webhook subscription changes only the fields that it contains',
  covers('WHK-02'),
  async ({ bulk, given, verify }) => {
    const { events, ...fields } = await given.newWebhook();
    const wanted = { ...fields, events: events.slice(0, 1) };
    const { id } = given.bodyOf(await bulk.createWebhook({ body: wanted }));
    const path = { id };
    const key = given.newKey();

    // No field keeps its original value, so that a field that falls back to it also shows.
    const changes = [
      { enabled: false },
      { url: tellingUrl(key) },
      { events: events.slice(-2) },
      { description: tellingDescription(key) },
      { url: `${wanted.url}-moved-again`, description: wanted.description },
      { enabled: true },
      { events: events.slice(0, 1) },
    ];
    let expected = { id, ...wanted, enabled: true };
    for (const change of changes) {
      const updated = await bulk.updateWebhook({ path, body: change });
      expected = { ...expected, ...change };
      const [read, listed] = [await bulk.getWebhook({ path }), await bulk.listWebhooks()];
      for (const each of [updated, read]) await verify('WHK-02', each, expect(each).to(show, expected));
      await verify('WHK-02', listed, expect(listed).to(showInItsList, expected));
    }
  },
);

test(
  'Two webhook subscriptions with the same URL are independent of each other',
  covers('WHK-02'),
  async ({ api, given, note, verify }) => {
    const { events, url, description } = await given.newWebhook();
    const wanted = { events: events.slice(0, 1), url, description };
    const { id } = given.bodyOf(await api.createWebhook({ body: wanted }), 'id');
    const path = { id };
    const twin = await api.createWebhook({ body: { ...wanted, events: events.slice(-1) } });
    note('WHK-02', `answered ${twin.status} to a second subscription with the same URL`);
    const stays = async () => {
      const [read, listed] = [await api.getWebhook({ path }), await api.listWebhooks()];
      await verify('WHK-02', read, expect(read).to(show, { id, ...wanted, enabled: true }));
      await verify('WHK-02', listed, expect(listed).to(showInItsList, { id, ...wanted, enabled: true }));
      return listed;
    };
    const listed = await stays();
    // The description does not say whether a URL may have one subscription or several (gap G-13).
    const isAllowed = twin.succeeded ? expect(twin).to(succeed) : expect(twin).to(beAnErrorWith, 400);
    await verify('WHK-02', twin, isAllowed);
    if (!twin.succeeded) {
      note('WHK-02', 'not looked at: whether two subscriptions with the same URL are independent');
      return;
    }
    const { id: other } = given.bodyOf(twin, 'id');
    await verify('WHK-02', listed, expect(listed).to(listAnEntryWith, '', 'id', other));

    await api.updateWebhook({ path: { id: other }, body: { enabled: false } });
    await stays();
    const deleted = await api.deleteWebhook({ path: { id: other } });
    const left = await stays();
    const listsNone = expect(left).to(listNoEntryWith, '', 'id', other, listed);
    await verify('WHK-02', left, listsNone, deleted);
  },
);

test(
  'Webhook subscriptions match a model after any sequence of requests',
  mayMeet(covers('WHK-02'), 'WHK-05'),
  async ({ bulk: api, forAll, given, models: { replayPath, verify } }) => {
    const key = given.newKey();
    const drawn = webhookSubscription((await given.newWebhook()).events, key);
    const commands = subscriptionCommands({
      url: drawn.map(({ url }) => url),
      events: drawn.map(({ events }) => events),
      description: drawn.map(({ description = key }) => description),
      maxCommands: 12,
      replayPath,
    });
    const created = new Set<string | number>();
    await forAll(
      commands,
      async (list) => {
        const real = new SubscriptionDriver({ api, key, created, verify });
        const { subscriptions } = await real.list();
        // A subscription that the test itself created and deleted does not belong to others: if it is still listed, the
        // model must notice.
        const others = subscriptions.map(({ id }) => id).filter((id) => !created.has(id));
        const model = new SubscriptionModel(others);
        await fc
          .asyncModelRun(() => ({ model, real }), list)
          .then(() => listAll.run(model, real))
          .finally(() => real.tidyUp());
      },
      { exchangesEach: 12, standsFor: 3 },
    );
  },
);
