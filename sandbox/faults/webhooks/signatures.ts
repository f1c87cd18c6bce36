import { createHmac } from 'node:crypto';
import type { Rules } from '../../domain/rules.js';
import { SIGNATURE_HEADER } from '../../domain/webhook-delivery.js';
import { isObject } from '../../schema/check.js';
import type { Fault } from '../fault.js';
import { delivering } from './delivery-changes.js';

/** Plants another signature. */
function signing(signDelivery: Rules['signDelivery']): Fault['plant'] {
  return ({ rules }) => ({ rules: { ...rules, signDelivery } });
}

/** Faults of the signatures of deliveries. */
export const signatureFaults: readonly Fault[] = [
  {
    id: 'signs-with-sha-1',
    violates: 'WHK-04',
    does: 'It signs deliveries with HMAC-SHA1.',
    plant: signing((body, secret) => createHmac('sha1', secret).update(body).digest('hex')),
  },
  {
    id: 'signs-the-message-alone',
    violates: 'WHK-04',
    does: 'It signs the message of a delivery in place of the whole body.',
    plant: signing((body, secret) => {
      const delivery: unknown = JSON.parse(String(body));
      const message = JSON.stringify(isObject(delivery) ? delivery.message : null);
      return createHmac('sha256', secret).update(message).digest('hex');
    }),
  },
  {
    id: 'signs-the-body-in-latin-1',
    violates: 'WHK-04',
    does: 'It signs the body as Latin-1 and sends it as UTF-8.',
    showsFor: 'events with a letter beyond ASCII, such as that of a sku',
    plant: signing((body, secret) => {
      const bytes = Buffer.from(String(body), 'latin1');
      return createHmac('sha256', secret).update(bytes).digest('hex');
    }),
  },
  {
    id: 'delivers-without-signature',
    violates: 'WHK-04',
    does: 'It delivers events without a signature.',
    plant: delivering(
      (clean) =>
        (url, body, { [SIGNATURE_HEADER]: _, ...headers } = {}, ...rest) =>
          clean(url, body, headers, ...rest),
    ),
  },
  {
    id: 'delivers-other-bytes-than-it-signed',
    violates: 'WHK-04',
    does: 'It writes the JSON of a delivery with line breaks after it has signed it without.',
    plant: delivering(
      (clean) =>
        (url, body, ...rest) =>
          clean(url, JSON.stringify(JSON.parse(String(body)), null, 2), ...rest),
    ),
  },
];
