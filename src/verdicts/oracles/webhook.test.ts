import { createHmac } from 'node:crypto';
import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import { deliver, deliverNothing, giveASecret, giveNoSecret } from './webhook.js';

const secret = 'secret-of-subscription';
const of = (body: unknown, status = 200) => exampleExchange({ operationId: 'createWebhook', body, status });

oracleTest('creating a subscription returns a secret, and no other response does', () => {
  const encoded = Buffer.from(secret).toString('base64');
  const given = (body: unknown) => giveNoSecret(of(body), ['another', secret]);
  return [
    [giveASecret(of({ client_secret: secret }, 301)), 'status: status 301 [G-13]'],
    ...[{ id: 'w-1', client_secret: null }, [{ id: 'w-1' }], { client: 'secret-of-a' }].map(
      (body) => [given(body), 'holds'] as const,
    ),
    ...[{ signing: { key: secret } }, { key: encoded }, `<${secret}>`].map(
      (body) => [given(body), 'body: the secret'] as const,
    ),
    [giveNoSecret(of({ id: 'w-1' }), ['']), "inconclusive: no subscription's secret is known"],
  ];
});

const wanted = { event: 'stock.updated', subscription: 'w-1', secret: 'key' };
/** Its signature was computed with openssl: printf %s "$body" | openssl dgst -sha256 -hmac key */
const body =
  '{"id":"d-1","event":"stock.updated","timestamp":"2025-01-31T12:00:00Z","subscription_id":"w-1","message":{"name":"Größe"}}';
const signature = '553adf1bae7a6a1f95cb1b5832e2407461f737a057cac58af2bda5a7c7782f40';
const right = { method: 'POST', headers: { 'x-signature': signature }, body: Buffer.from(body) };

oracleTest('a delivery has all its fields and the signature of its raw body', () => {
  const today = { ...right, body: Buffer.from(body.replace('2025-01-31T12:00:00Z', 'today')) };
  return [
    [deliver([{ ...right, headers: { 'x-signature': signature.toUpperCase() } }], wanted), 'holds'],
    [deliver([right, today], wanted), 'delivery body timestamp: the string "today"'],
    [deliverNothing([], []), 'inconclusive: the event was not delivered at all'],
  ];
});

oracleTest('at least one delivery says what happened, in fields of the contract or of the target', () => {
  const told = (...messages: readonly object[]) => {
    const deliveries = messages.map((message) => {
      const bytes = Buffer.from(body.replace('{"name":"Größe"}', JSON.stringify(message)));
      const signed = createHmac('sha256', wanted.secret).update(bytes).digest('hex');
      return { method: 'POST', headers: { 'x-signature': signed }, body: bytes };
    });
    const status = { right: ['mixed'], words: ['open', 'mixed'] };
    const happened = { to: 'N-1', fields: { status, order_items: { right: [[1, 2]] } } };
    return deliver(deliveries, { ...wanted, happened });
  };
  return [
    [told({ data: [{ about: 'N-1', status: 'open' }], status: 'partly_done', order_items: [2, 1] }), 'holds'],
    [told({ order_number: 'N-2' }, { number: 'N-1' }, { order_number: 'N-1', status: 'open' }), 'holds'],
    [told({ number: 'N-1', status: 'open' }), 'delivery body message status: the string "open"'],
  ];
});
