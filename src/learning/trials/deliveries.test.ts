import { createHmac } from 'node:crypto';
import { expect, test } from '#testing/unit-test';
import { inFile } from '../propose/findings.js';
import { learnDeliveries, type ProvokedEvent } from './deliveries.js';

const sent: ProvokedEvent = {
  event: 'stock.updated',
  subscription: 'w-81',
  about: ['ct-9-sku', 'ct-9-style'],
  secret: 's',
};

/** The facts learned from deliveries with these bodies. */
function learned(bodies: readonly unknown[], header = 'x-signature', shown = sent) {
  const deliveries = bodies.map((each) => {
    const body = Buffer.from(JSON.stringify(each));
    const signature = createHmac('sha256', 's').update(body).digest('hex');
    return { method: 'POST', path: '/', headers: { [header]: signature }, body, answered: 200 };
  });
  const found = learnDeliveries(deliveries, shown);
  const { signature, body = {} } = inFile([found]).deliveries ?? {};
  return { steps: body, asked: found.questions.map(({ asks }) => asks), signature };
}

const what = { product: { code: 'ct-9-sku' }, amount: 5 };
const when = '2025-01-31T12:00:00Z';
const about = { id: 'd-1', event: 'stock.updated', timestamp: when, subscription_id: 'w-81' };
const moved = Object.fromEntries(Object.keys(about).map((name) => [name, `meta.${name}`]));
const apart = { move: moved, rename: { message: 'data' } };
const whole = { inside: { '': 'notification' } };
const cloud = { specversion: '1.0', type: 'stock.updated', id: 'd-1', time: when, subscription: 'w-81' };
const names = { event: 'type', timestamp: 'time', subscription_id: 'subscription', message: 'data' };
const linked = { ...about, links: { self: '/d-1' }, actor: { name: 'x' } };

const cases: readonly (readonly [title: string, body: unknown, steps: object])[] = [
  ['a body as assumed needs no step', { ...about, message: what }, {}],
  ['the rest of the containing object is not the message', { data: what, meta: linked }, apart],
  ['the message is the only object in an envelope', { ...cloud, data: what }, { rename: names }],
  [
    'the message is recognised among objects by its values',
    { ...about, context: { host: 'a' }, payload: what, links: { self: '/' } },
    { rename: { message: 'payload' } },
  ],
  [
    'the whole delivery is wrapped in an object next to others',
    { notification: { ...about, message: what }, sender: { name: 'shop' } },
    whole,
  ],
];

for (const [title, body, steps] of cases)
  test(title, () => {
    expect(learned([body])).toEqual({ steps, asked: [], signature: undefined });
    expect(learned([body, body]).steps).toEqual(steps);
  });

test('a message that cannot be recognised becomes a question', () => {
  const { steps, asked } = learned([{ ...about, first: { a: 1 }, second: { b: 1 } }]);
  expect(steps).toEqual({});
  expect(asked).toEqual(['which field is message?']);
});

test('without the secret of the subscription, the header of the signature becomes a question', () => {
  const { asked, signature } = learned([{ ...about, message: what }], 'x-shop-hmac', {
    ...sent,
    secret: undefined,
  });
  expect(signature).toBeUndefined();
  expect(asked).toEqual(['which header carries the hexadecimal HMAC-SHA256 of the body of a delivery?']);
});
