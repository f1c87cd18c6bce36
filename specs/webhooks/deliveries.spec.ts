import { covers, type Exchange, expect, type TestFixtures, test } from '#fixtures';
import { otherQuantity } from '#src/data/valid/update-items';
import {
  deliver,
  deliverAgain,
  deliverEvents,
  deliverNothing,
  type Happened,
} from '#src/verdicts/oracles/webhook';

/** Events of products, and events of orders, which only customers create (gap G-12). */
const productEvents = ['stock.updated', 'product_master.status_updated'];
const orderEvents = [
  'order.created',
  'order.updated',
  'order_items.shipped',
  'order_items.cancelled',
  'order_items.returned',
];

/** The statuses that a style can have after its publication, all those of styles, and all those of orders (G-06, G-11). */
const published = ['pending_approval', 'rejected', 'pending_active', 'active', 'problem'];
const productStatuses = ['draft', 'inactive', ...published];
const orderStatuses = ['open', 'shipped', 'cancelled', 'returned', 'mixed'];

/** Subscribes an address of the receiver to an event. */
async function subscribed(
  { api, given, receiver }: Pick<TestFixtures, 'api' | 'given' | 'receiver'>,
  event: string,
  name = event,
) {
  const body = { events: [event], url: receiver.urlFor(name), description: given.newKey() };
  const exchange = await api.createWebhook({ body });
  const { id, client_secret: secret } = given.bodyOf(exchange, 'id', 'client_secret');
  return { exchange, path: { id }, wanted: { event, subscription: id, secret } };
}

test(
  'Each event is delivered, signed, to its subscribers and to no one else',
  covers('WHK-04'),
  async ({ api, given, note, receiver, submit, verify }) => {
    const events = given.canMakeOrders ? [...productEvents, ...orderEvents] : productEvents;
    if (!given.canMakeOrders)
      for (const event of orderEvents)
        note('WHK-04', `not looked at: ${event}, because no orders can be created here`);
    // The events contain multi-byte characters.
    const [sku, style_key] = [`${given.newKey()}-Größe`, `${given.newKey()}-Größe`];
    const product = { ...(await given.productItem()), sku, style_key };
    await given.upserted([product]);
    const ordered = given.canMakeOrders ? await given.orderedProduct() : undefined;
    const subscriptions = [];
    for (const event of events) subscriptions.push(await subscribed({ api, given, receiver }, event));

    const quantity = otherQuantity(product.quantity);
    const happened: Record<string, Happened> = {
      'stock.updated': { to: sku, fields: { quantity: { right: [quantity] } } },
      'product_master.status_updated': {
        to: style_key,
        fields: { status: { right: published, words: productStatuses }, skus: { right: [[sku]] } },
      },
    };
    await submit('updateProductStock', [{ sku, quantity }]);
    await submit('updateProductStatus', [{ style_key, status: 'published' }]);
    if (ordered !== undefined) {
      const order = await given.orderOf(ordered, { items: 2 });
      const [cancelled, ...others] = order.order_items.map(({ id }) => id);
      const to = order.order_number;
      const status = (right: string) => ({ status: { right: [right], words: orderStatuses } });
      const ofItems = (ids: readonly unknown[]) => ({ to, fields: { order_items: { right: [ids] } } });
      happened['order.created'] = { to, fields: status('open') };
      // One item is cancelled, and the other one isn't.
      happened['order.updated'] = { to, fields: status('mixed') };
      happened['order_items.cancelled'] = ofItems([cancelled]);
      happened['order_items.shipped'] = ofItems(others);
      happened['order_items.returned'] = ofItems(others);
      await submit('cancelOrderItems', [{ id: cancelled }]);
      const shipment = { shipment_tracking_key: 'S-1', return_tracking_key: 'R-1' };
      await submit('shipOrderItems', [{ order_items: others, carrier_key: 'carrier', ...shipment }]);
      await submit('returnOrderItems', [{ order_items: others, return_tracking_key: 'R-1' }]);
    }
    await receiver.awaitDeliveriesTo(events);
    for (const { exchange, wanted } of subscriptions) {
      const { event } = wanted;
      const all = { ...wanted, happened: happened[event] };
      const isDelivered = expect(receiver.deliveriesTo(event)).to(deliver, all);
      await verify('WHK-04', exchange, isDelivered);
      note('WHK-04', `provoked ${event}`);
    }
  },
);

test(
  'A delivery that is not accepted is repeated with the same event',
  covers('WHK-04'),
  async ({ api, given, receiver, submit, verify }) => {
    const event = 'stock.updated';
    const { sku, quantity } = await given.newDraft();
    const { exchange, wanted } = await subscribed({ api, given, receiver }, event);

    receiver.refuse(2);
    const changed = otherQuantity(quantity);
    await submit('updateProductStock', [{ sku, quantity: changed }]);
    await receiver.awaitDeliveriesTo([event], 3);
    const deliveries = receiver.deliveriesTo(event);
    const happened = { to: sku, fields: { quantity: { right: [changed] } } };
    await verify('WHK-04', exchange, expect(deliveries).to(deliverAgain, 3));
    await verify('WHK-04', exchange, expect(deliveries).to(deliver, { ...wanted, happened }));
  },
);

test(
  'Deliveries follow changes of a subscription and stop when it is disabled or deleted',
  covers('WHK-04'),
  async ({ api, given, receiver, submit, verify }) => {
    const event = 'stock.updated';
    const { sku, quantity } = await given.newDraft();
    const at = (name: string) => subscribed({ api, given, receiver }, event, name);
    const [kept, moved] = [await at('kept'), await at('old-address')];
    const [disabled, deleted] = [await at('disabled'), await at('deleted')];
    const moving = await api.updateWebhook({ ...moved, body: { url: receiver.urlFor('new-address') } });
    const disabling = await api.updateWebhook({ ...disabled, body: { enabled: false } });
    const deletion = await api.deleteWebhook(deleted);

    const changed = otherQuantity(quantity);
    await submit('updateProductStock', [{ sku, quantity: changed }]);
    await receiver.awaitDeliveriesTo(['kept', 'new-address']);
    await receiver.linger();
    const gets = (name: string, { wanted }: typeof kept, change: Exchange) =>
      verify('WHK-04', change, expect(receiver.deliveriesTo(name)).to(deliver, wanted));
    await gets('kept', kept, moving);
    await gets('new-address', moved, moving);
    for (const [name, change] of [
      ['old-address', moving],
      ['disabled', disabling],
      ['deleted', deletion],
    ] as const) {
      const isSilent = expect(receiver.deliveriesTo(name)).to(deliverNothing, receiver.deliveriesTo('kept'));
      await verify('WHK-04', change, isSilent);
    }

    const enabling = await api.updateWebhook({ ...disabled, body: { enabled: true } });
    const movingOn = await api.updateWebhook({ ...moved, body: { url: receiver.urlFor('newest-address') } });
    const toFormer = receiver.deliveriesTo('new-address').length;
    await submit('updateProductStock', [{ sku, quantity: otherQuantity(changed) }]);
    await receiver.awaitDeliveriesTo(['disabled', 'newest-address']);
    await receiver.awaitDeliveriesTo(['kept'], 2);
    await gets('disabled', disabled, enabling);
    await gets('newest-address', moved, movingOn);
    await gets('kept', kept, enabling);
    await verify('WHK-04', enabling, expect(receiver.deliveriesTo('kept')).to(deliverEvents, 2));
    await verify(
      'WHK-04',
      movingOn,
      expect(receiver.deliveriesTo('new-address').slice(toFormer)).to(
        deliverNothing,
        receiver.deliveriesTo('newest-address'),
      ),
    );
  },
);
