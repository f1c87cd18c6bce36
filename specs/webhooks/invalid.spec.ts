import { covers, expect, operation, test } from '../../fixtures/index.js';
import {
  invalidSubscriptionChange,
  invalidWebhookSubscription,
} from '../../src/arbitraries/invalid/webhook-subscription.js';

const create = operation('createWebhook');
const update = operation('updateWebhook');

/** One of each kind that the requirement names. */
const wrong = [
  { what: 'an unknown event type', events: ['order.exploded'] },
  { what: 'no event', events: [] },
  { what: 'an invalid URL', url: 'receiver.invalid' },
];

test(
  'A webhook subscription with an unknown event type, no event or an invalid URL is neither created nor taken as a change',
  covers('WHK-03'),
  async ({ api, given, verify }) => {
    const valid = await given.newWebhook();
    const control = await api.createWebhook({ body: valid });
    const path = { id: given.bodyOf(control).id };
    const before = await api.getWebhook({ path });
    for (const { what, ...mistake } of wrong) {
      const trail = [`a subscription with ${what}`];
      const created = await api.createWebhook({ body: { ...valid, ...mistake } });
      const changed = await api.updateWebhook({ path, body: mistake });
      for (const exchange of [created, changed])
        await verify('WHK-03', { exchange, trail }, () => expect(exchange).toBeAnErrorWith(400), control);
    }
    const after = await api.getWebhook({ path });
    await verify('WHK-03', after, () => expect(after.json).toBeUnchangedFrom(before.json, 'body'), control);
  },
);

test(
  'A webhook subscription with one mistake is answered 400 and not created',
  covers('WHK-03'),
  async ({ bulk, forAll, given, merchant, verify }) => {
    const key = given.newKey();
    const { events } = await given.newWebhook();
    /** On a merchant that others use too, only what can be told to be of this test. */
    const subscriptions = async () =>
      given
        .bodyOf(await bulk.listWebhooks())
        .filter((each) => !merchant.shared || JSON.stringify(each).includes(key));
    await forAll(
      invalidWebhookSubscription(events, key),
      async ({ valid, invalid, violation }) => {
        const before = await subscriptions();
        const refused = await bulk.send(create, { body: invalid });
        const after = await subscriptions();
        const control = await bulk.send(create, { body: valid });
        const witness = { exchange: refused, trail: [violation] };
        await verify('WHK-03', witness, () => expect(refused).toBeAnErrorWith(400), control);
        await verify(
          'WHK-03',
          witness,
          () => expect(after).toBeUnchangedFrom(before, 'subscriptions'),
          control,
        );
      },
      { exchangesEach: 4 },
    );
  },
);

test(
  'A change of a webhook subscription with a mistake is answered 400 and changes nothing',
  covers('WHK-03'),
  async ({ bulk, forAll, given, verify }) => {
    const { id, events } = await given.webhook();
    const path = { id };
    await forAll(
      invalidSubscriptionChange(events, given.newKey()),
      async ({ valid, invalid, violation }) => {
        const before = await bulk.getWebhook({ path });
        const refused = await bulk.send(update, { path, body: invalid });
        const after = await bulk.getWebhook({ path });
        const control = await bulk.send(update, { path, body: valid });
        const witness = { exchange: refused, trail: [violation] };
        await verify('WHK-03', witness, () => expect(refused).toBeAnErrorWith(400), control);
        await verify(
          'WHK-03',
          { exchange: after, trail: [violation] },
          () => expect(after.json).toBeUnchangedFrom(before.json, 'body'),
          control,
        );
      },
      { exchangesEach: 4 },
    );
  },
);
