import { covers, expect, test } from '#fixtures';
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

test(
  'Each event is delivered, signed, to its subscribers and to no one else',
  covers('WHK-04'),
  async ({ api, given, note, receiver, submit, verify }) => {
    const events = given.canMakeOrders ? [...productEvents, ...orderEvents] : productEvents;
    if (!given.canMakeOrders)
      for (const event of orderEvents)
        note('WHK-04', `not looked at: ${event}, because no orders can be created here`);
    const { description } = await given.newWebhook();
    // The events contain multi-byte characters.
    const [sku, style_key] = [`${given.newKey()}-Größe`, `${given.newKey()}-Größe`];
    const product = { ...(await given.productItem()), sku, style_key };
    await given.upserted([product]);
    const ordered = given.canMakeOrders ? await given.orderedProduct() : undefined;
    const subscriptions = [];
    for (const event of events) {
      const body = { events: [event], url: receiver.urlFor(event), description };
      const exchange = await api.createWebhook({ body });
      subscriptions.push({ event, exchange, ...given.bodyOf(exchange, 'id', 'client_secret') });
    }

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
    for (const { event, exchange, id, client_secret: secret } of subscriptions) {
      const isDelivered = expect(receiver.deliveriesTo(event)).to(deliver, {
        event,
        subscription: id,
        secret,
        happened: happened[event],
      });
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
    const { description } = await given.newWebhook();
    const { sku, quantity } = await given.newDraft();
    const body = { events: [event], url: receiver.urlFor(event), description };
    const created = await api.createWebhook({ body });
    const { id: subscription, client_secret: secret } = given.bodyOf(created, 'id', 'client_secret');

    receiver.refuse(2);
    const changed = otherQuantity(quantity);
    await submit('updateProductStock', [{ sku, quantity: changed }]);
    await receiver.awaitDeliveriesTo([event], 3);
    const deliveries = receiver.deliveriesTo(event);
    const happened = { to: sku, fields: { quantity: { right: [changed] } } };
    await verify('WHK-04', created, expect(deliveries).to(deliverAgain, 3));
    await verify(
      'WHK-04',
      created,
      expect(deliveries).to(deliver, { event, subscription, secret, happened }),
    );
  },
);

test(
  'Deliveries follow changes of a subscription and stop when it is disabled or deleted',
  covers('WHK-04'),
  async ({ api, given, receiver, submit, verify }) => {
    const event = 'stock.updated';
    const { description } = await given.newWebhook();
    const { sku, quantity } = await given.newDraft();
    const subscribed = async (name: string) => {
      const body = { events: [event], url: receiver.urlFor(name), description };
      const { id, client_secret: secret } = given.bodyOf(
        await api.createWebhook({ body }),
        'id',
        'client_secret',
      );
      return { path: { id }, wanted: { event, subscription: id, secret } };
    };
    const [kept, moved] = [await subscribed('kept'), await subscribed('old-address')];
    const [disabled, deleted] = [await subscribed('disabled'), await subscribed('deleted')];
    const moving = await api.updateWebhook({ ...moved, body: { url: receiver.urlFor('new-address') } });
    const disabling = await api.updateWebhook({ ...disabled, body: { enabled: false } });
    const deletion = await api.deleteWebhook(deleted);

    const changed = otherQuantity(quantity);
    await submit('updateProductStock', [{ sku, quantity: changed }]);
    await receiver.awaitDeliveriesTo(['kept', 'new-address']);
    await receiver.linger();
    for (const [name, { wanted }] of [
      ['kept', kept],
      ['new-address', moved],
    ] as const)
      await verify('WHK-04', moving, expect(receiver.deliveriesTo(name)).to(deliver, wanted));
    for (const [name, exchange] of [
      ['old-address', moving],
      ['disabled', disabling],
      ['deleted', deletion],
    ] as const)
      await verify(
        'WHK-04',
        exchange,
        expect(receiver.deliveriesTo(name)).to(deliverNothing, receiver.deliveriesTo('kept')),
      );

    const enabling = await api.updateWebhook({ ...disabled, body: { enabled: true } });
    const movingOn = await api.updateWebhook({ ...moved, body: { url: receiver.urlFor('newest-address') } });
    const toFormer = receiver.deliveriesTo('new-address').length;
    await submit('updateProductStock', [{ sku, quantity: otherQuantity(changed) }]);
    await receiver.awaitDeliveriesTo(['disabled', 'newest-address']);
    await receiver.awaitDeliveriesTo(['kept'], 2);
    for (const [name, { wanted }, exchange] of [
      ['disabled', disabled, enabling],
      ['newest-address', moved, movingOn],
      ['kept', kept, enabling],
    ] as const)
      await verify('WHK-04', exchange, expect(receiver.deliveriesTo(name)).to(deliver, wanted));
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
