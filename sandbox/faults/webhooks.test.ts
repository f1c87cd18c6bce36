import { createHmac } from 'node:crypto';
import { signDelivery } from '../domain/webhook-delivery.js';
import type { OpenSandbox, Received } from '../testing/open-sandbox.js';
import { BROKEN_RECEIVER, type Delivery, type Lie, testLies } from './lies.js';
import { webhooksFaults } from './webhooks.js';

type Hook = Readonly<Record<string, unknown>>;

const url = 'https://receiver.invalid/Hook';
const hook = { events: ['order.created', 'stock.updated'], url, description: ' Caf\u0065\u0301 ' };

/** Creates a subscription; its id and secret. */
async function create(
  { send }: OpenSandbox,
  wish: object = hook,
): Promise<{ id: string; client_secret: string }> {
  return Object((await send('POST', '/webhooks/', wish)).body);
}

/** What is told of a subscription that was created and then updated, as it is read afterwards. */
function kept(wish: object, updates: readonly object[], tell: (read: Hook) => unknown, lie: unknown): Lie {
  return [
    async (sandbox) => {
      const { id } = await create(sandbox, { ...hook, ...wish });
      for (const update of updates) await sandbox.send('PATCH', `/webhooks/${id}`, update);
      return tell(Object((await sandbox.send('GET', `/webhooks/${id}`)).body));
    },
    lie,
  ];
}

/** How many subscriptions are listed when two were created, and the second one deleted or updated. */
function left(change: 'delete' | object, lie: unknown): Lie {
  return [
    async (sandbox) => {
      await create(sandbox);
      const { id } = await create(sandbox);
      if (change === 'delete') await sandbox.send('DELETE', `/webhooks/${id}`);
      else await sandbox.send('PATCH', `/webhooks/${id}`, change);
      return Object((await sandbox.send('GET', '/webhooks/')).body).length;
    },
    lie,
  ];
}

/** The statuses of a creation and of an update with the same wrong values. */
function accepted(wrong: object): Lie {
  return [
    async (sandbox) => {
      const created = await sandbox.send('POST', '/webhooks/', { ...hook, ...wrong });
      const { id } = await create(sandbox);
      const updated = await sandbox.send('PATCH', `/webhooks/${id}`, wrong);
      return [created.status, updated.status];
    },
    [200, 200],
  ];
}

/** What is told of the list of event types. */
function types(tell: (list: readonly { event?: string }[]) => unknown, lie: unknown): Lie {
  return [
    async ({ send }) => {
      const { body } = await send('GET', '/webhooks/types');
      return tell(Array.isArray(body) ? body : []);
    },
    lie,
  ];
}

/** What is told of the answer that reads a subscription after an update. */
function secretIn(tell: (answer: Received) => unknown, lie: unknown, change: object = {}): Lie {
  return [
    async (sandbox) => {
      const { id } = await create(sandbox);
      await sandbox.send('PATCH', `/webhooks/${id}`, change);
      return tell(await sandbox.send('GET', `/webhooks/${id}`));
    },
    lie,
  ];
}

type Step = (sandbox: OpenSandbox, path: string) => unknown;

/** Takes steps with a subscription to stock.updated, and tells what was delivered; `name` ends the URL. */
function delivered(
  steps: readonly Step[],
  tell: (deliveries: readonly Delivery[], secret: string) => unknown,
  lie: unknown,
  name = 'hook',
): Lie {
  return [
    async (sandbox, deliveries) => {
      const subscription = await create(sandbox, {
        events: ['stock.updated'],
        url: `https://a.example/${name}`,
      });
      for (const step of steps) {
        await step(sandbox, `/webhooks/${subscription.id}`);
        // What follows from the answer to a delivery happens after it.
        await new Promise(setImmediate);
      }
      return tell(deliveries, subscription.client_secret);
    },
    lie,
  ];
}

const sell: Step = ({ merchant }) => merchant.emit('stock.updated', { sku: 'Größe 😀', quantity: 1 });
const order: Step = ({ merchant }) => merchant.emit('order.created', { order_number: 'SO-1' });
const wait: Step = ({ pass }) => pass(40);
const remove: Step = ({ send }, path) => send('DELETE', path);
const update =
  (change: object): Step =>
  ({ send }, path) =>
    send('PATCH', path, change);

const count = (deliveries: readonly Delivery[]) => deliveries.length;
const signatures = (deliveries: readonly Delivery[], secret: string) =>
  deliveries.map(({ signature, body }) => signature === signDelivery(body, secret));
const isSignedOtherwise =
  (sign: (body: string, secret: string) => string) => (deliveries: readonly Delivery[], secret: string) =>
    deliveries.every(({ signature, body }) => signature === sign(body, secret));
const idOf = ({ body }: Delivery) => JSON.parse(body).id;

testLies(webhooksFaults, {
  'lists-no-event-types': types((list) => list.length, 0),
  'lists-event-types-without-name': types(([first]) => Object.keys(first ?? {}), ['description']),
  'lists-event-type-that-it-refuses': types((list) => list.at(-1)?.event, 'price.updated'),
  'creates-no-subscription': left({}, 0),
  'creates-one-subscription-per-url': left({}, 1),
  'keeps-first-event-only': kept({}, [], ({ events }) => events, ['order.created']),
  'trims-description-of-subscription': kept(
    {},
    [],
    ({ description }) => description,
    hook.description.trim(),
  ),
  'cuts-description-of-subscription-at-255': kept(
    { description: 'x'.repeat(256) },
    [],
    ({ description }) => description,
    'x'.repeat(255),
  ),
  'composes-description-of-subscription': kept({}, [], ({ description }) => description, ' Caf\u00e9 '),
  'lowers-case-of-subscription-url': kept({}, [], (read) => read.url, url.toLowerCase()),
  'updates-no-subscription': kept({}, [{ enabled: false }], ({ enabled }) => enabled, true),
  'clears-description-that-is-not-sent': kept(
    {},
    [{ enabled: false }],
    ({ description }) => description,
    null,
  ),
  'enables-with-every-update': kept({}, [{ enabled: false }, { url }], ({ enabled }) => enabled, true),
  'adds-events-to-former-ones': kept({}, [{ events: ['order.updated'] }], ({ events }) => events, [
    ...hook.events,
    'order.updated',
  ]),
  'deletes-no-subscription': left('delete', 2),
  'deletes-subscriptions-with-same-url': left('delete', 0),
  'lists-enabled-subscriptions-only': left({ enabled: false }, 1),
  'lists-subscriptions-as-they-were-created': [
    async (sandbox) => {
      const { id } = await create(sandbox);
      await sandbox.send('PATCH', `/webhooks/${id}`, { enabled: false });
      return Object((await sandbox.send('GET', '/webhooks/')).body)[0].enabled;
    },
    true,
  ],
  'accepts-unknown-event': accepted({ events: ['nothing'] }),
  'passes-over-unknown-event-beside-known': accepted({ events: ['nothing', 'order.created'] }),
  'accepts-no-events': accepted({ events: [] }),
  'accepts-any-scheme-of-url': accepted({ url: 'ftp://receiver.example' }),
  'accepts-url-without-scheme': accepted({ url: 'receiver.example' }),
  'cuts-url-that-is-too-long': accepted({ url: `https://a.example/${'x'.repeat(2_083)}` }),
  'cuts-description-that-is-too-long': accepted({ description: 'x'.repeat(1_001) }),
  'turns-description-into-text': accepted({ description: 1 }),
  'keeps-subscription-that-it-refuses': [
    async ({ send }) => {
      const { status } = await send('POST', '/webhooks/', { ...hook, events: ['order.created', 'nothing'] });
      return [status, Object((await send('GET', '/webhooks/')).body).length];
    },
    [400, 1],
  ],
  'delivers-nothing': delivered([sell], count, 0),
  'delivers-first-event-of-subscription-only': delivered([sell, sell], count, 1),
  'signs-with-sha-1': delivered(
    [sell],
    isSignedOtherwise((body, secret) => createHmac('sha1', secret).update(body).digest('hex')),
    true,
  ),
  'signs-the-message-alone': delivered(
    [sell],
    isSignedOtherwise((body, secret) => signDelivery(JSON.stringify(JSON.parse(body).message), secret)),
    true,
  ),
  'signs-the-body-in-latin-1': delivered(
    [sell],
    isSignedOtherwise((body, secret) => signDelivery(Buffer.from(body, 'latin1'), secret)),
    true,
  ),
  'delivers-without-signature': delivered([sell], ([delivery]) => delivery?.signature, undefined),
  'delivers-other-bytes-than-it-signed': delivered([sell], signatures, [false]),
  'tries-no-delivery-again': delivered([sell, wait], count, 1, BROKEN_RECEIVER),
  'tries-delivery-again-once-only': delivered([sell, wait, wait], count, 2, BROKEN_RECEIVER),
  'tries-again-without-signature': delivered([sell, wait], signatures, [true, false], BROKEN_RECEIVER),
  'tries-again-under-new-id': delivered(
    [sell, wait],
    (deliveries, secret) => [new Set(deliveries.map(idOf)).size, ...signatures(deliveries, secret)],
    [2, true, true],
    BROKEN_RECEIVER,
  ),
  'delivers-to-former-url': delivered(
    [sell, update({ url: 'https://a.example/other' }), sell],
    (deliveries) => deliveries.at(-1)?.url,
    'https://a.example/hook',
  ),
  'delivers-events-of-deleted-subscription': delivered([remove, sell], count, 1),
  'delivers-events-to-disabled-subscription': delivered([update({ enabled: false }), sell], count, 1),
  'delivers-events-that-nobody-asked-for': delivered([order], count, 1),
  'tells-secret-again': secretIn(({ body }) => 'client_secret' in Object(body), true),
  'tells-secret-in-a-header': secretIn(({ headers }) => 'x-client-secret' in headers, true),
  'tells-secret-of-disabled-subscriptions': secretIn(({ body }) => 'client_secret' in Object(body), true, {
    enabled: false,
  }),
  'tells-no-secret': [async (sandbox) => (await create(sandbox)).client_secret, undefined],
});
