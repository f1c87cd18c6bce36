import { expect, test } from '#unit-test';
import { deliver, deliverAgain, deliverEvents, deliverNothing } from './delivery.js';

const wanted = { event: 'stock.updated', subscription: 'w-1', secret: 'key' };

/** Its signature was computed with openssl: printf %s "$body" | openssl dgst -sha256 -hmac key */
const body =
  '{"id":"d-1","event":"stock.updated","timestamp":"2025-01-31T12:00:00Z","subscription_id":"w-1","message":{"name":"Größe"}}';
const signature = '553adf1bae7a6a1f95cb1b5832e2407461f737a057cac58af2bda5a7c7782f40';
const right = {
  method: 'POST',
  headers: { 'x-signature': signature },
  body: Buffer.from(body),
};

test('a delivery with all its fields and the right signature is right, however often it came', () => {
  expect(deliver([right], wanted)).toBeUndefined();
  expect(deliver([right, right], wanted)).toBeUndefined();
});

test('hex is hex in capitals too', () => {
  const capitals = { ...right, headers: { 'x-signature': signature.toUpperCase() } };
  expect(deliver([capitals], wanted)).toBeUndefined();
});

test('none at all is wrong', () => {
  expect(deliver([], wanted)).toEqual({
    expected: ['a delivery of stock.updated'],
    actual: 'none came',
    at: 'delivery',
  });
});

test('the signature is that of the raw body, with the secret of the subscription', () => {
  const at = 'delivery header x-signature';
  expect(deliver([right], { ...wanted, secret: 'kei' })).toMatchObject({ at });
  expect(deliver([{ ...right, headers: {} }], wanted)).toMatchObject({ actual: 'no such header', at });
  const respaced = { ...right, body: Buffer.from(body.replace(',', ', ')) };
  expect(deliver([respaced], wanted)).toMatchObject({ actual: 'another value of 64 characters', at });
});

const wrongBodies: readonly (readonly [at: string, wrong: string])[] = [
  ['body', body.slice(1)],
  ['body', `[${body}]`],
  ['body id', body.replace('"d-1"', '""')],
  ['body id', body.replace('"id":"d-1",', '')],
  ['body event', body.replace('stock.updated', 'order.created')],
  ['body timestamp', body.replace('2025-01-31T12:00:00Z', 'today')],
  ['body timestamp', body.replace('"2025-01-31T12:00:00Z"', '1738324800')],
  ['body subscription_id', body.replace('w-1', 'w-2')],
  ['body message', body.replace('{"name":"Größe"}', '"Größe"')],
];
for (const [at, wrong] of wrongBodies)
  test(`the body ${wrong.slice(0, 110)} is wrong at ${at}, behind a right one too`, () => {
    expect(deliver([right, { ...right, body: Buffer.from(wrong) }], wanted)).toMatchObject({
      at: `delivery ${at}`,
    });
  });

test('an event is posted', () => {
  expect(deliver([{ ...right, method: 'PUT' }], wanted)).toMatchObject({ at: 'delivery method' });
});

test('nothing is nothing, where another one got something', () => {
  expect(deliverNothing([], [right])).toBeUndefined();
  expect(deliverNothing([], [])).toEqual({ unseen: 'the event was delivered to nobody' });
  expect(deliverNothing([right], [])).toEqual({
    expected: ['no delivery'],
    actual: 'deliveries of the string "stock.updated"',
    at: 'delivery',
  });
});

test('what comes without an id shows not whether it is the same', () => {
  const bare = { ...right, body: Buffer.from('{}') };
  expect(deliverAgain([bare, bare], 2)).toEqual({ unseen: 'the deliveries carry no id' });
  for (const each of [
    [bare, right],
    [right, bare],
  ])
    expect(deliverAgain(each, 2)).toMatchObject({ at: 'delivery body id' });
  expect(deliverEvents([right, bare], 2)).toMatchObject({ actual: '1' });
});

test('what comes again has the same id', () => {
  const other = { ...right, body: Buffer.from(body.replace('d-1', 'd-2')) };
  expect(deliverAgain([right, right], 2)).toBeUndefined();
  expect(deliverAgain([right, right, right], 2)).toBeUndefined();
  expect(deliverAgain([right], 2)).toMatchObject({ expected: ['2 deliveries'], actual: '1' });
  expect(deliverAgain([right, other], 2)).toEqual({
    expected: ['the string "d-1" again'],
    actual: 'the string "d-2"',
    at: 'delivery body id',
  });
});

test('events are told apart by their ids, and counted once however often they came', () => {
  const second = { ...right, body: Buffer.from(body.replace('d-1', 'd-2')) };
  expect(deliverEvents([right, second], 2)).toBeUndefined();
  expect(deliverEvents([right, second], 1)).toBeUndefined();
  expect(deliverEvents([right, right], 2)).toEqual({ expected: ['2 events'], actual: '1', at: 'delivery' });
  expect(deliverEvents([], 1)).toMatchObject({ actual: '0' });
});
