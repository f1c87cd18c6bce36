import { createHmac } from 'node:crypto';
import { SIGNATURE_HEADER } from '../domain/deliveries.js';
import type { Rules } from '../domain/rules.js';
import type { Answer } from '../http/operation.js';
import { isObject } from '../schema/check.js';
import { type Fault, fresh, lies, liesIn, type Plant, ruling, together } from './fault.js';
import { changeAnswer, changeBody } from './plants/answers.js';
import type { Entry } from './plants/requests.js';
import { delivering } from './webhook-deliveries.js';

/** The number of secrets that a fault remembers. */
const MOST_SECRETS = 5_000;

/** Plants a change of answers that knows the secrets of all subscriptions. */
function knowingSecrets(change: (answer: Answer, secretOf: (id: unknown) => unknown) => Answer): Plant {
  return fresh(() => {
    const secrets = new Map<unknown, unknown>();
    const listening: Plant = (clean) => ({
      async handle(operation, request) {
        const answer = await clean.handle(operation, request);
        if (operation.id === 'createWebhook' && isObject(answer.body)) {
          if (secrets.size >= MOST_SECRETS) secrets.clear();
          secrets.set(answer.body.id, answer.body.client_secret);
        }
        return answer;
      },
    });
    return together(
      listening,
      changeAnswer((answer) => change(answer, (id) => secrets.get(id))),
    );
  });
}

/** Plants the secret in the subscriptions that are read. */
function tellingSecrets(isMeant: (subscription: Entry) => boolean): Plant {
  return knowingSecrets(({ body, ...answer }, secretOf) => {
    const told = (each: unknown) =>
      isObject(each) && isMeant(each) ? { ...each, client_secret: secretOf(each.id) } : each;
    return { ...answer, body: Array.isArray(body) ? body.map(told) : told(body) };
  });
}

/** Faults in the secrets of subscriptions. */
export const secretFaults: readonly Fault[] = [
  ...liesIn(['listWebhooks', 'getWebhook', 'updateWebhook'], {
    'WHK-05 tells-secret-again': [
      'It returns the secret of a subscription whenever it is read.',
      tellingSecrets(() => true),
    ],
    'WHK-05 tells-secret-of-disabled-subscriptions': [
      'It returns the secret of a disabled subscription.',
      'disabled subscriptions',
      tellingSecrets(({ enabled }) => enabled === false),
    ],
  }),
  ...liesIn(['getWebhook', 'updateWebhook'], {
    'WHK-05 tells-secret-in-a-header': [
      'It returns the secret of a subscription in a header of the answer that reads it.',
      knowingSecrets((answer, secretOf) => {
        const secret = isObject(answer.body) ? secretOf(answer.body.id) : undefined;
        return typeof secret === 'string' ? { ...answer, headers: { 'x-client-secret': secret } } : answer;
      }),
    ],
  }),
  ...liesIn(['createWebhook'], {
    'WHK-05 tells-no-secret': [
      'It creates a subscription without ever returning its secret.',
      changeBody((body) => {
        if (!isObject(body)) return body;
        const { client_secret: _, ...subscription } = body;
        return subscription;
      }),
    ],
  }),
];

/** Plants another signature. */
function signing(signDelivery: Rules['signDelivery']): Plant {
  return ruling(() => ({ signDelivery }));
}

/** Faults in the signatures of deliveries. */
export const signatureFaults = lies({
  'WHK-04 signs-with-sha-1': [
    'It signs deliveries with HMAC-SHA1.',
    signing((body, secret) => createHmac('sha1', secret).update(body).digest('hex')),
  ],
  'WHK-04 signs-the-message-alone': [
    'It signs the message of a delivery in place of the whole body.',
    signing((body, secret) => {
      const delivery: unknown = JSON.parse(String(body));
      const message = JSON.stringify(isObject(delivery) ? delivery.message : null);
      return createHmac('sha256', secret).update(message).digest('hex');
    }),
  ],
  'WHK-04 signs-the-body-in-latin-1': [
    'It signs the body as Latin-1 and sends it as UTF-8.',
    'events with a letter beyond ASCII, for example in a sku',
    signing((body, secret) =>
      createHmac('sha256', secret)
        .update(Buffer.from(String(body), 'latin1'))
        .digest('hex'),
    ),
  ],
  'WHK-04 delivers-without-signature': [
    'It delivers events without a signature.',
    delivering(
      (clean) =>
        (url, body, { [SIGNATURE_HEADER]: _, ...headers } = {}, ...rest) =>
          clean(url, body, headers, ...rest),
    ),
  ],
  'WHK-04 delivers-other-bytes-than-it-signed': [
    'It signs the JSON of a delivery without line breaks, and sends it with them.',
    delivering(
      (clean) =>
        (url, body, ...rest) =>
          clean(url, JSON.stringify(JSON.parse(String(body)), null, 2), ...rest),
    ),
  ],
});
