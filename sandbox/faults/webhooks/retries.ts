import { SIGNATURE_HEADER } from '../../domain/webhook-delivery.js';
import { lies } from '../fault.js';
import { createCounter } from '../memory.js';
import { delivering, fieldOf, MOST_REMEMBERED } from './delivery-changes.js';

/** Faults of deliveries that are tried again. */
export const retryFaults = lies({
  'WHK-04 tries-no-delivery-again': [
    'It does not try a delivery again that was answered with an error.',
    'receivers that answer 503',
    delivering((clean) => async (...delivery) => {
      await clean(...delivery);
      return { delivered: true, status: 200 };
    }),
  ],
  'WHK-04 tries-delivery-again-once-only': [
    'It gives a delivery up that failed twice.',
    'receivers that answer 503 two times',
    delivering((clean) => {
      const count = createCounter();
      return async (url, body, ...rest) => {
        const attempt = count(fieldOf(body, 'id'));
        const outcome = await clean(url, body, ...rest);
        return attempt > 1 ? { delivered: true, status: 200 } : outcome;
      };
    }),
  ],
  'WHK-04 tries-again-without-signature': [
    'It leaves the signature out when it tries a delivery again.',
    'the second attempt of a delivery',
    delivering((clean) => {
      const count = createCounter();
      return (url, body, { [SIGNATURE_HEADER]: signature = '', ...headers } = {}, ...rest) => {
        const isFirst = count(fieldOf(body, 'id')) === 1;
        return clean(url, body, isFirst ? { ...headers, [SIGNATURE_HEADER]: signature } : headers, ...rest);
      };
    }),
  ],
  'WHK-04 tries-again-under-new-id': [
    'It gives a delivery another id, and signs it anew, when it tries it again.',
    'the second attempt of a delivery',
    ({ rules }) => {
      const count = createCounter();
      const secrets = new Map<string, string>();
      return {
        rules: {
          ...rules,
          signDelivery(body, secret) {
            if (secrets.size > MOST_REMEMBERED) secrets.clear();
            secrets.set(fieldOf(body, 'id'), secret);
            return rules.signDelivery(body, secret);
          },
          deliver(url, body, headers, ...rest) {
            const id = fieldOf(body, 'id');
            if (count(id) === 1) return rules.deliver(url, body, headers, ...rest);
            const renamed = String(body).replace(id, crypto.randomUUID());
            const signature = rules.signDelivery(renamed, secrets.get(id) ?? '');
            return rules.deliver(url, renamed, { ...headers, [SIGNATURE_HEADER]: signature }, ...rest);
          },
        },
      };
    },
  ],
});
