import { createHmac } from 'node:crypto';
import type { Rules } from '../../domain/rules.js';
import { SIGNATURE_HEADER } from '../../domain/webhook-delivery.js';
import { isObject } from '../../schema/check.js';
import { lies, type Plant } from '../fault.js';
import { delivering } from './delivery-changes.js';

/** Plants another signature. */
function signing(signDelivery: Rules['signDelivery']): Plant {
  return ({ rules }) => ({ rules: { ...rules, signDelivery } });
}

/** Faults of the signatures of deliveries. */
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
    'events with a letter beyond ASCII, such as that of a sku',
    signing((body, secret) => {
      const bytes = Buffer.from(String(body), 'latin1');
      return createHmac('sha256', secret).update(bytes).digest('hex');
    }),
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
    'It writes the JSON of a delivery with line breaks after it has signed it without.',
    delivering(
      (clean) =>
        (url, body, ...rest) =>
          clean(url, JSON.stringify(JSON.parse(String(body)), null, 2), ...rest),
    ),
  ],
});
