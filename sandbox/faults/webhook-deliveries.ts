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
import { type Fault, fresh, lies, liesIn, type Plant, ruling, together } from './fault.js';
import { createCounter } from './plants/callers.js';
import { changePart, type Entry } from './plants/requests.js';
import { changeResponse } from './plants/responses.js';
import { objectsShapedAs, without } from './shapes.js';

/** The number of deliveries or subscriptions that a fault remembers. */
const MOST_REMEMBERED = 5_000;

type Deliver = Rules['deliver'];

/** Plants a different way to send deliveries; `change` is called once for each planting. */
function delivering(change: (clean: Deliver) => Deliver): Plant {
  return ruling(({ deliver }) => ({ deliver: change(deliver) }));
}

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

/** A field of the body of a delivery, as a string. */
function fieldOf(body: string | Uint8Array, name: string): string {
  const delivery: unknown = JSON.parse(String(body));
  return isObject(delivery) ? String(delivery[name]) : '';
}

/** The number of secrets that a fault remembers. */
const MOST_SECRETS = 5_000;

/** Plants a change of responses that knows the secrets of all subscriptions. */
function knowingSecrets(
  change: (response: OperationResponse, secretOf: (id: unknown) => unknown) => OperationResponse,
): Plant {
  return fresh(() => {
    const secrets = new Map<unknown, unknown>();
    const listening: Plant = (clean) => ({
      async handle(operation, request) {
        const response = await clean.handle(operation, request);
        if (operation.id === 'createWebhook' && isObject(response.body)) {
          if (secrets.size >= MOST_SECRETS) secrets.clear();
          secrets.set(response.body.id, response.body.client_secret);
        }
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

/** Plants a different signature. */
function signing(signDelivery: Rules['signDelivery']): Plant {
  return ruling(() => ({ signDelivery }));
}

/** Plants different bodies, signed as they are sent; `create` is called once for each planting. */
function rewriting(create: () => (body: string, id: string) => string): Plant {
  return ruling((rules) => {
    const change = create();
    const secrets = new Map<string, string>();
    return {
      signDelivery(body, secret) {
        if (secrets.size > MOST_REMEMBERED) secrets.clear();
        secrets.set(fieldOf(body, 'id'), secret);
        return rules.signDelivery(body, secret);
      },
      deliver(url, body, headers, ...rest) {
        const id = fieldOf(body, 'id');
        const changed = change(String(body), id);
        const signature = rules.signDelivery(changed, secrets.get(id) ?? '');
        return rules.deliver(url, changed, { ...headers, [SIGNATURE_HEADER]: signature }, ...rest);
      },
    };
  });
}

/** Plants different messages; a repeated delivery has the same one. */
function telling(create: () => (message: Entry) => Entry): Plant {
  return rewriting(() => {
    const change = create();
    const sent = new Map<string, string>();
    return (body, id) => {
      const delivery = Object(JSON.parse(body));
      if (sent.size > MOST_REMEMBERED) sent.clear();
      const retold = sent.get(id) ?? JSON.stringify({ ...delivery, message: change(delivery.message) });
      sent.set(id, retold);
      return retold;
    };
  });
}

/** Faults in the deliveries of events, their retries and signatures, and in the secrets that sign them. */
export const deliveryFaults: readonly Fault[] = [
  ...lies({
    'WHK-04 delivers-nothing': delivering(() => async () => ({ delivered: true, status: 200 })),
    'WHK-04 delivers-first-event-of-subscription-only': delivering((clean) => {
      const countSubscription = createCounter();
      const first = new Set<string>();
      return async (url, body, ...rest) => {
        const id = fieldOf(body, 'id');
        if (first.size > MOST_REMEMBERED) first.clear();
        if (countSubscription(fieldOf(body, 'subscription_id')) === 1) first.add(id);
        return first.has(id) ? clean(url, body, ...rest) : { delivered: true, status: 200 };
      };
    }),
    'WHK-04 delivers-to-former-url': delivering((clean) => {
      const urls = new Map<string, string>();
      return (url, body, ...rest) => {
        const id = fieldOf(body, 'subscription_id');
        if (urls.size > MOST_REMEMBERED) urls.clear();
        if (!urls.has(id)) urls.set(id, url);
        return clean(urls.get(id) ?? url, body, ...rest);
      };
    }),
    'WHK-04 delivers-events-of-deleted-subscription': fresh(() => {
      const deleted = new Set<string>();
      return changePart('subscriptions', (subscriptions) => ({
        find: (id) => (deleted.has(id) ? undefined : subscriptions.find(id)),
        all: () => subscriptions.all().filter(({ id }) => !deleted.has(id)),
        update: (id, change) => (deleted.has(id) ? undefined : subscriptions.update(id, change)),
        remove(id) {
          if (deleted.has(id) || subscriptions.find(id) === undefined) return false;
          if (deleted.size > MOST_REMEMBERED) deleted.clear();
          deleted.add(id);
          return true;
        },
      }));
    }),
    'WHK-04 delivers-events-to-disabled-subscription': fresh(() => {
      const disabled = new Set<string>();
      const shown = (subscription: Subscription) => ({
        ...subscription,
        enabled: !disabled.has(subscription.id),
      });
      return changePart('subscriptions', (subscriptions) => ({
        ...showing(subscriptions, shown),
        update(id, { enabled, ...change }) {
          if (disabled.size > MOST_REMEMBERED) disabled.clear();
          if (enabled === false) disabled.add(id);
          if (enabled === true) disabled.delete(id);
          const updated = subscriptions.update(id, change);
          return updated && shown(updated);
        },
      }));
    }),
    'WHK-04 delivers-events-that-nobody-asked-for': fresh(() => {
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
          if (asked.size > MOST_REMEMBERED) asked.clear();
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
    'WHK-04 tries-no-delivery-again': delivering((clean) => async (...delivery) => {
      await clean(...delivery);
      return { delivered: true, status: 200 };
    }),
    'WHK-04 tries-delivery-again-once-only': delivering((clean) => {
      const count = createCounter();
      return async (url, body, ...rest) => {
        const attempt = count(fieldOf(body, 'id'));
        const outcome = await clean(url, body, ...rest);
        return attempt > 1 ? { delivered: true, status: 200 } : outcome;
      };
    }),
    'WHK-04 tries-again-without-signature': delivering((clean) => {
      const count = createCounter();
      return (url, body, { [SIGNATURE_HEADER]: signature = '', ...headers } = {}, ...rest) => {
        const isFirst = count(fieldOf(body, 'id')) === 1;
        return clean(url, body, isFirst ? { ...headers, [SIGNATURE_HEADER]: signature } : headers, ...rest);
      };
    }),
    'WHK-04 tries-again-under-new-id': rewriting(() => {
      const count = createCounter();
      return (body, id) => (count(id) === 1 ? body : body.replace(id, crypto.randomUUID()));
    }),
    'WHK-04 signs-with-sha-1': signing((body, secret) =>
      createHmac('sha1', secret).update(body).digest('hex'),
    ),
    'WHK-04 signs-the-message-alone': signing((body, secret) => {
      const delivery: unknown = JSON.parse(String(body));
      const message = JSON.stringify(isObject(delivery) ? delivery.message : null);
      return createHmac('sha256', secret).update(message).digest('hex');
    }),
    'WHK-04 signs-the-body-in-latin-1': signing((body, secret) =>
      createHmac('sha256', secret)
        .update(Buffer.from(String(body), 'latin1'))
        .digest('hex'),
    ),
    'WHK-04 delivers-empty-messages': telling(() => () => ({})),
    'WHK-04 tells-of-first-order-or-product-only': telling(() => {
      const first: Entry = {};
      return (message) => {
        const names = ['order_number', 'style_key', 'sku'].filter((name) => name in message);
        for (const name of names) first[name] ??= message[name];
        return { ...message, ...Object.fromEntries(names.map((name) => [name, first[name]])) };
      };
    }),
    'WHK-04 tells-stock-before-update': telling(
      () => (message) => ('quantity' in message ? { ...message, quantity: 0 } : message),
    ),
    'WHK-04 tells-status-before-publication': telling(
      () => (message) => ('style_key' in message ? { ...message, status: 'draft' } : message),
    ),
    'WHK-04 tells-of-one-order-item-too-many': telling(
      () => (message) =>
        Array.isArray(message.order_items)
          ? { ...message, order_items: [...message.order_items, 1] }
          : message,
    ),
    'WHK-04 delivers-without-signature': delivering(
      (clean) =>
        (url, body, { [SIGNATURE_HEADER]: _, ...headers } = {}, ...rest) =>
          clean(url, body, headers, ...rest),
    ),
    'WHK-04 delivers-other-bytes-than-it-signed': delivering(
      (clean) =>
        (url, body, ...rest) =>
          clean(url, JSON.stringify(JSON.parse(String(body)), null, 2), ...rest),
    ),
  }),
  ...liesIn(['listWebhooks', 'getWebhook', 'updateWebhook'], {
    'WHK-05 tells-secret-again': tellingSecrets(() => true),
    'WHK-05 tells-secret-of-disabled-subscriptions': tellingSecrets(({ enabled }) => enabled === false),
  }),
  ...liesIn(['getWebhook', 'updateWebhook'], {
    'WHK-05 tells-secret-in-a-header': knowingSecrets((response, secretOf) => {
      const secret = isObject(response.body) ? secretOf(response.body.id) : undefined;
      return typeof secret === 'string' ? { ...response, headers: { 'x-client-secret': secret } } : response;
    }),
  }),
  ...liesIn(['createWebhook'], {
    'WHK-05 tells-no-secret': objectsShapedAs((subscription) => without(subscription, 'client_secret')),
  }),
];
