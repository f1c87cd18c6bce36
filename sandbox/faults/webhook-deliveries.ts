import { createHmac } from 'node:crypto';
import type { Rules } from '../domain/rules.js';
import {
  SIGNATURE_HEADER,
  type Subscription,
  type Subscriptions,
  WEBHOOK_EVENT_TYPES,
} from '../domain/webhooks.js';
import type { OperationResponse } from '../http/operation.js';
import { isObject } from '../schema/check.js';
import { deciding, fresh, type Plant, type Plants, together } from './fault.js';
import { counting, keepingFirst } from './plants/memory.js';
import { changed, changePart, type Entry, onList } from './plants/requests.js';
import { changeResponse } from './plants/responses.js';

/** A delivery as it is sent. */
interface Sending {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Plants a different way to send deliveries; `send` sends one, or a changed one, in the clean way. */
function delivering(
  deliver: (
    event: Entry,
    send: (change?: Partial<Sending>) => Promise<boolean>,
    sending: Sending,
  ) => Promise<boolean>,
): Plant {
  return deciding('deliver', (clean, url, body, headers = {}, timeout) => {
    const sending = { url, body: String(body), headers };
    const send = (change: Partial<Sending> = {}) => {
      const { url, body, headers } = { ...sending, ...change };
      return clean(url, body, headers, timeout);
    };
    return deliver(readDelivery(body), send, sending);
  });
}

/** Plants a different signature. */
function signing(sign: Rules['signDelivery']): Plant {
  return deciding('signDelivery', (_clean, body, secret) => sign(body, secret));
}

/** The methods that read subscriptions, with changed results. */
function showing(
  { find, all }: Subscriptions,
  shown: (subscription: Subscription) => Subscription,
): Pick<Subscriptions, 'find' | 'all'> {
  return {
    find(id) {
      const found = find(id);
      return found && shown(found);
    },
    all: () => all().map(shown),
  };
}

/** The body of a delivery. */
function readDelivery(body: string | Uint8Array): Entry {
  return Object(JSON.parse(String(body)));
}

/** Plants a change of responses that has access to the secrets of all subscriptions. */
function knowingSecrets(
  change: (response: OperationResponse, secretOf: (id: unknown) => unknown) => OperationResponse,
): Plant {
  return fresh(() => {
    const secrets = new Map<unknown, unknown>();
    const listening: Plant = (clean) => ({
      async handle(operation, request) {
        const response = await clean.handle(operation, request);
        if (operation.id === 'createWebhook' && isObject(response.body))
          secrets.set(response.body.id, response.body.client_secret);
        return response;
      },
    });
    return together(
      listening,
      changeResponse((response) => change(response, (id) => secrets.get(id))),
    );
  });
}

/** Plants the secret in the subscriptions that are read. */
function tellingSecrets(isMeant: (subscription: Entry) => boolean): Plant {
  return knowingSecrets(({ body, ...response }, secretOf) => {
    const told = (each: unknown) =>
      isObject(each) && isMeant(each) ? { ...each, client_secret: secretOf(each.id) } : each;
    return { ...response, body: Array.isArray(body) ? body.map(told) : told(body) };
  });
}

/** Plants different bodies, signed as they are sent. */
function rewriting(change: (event: Entry) => Entry): Plant {
  return fresh(({ rules: { signDelivery } }) => {
    const secrets = new Map<unknown, string>();
    return together(
      deciding('signDelivery', (clean, body, secret) => {
        secrets.set(readDelivery(body).id, secret);
        return clean(body, secret);
      }),
      delivering((event, send, { headers }) => {
        const body = JSON.stringify(change(event));
        const signature = signDelivery(body, secrets.get(event.id) ?? '');
        return send({ body, headers: { ...headers, [SIGNATURE_HEADER]: signature } });
      }),
    );
  });
}

/** Plants different messages; a retried delivery has the same message. */
function telling(change: (message: Entry) => Entry): Plant {
  return rewriting((delivery) => ({ ...delivery, message: change(Object(delivery.message)) }));
}

/** Faults in the deliveries of events, their retries and signatures, and in the secrets that sign them. */
export const deliveryPlants: Plants = {
  'delivers-nothing': delivering(async () => true),
  'delivers-first-event-of-subscription-only': keepingFirst((firstOf) =>
    delivering(async ({ id, subscription_id }, send) => firstOf(subscription_id, id) !== id || send()),
  ),
  'delivers-to-former-url': keepingFirst<string>((firstOf) =>
    delivering(({ subscription_id }, send, { url }) => send({ url: firstOf(subscription_id, url) })),
  ),
  'delivers-events-of-deleted-subscription': fresh(() => {
    const deleted = new Set<string>();
    return changePart('subscriptions', (subscriptions) => ({
      find: (id) => (deleted.has(id) ? undefined : subscriptions.find(id)),
      all: () => subscriptions.all().filter(({ id }) => !deleted.has(id)),
      update: (id, change) => (deleted.has(id) ? undefined : subscriptions.update(id, change)),
      remove(id) {
        if (deleted.has(id) || subscriptions.find(id) === undefined) return false;
        deleted.add(id);
        return true;
      },
    }));
  }),
  'delivers-events-to-disabled-subscription': fresh(() => {
    const disabled = new Set<string>();
    const shown = (subscription: Subscription) => ({
      ...subscription,
      enabled: !disabled.has(subscription.id),
    });
    return changePart('subscriptions', (subscriptions) => ({
      ...showing(subscriptions, shown),
      update(id, { enabled, ...change }) {
        if (enabled === false) disabled.add(id);
        if (enabled === true) disabled.delete(id);
        const updated = subscriptions.update(id, change);
        return updated && shown(updated);
      },
    }));
  }),
  'delivers-events-that-nobody-asked-for': fresh(() => {
    const everything = WEBHOOK_EVENT_TYPES.map(({ event }) => event);
    const asked = new Map<string, Subscription['events']>();
    const shown = (subscription: Subscription) => ({
      ...subscription,
      events: asked.get(subscription.id) ?? subscription.events,
    });
    return changePart('subscriptions', (subscriptions) => ({
      ...showing(subscriptions, shown),
      create(wish) {
        const created = subscriptions.create({ ...wish, events: everything });
        asked.set(created.id, wish.events);
        return { ...created, ...shown(created) };
      },
      update(id, { events, ...change }) {
        if (events !== undefined && asked.has(id)) asked.set(id, events);
        const updated = subscriptions.update(id, change);
        return updated && shown(updated);
      },
    }));
  }),
  'tries-no-delivery-again': delivering(async (_event, send) => {
    await send();
    return true;
  }),
  'tries-delivery-again-once-only': counting((count) =>
    delivering(async ({ id }, send) => {
      const attempt = count(id);
      return (await send()) || attempt > 1;
    }),
  ),
  'tries-again-without-signature': counting((count) =>
    delivering(({ id }, send) => send(count(id) === 1 ? {} : { headers: {} })),
  ),
  'tries-again-under-new-id': counting((count) =>
    rewriting(({ id, ...delivery }) => ({ id: count(id) === 1 ? id : crypto.randomUUID(), ...delivery })),
  ),
  'signs-with-sha-1': signing((body, secret) => createHmac('sha1', secret).update(body).digest('hex')),
  'signs-the-message-alone': signing((body, secret) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(readDelivery(body).message ?? null))
      .digest('hex'),
  ),
  'signs-the-body-in-latin-1': signing((body, secret) =>
    createHmac('sha256', secret)
      .update(Buffer.from(String(body), 'latin1'))
      .digest('hex'),
  ),
  'delivers-empty-messages': telling(() => ({})),
  'tells-of-first-order-or-product-only': keepingFirst((firstOf) =>
    telling((message) =>
      ['order_number', 'style_key', 'sku'].reduce(
        (told, name) => changed(told, [name], (value) => firstOf(name, value)),
        message,
      ),
    ),
  ),
  'tells-stock-before-update': telling((message) => changed(message, ['quantity'], () => 0)),
  'tells-status-before-publication': telling((message) =>
    'style_key' in message ? { ...message, status: 'draft' } : message,
  ),
  'tells-of-one-order-item-too-many': telling((message) =>
    changed(
      message,
      ['order_items'],
      onList((ids) => [...ids, 1]),
    ),
  ),
  'delivers-without-signature': delivering((_event, send) => send({ headers: {} })),
  'delivers-other-bytes-than-it-signed': delivering((event, send) =>
    send({ body: JSON.stringify(event, null, 2) }),
  ),
  'tells-secret-again': tellingSecrets(() => true),
  'tells-secret-of-disabled-subscriptions': tellingSecrets(({ enabled }) => enabled === false),
  'tells-secret-in-a-header': knowingSecrets((response, secretOf) => {
    const secret = isObject(response.body) ? secretOf(response.body.id) : undefined;
    return typeof secret === 'string' ? { ...response, headers: { 'x-client-secret': secret } } : response;
  }),
};
