import { covers, expect, operation, test } from '#fixtures';
import type { InvalidItem } from '#src/data/invalid/invalid-item';
import {
  invalidSubscriptionChange,
  invalidWebhookSubscription,
} from '#src/data/invalid/webhook-subscription';
import { longestDescription, longestUrl } from '#src/data/valid/webhook-subscription';
import { keepTheDataOf } from '#src/verdicts/oracles/lists/changes';
import { beAnErrorWith } from '#src/verdicts/oracles/response';

/** One mistake of each kind that the requirement names; `event` is a known event type. */
const named = (event: string) => [
  { violation: 'an unknown event type', events: ['order.exploded'] },
  { violation: 'an unknown event type next to a known one', events: [event, 'order.exploded'] },
  { violation: 'no event', events: [] },
  { violation: 'an invalid URL', url: 'receiver.invalid' },
  { violation: 'a URL that is neither HTTP nor HTTPS', url: 'ftp://receiver.invalid/' },
  { violation: 'a URL that is too long', url: 'https://receiver.invalid/'.padEnd(longestUrl + 1, 'x') },
  { violation: 'a description that is too long', description: 'x'.repeat(longestDescription + 1) },
  { violation: 'a description that is a number', description: 7 },
];

for (const { operationId, drawn, isNew } of [
  { operationId: 'createWebhook', drawn: invalidWebhookSubscription, isNew: true },
  { operationId: 'updateWebhook', drawn: invalidSubscriptionChange, isNew: false },
] as const) {
  const called = operation(operationId);
  test(
    `Unknown or no events, an invalid URL or an invalid description are refused by ${called.method} ${called.path}, and change nothing`,
    covers('WHK-03'),
    async ({ bulk, forAll, given, merchant, verify }) => {
      const key = given.newKey();
      const { events } = await given.newWebhook();
      const valid = { events, url: `https://receiver.invalid/${key}`, description: key };
      const created = await bulk.createWebhook({ body: valid });
      const request = isNew ? {} : { path: { id: given.bodyOf(created, 'id').id } };
      // On a merchant that others use too, only the subscriptions of this test.
      const isOwn = (listed: object) => !merchant.shared || JSON.stringify(listed).includes(key);
      const read = async () => ({
        webhooks: given.bodyOf(await bulk.listWebhooks(), '*.id').filter(isOwn),
      });
      const areRefused = async (items: readonly Omit<InvalidItem<unknown>, 'field'>[]) => {
        const before = await read();
        const refused = [];
        for (const { invalid: body, violation } of items)
          refused.push({ exchange: await bulk.send(called, { ...request, body }), trail: [violation] });
        const after = await read();
        const control = await bulk.send(called, { ...request, body: items[0]?.valid });
        for (const each of refused) {
          await verify('WHK-03', each, expect(each.exchange).to(beAnErrorWith, 400), control);
          await verify('WHK-03', each, expect(after).to(keepTheDataOf, before), control);
        }
      };
      await areRefused(
        named(events[0] ?? '').map(({ violation, ...mistake }) => ({
          ...{ violation, valid },
          invalid: isNew ? { ...valid, ...mistake } : mistake,
        })),
      );
      await forAll(drawn(events, key), (item) => areRefused([item]), { exchangesEach: 4 });
    },
  );
}
