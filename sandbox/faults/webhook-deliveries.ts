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
import { type Decide, deciding, fresh, type Plant, type Plants, ruling, together } from './fault.js';
import { counting, keepingFirst } from './plants/memory.js';
import { changed, changePart, type Entry, onList } from './plants/requests.js';
import { changeResponse, withoutField } from './plants/responses.js';

/** Plants a different way to send deliveries; `clean` is the way that it replaces. */
const delivering = (decide: Decide<'deliver'>) => deciding('deliver', decide);

/** Plants a different signature. */
const signing = (sign: Rules['signDelivery']) =>
  deciding('signDelivery', (_clean, body, secret) => sign(body, secret));

/** The outcome of a delivery that arrives. */
const DELIVERED = { delivered: true, status: 200 } as const;

/** The ways to read subscriptions, with changed results. */
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

/** Plants a change of responses that knows the secrets of all subscriptions. */
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
function rewriting(change: (delivery: Entry) => Entry): Plant {
  return ruling(({ signDelivery, deliver }) => {
    const secrets = new Map<unknown, string>();
    return {
      signDelivery(body, secret) {
        secrets.set(readDelivery(body).id, secret);
        return signDelivery(body, secret);
      },
      deliver(url, body, headers, ...rest) {
        const delivery = readDelivery(body);
        const changed = JSON.stringify(change(delivery));
        const signature = signDelivery(changed, secrets.get(delivery.id) ?? '');
        return deliver(url, changed, { ...headers, [SIGNATURE_HEADER]: signature }, ...rest);
      },
    };
  });
}

/** Plants different messages; a repeated delivery has the same one. */
function telling(change: (message: Entry) => Entry): Plant {
  return rewriting((delivery) => ({ ...delivery, message: change(Object(delivery.message)) }));
}

/** Faults in the deliveries of events, their retries and signatures, and in the secrets that sign them. */
export const deliveryPlants: Plants = {
  'delivers-nothing': delivering(async () => DELIVERED),
  'delivers-first-event-of-subscription-only': keepingFirst((firstOf) =>
    delivering(async (clean, url, body, ...rest) => {
      const { id, subscription_id } = readDelivery(body);
      return firstOf(subscription_id, id) === id ? clean(url, body, ...rest) : DELIVERED;
    }),
  ),
  'delivers-to-former-url': keepingFirst<string>((firstOf) =>
    delivering((clean, url, body, ...rest) =>
      clean(firstOf(readDelivery(body).subscription_id, url), body, ...rest),
    ),
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
  'tries-no-delivery-again': delivering(async (clean, ...delivery) => {
    await clean(...delivery);
    return DELIVERED;
  }),
  'tries-delivery-again-once-only': counting((count) =>
    delivering(async (clean, url, body, ...rest) => {
      const attempt = count(readDelivery(body).id);
      const outcome = await clean(url, body, ...rest);
      return attempt > 1 ? DELIVERED : outcome;
    }),
  ),
  'tries-again-without-signature': counting((count) =>
    delivering((clean, url, body, headers = {}, ...rest) => {
      const { [SIGNATURE_HEADER]: _, ...unsigned } = headers;
      return clean(url, body, count(readDelivery(body).id) === 1 ? headers : unsigned, ...rest);
    }),
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
  'delivers-without-signature': delivering(
    (clean, url, body, { [SIGNATURE_HEADER]: _, ...headers } = {}, ...rest) =>
      clean(url, body, headers, ...rest),
  ),
  'delivers-other-bytes-than-it-signed': delivering((clean, url, body, ...rest) =>
    clean(url, JSON.stringify(readDelivery(body), null, 2), ...rest),
  ),
  'tells-secret-again': tellingSecrets(() => true),
  'tells-secret-of-disabled-subscriptions': tellingSecrets(({ enabled }) => enabled === false),
  'tells-secret-in-a-header': knowingSecrets((response, secretOf) => {
    const secret = isObject(response.body) ? secretOf(response.body.id) : undefined;
    return typeof secret === 'string' ? { ...response, headers: { 'x-client-secret': secret } } : response;
  }),
  'tells-no-secret': withoutField('client_secret'),
};
