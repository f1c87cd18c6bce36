import { covers, expect, operation, test } from '#fixtures';
import {
  invalidSubscriptionChange,
  invalidWebhookSubscription,
} from '#src/data/invalid/webhook-subscription';
import { longestDescription, longestUrl } from '#src/data/valid/webhook-subscription';
import { keepTheDataOf, showTheSameAs } from '#src/verdicts/oracles/lists/changes';
import { beAnErrorWith } from '#src/verdicts/oracles/response';

const create = operation('createWebhook');
const update = operation('updateWebhook');

/** One mistake of each kind that the requirement names; `event` is a known event type. */
const wrongFor = (event: string) => [
  { what: 'an unknown event type', events: ['order.exploded'] },
  { what: 'an unknown event type next to a known one', events: [event, 'order.exploded'] },
  { what: 'no event', events: [] },
  { what: 'an invalid URL', url: 'receiver.invalid' },
  { what: 'a URL that is neither HTTP nor HTTPS', url: 'ftp://receiver.invalid/' },
  { what: 'a URL that is too long', url: 'https://receiver.invalid/'.padEnd(longestUrl + 1, 'x') },
  { what: 'a description that is too long', description: 'x'.repeat(longestDescription + 1) },
  { what: 'a description that is a number', description: 7 },
];

test(
  'A webhook subscription with unknown or no events, an invalid URL or an invalid description is refused',
  covers('WHK-03'),
  async ({ bulk, given, merchant, verify }) => {
    const key = given.newKey();
    const { events } = await given.newWebhook();
    const valid = { events, url: `https://receiver.invalid/${key}`, description: key };
    const control = await bulk.createWebhook({ body: valid });
    const path = { id: given.bodyOf(control, 'id').id };
    const read = async () => ({
      own: await bulk.getWebhook({ path }),
      all: ownIn(given.bodyOf(await bulk.listWebhooks(), '*.id'), key, merchant),
    });
    const before = await read();
    for (const { what, ...mistake } of wrongFor(events[0] ?? '')) {
      const trail = [`a subscription with ${what}`];
      const created = await bulk.send(create, { body: { ...valid, ...mistake } });
      const changed = await bulk.send(update, { path, body: mistake });
      for (const exchange of [created, changed])
        await verify('WHK-03', { exchange, trail }, expect(exchange).to(beAnErrorWith, 400), control);
    }
    const { own, all } = await read();
    await verify('WHK-03', own, expect(own).to(showTheSameAs, before.own), control);
    await verify(
      'WHK-03',
      own,
      expect({ webhooks: all }).to(keepTheDataOf, { webhooks: before.all }),
      control,
    );
  },
);

test(
  'A webhook subscription with one invalid field is refused with 400 and not created',
  covers('WHK-03'),
  async ({ bulk, forAll, given, merchant, verify }) => {
    const key = given.newKey();
    const { events } = await given.newWebhook();
    const subscriptions = async () => ownIn(given.bodyOf(await bulk.listWebhooks(), '*.id'), key, merchant);
    await forAll(
      invalidWebhookSubscription(events, key),
      async ({ valid, invalid, violation }) => {
        const before = await subscriptions();
        const refused = await bulk.send(create, { body: invalid });
        const after = await subscriptions();
        const control = await bulk.send(create, { body: valid });
        const witness = { exchange: refused, trail: [violation] };
        await verify('WHK-03', witness, expect(refused).to(beAnErrorWith, 400), control);
        const isUnchanged = expect({ webhooks: after }).to(keepTheDataOf, { webhooks: before });
        await verify('WHK-03', witness, isUnchanged, control);
      },
      { exchangesEach: 4 },
    );
  },
);

test(
  'An update of a webhook subscription with one invalid field is refused with 400 and changes nothing',
  covers('WHK-03'),
  async ({ bulk, forAll, given, verify }) => {
    const { events } = await given.newWebhook();
    const { id } = await given.webhook();
    const path = { id };
    await forAll(
      invalidSubscriptionChange(events, given.newKey()),
      async ({ valid, invalid, violation }) => {
        const before = await bulk.getWebhook({ path });
        const refused = await bulk.send(update, { path, body: invalid });
        const after = await bulk.getWebhook({ path });
        const control = await bulk.send(update, { path, body: valid });
        const witness = { exchange: refused, trail: [violation] };
        await verify('WHK-03', witness, expect(refused).to(beAnErrorWith, 400), control);
        const isUnchanged = expect(after).to(showTheSameAs, before);
        await verify('WHK-03', { exchange: after, trail: [violation] }, isUnchanged, control);
      },
      { exchangesEach: 4 },
    );
  },
);

/** On a merchant that others use too, only the subscriptions of this test. */
function ownIn(
  listed: readonly object[],
  key: string,
  { shared }: { readonly shared: boolean },
): readonly object[] {
  return listed.filter((each) => !shared || JSON.stringify(each).includes(key));
}
