import { covers, expect, test } from '#fixtures';

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
    await verify('SHP-07', listed, expect(listed).toListAnEntryWith('', 'event', event));
});
