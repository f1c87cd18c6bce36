import { covers, expect, inSmoke, test } from '../../fixtures/index.js';

test('Orders are listed', inSmoke(covers('ORD-01')), async ({ api, given, verify }) => {
  const made = given.canMakeOrders ? [await given.openOrder()] : [];
  const listed = await api.listOrders();
  await verify('ORD-01', listed, () => expect(listed).toList('items'));
  for (const { order_number } of made) {
    await verify('ORD-01', listed, () =>
      expect(listed).toListAnEntryWith('items', 'order_number', order_number),
    );
  }
});
