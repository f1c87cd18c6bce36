import { expect, test } from '#unit-test';
import type { Effect, Records } from '../batches/effect.js';
import { differByTheEffects, showTheEffects } from './effects.js';

const before: Records = new Map([
  ['product a', { quantity: 1, name: 'A', images: ['x'] }],
  ['product b', { quantity: 2, name: 'B' }],
]);
const quantity = (record: string, ...acceptable: readonly number[]): Effect => ({
  record: `product ${record}`,
  field: 'quantity',
  acceptable,
});

test('nothing was to happen, and nothing did', () => {
  expect(differByTheEffects(structuredClone(before), before, [])).toBeUndefined();
  expect(differByTheEffects(new Map(), new Map(), [])).toEqual({
    unseen: 'neither products nor orders were there to read',
  });
});

test('a change that no effect explains is told with its place', () => {
  const after = changed('product b', { quantity: 7 });
  expect(differByTheEffects(after, before, [quantity('a', 1)])).toEqual({
    expected: ['unchanged: the number 2'],
    actual: 'the number 7',
    at: 'product b quantity',
    gaps: ['G-08'],
  });
  expect(differByTheEffects(changed('product a', { images: ['y'] }), before, [])?.at).toBe(
    'product a images',
  );
  expect(differByTheEffects(changed('product a', { more: 1 }), before, [])?.at).toBe('product a more');
});

test('what an effect explains may change, that field alone', () => {
  expect(
    differByTheEffects(changed('product b', { quantity: 7 }), before, [quantity('b', 7)]),
  ).toBeUndefined();
  expect(
    differByTheEffects(changed('product b', { quantity: 7, name: 'C' }), before, [quantity('b', 7)])?.at,
  ).toBe('product b name');
});

test('an effect that did not come about names every value that would do, and its gaps', () => {
  const effects = [quantity('a', 5), { ...quantity('a', 6, 5), gaps: ['G-01'] }];
  expect(differByTheEffects(before, before, effects)).toEqual({
    expected: ['the number 5', 'the number 6'],
    actual: 'the number 1',
    at: 'product a quantity',
    gaps: ['G-01', 'G-08'],
  });
  expect(showTheEffects(changed('product a', { quantity: 6 }), effects)).toBeUndefined();
});

test('where any value will do, the field is free', () => {
  const free = { record: 'product a', field: 'quantity' };
  expect(differByTheEffects(changed('product a', { quantity: 99 }), before, [free])).toBeUndefined();
});

test('a record is made by effects only, and is then free but for them', () => {
  const after = new Map([...before, ['product c', { quantity: 3, name: 'C' }]]);
  expect(differByTheEffects(after, before, [])).toMatchObject({ expected: ['no product c, as before'] });
  expect(differByTheEffects(after, before, [quantity('c', 3)])).toBeUndefined();
  expect(differByTheEffects(after, before, [quantity('c', 4)])?.at).toBe('product c quantity');
  expect(differByTheEffects(before, before, [quantity('c', 3)])).toEqual({
    expected: ['the product c'],
    actual: 'nothing',
    at: 'product c',
  });
});

test('no record gets lost', () => {
  const [first] = before;
  expect(differByTheEffects(new Map([first ?? ['', {}]]), before, [])?.at).toBe('product b');
});

function changed(name: string, fields: Readonly<Record<string, unknown>>): Records {
  return new Map([...before, [name, { ...before.get(name), ...fields }]]);
}

test('a member that is null may be left out', () => {
  const price = { country_code: 'DE', retail_price: 2 };
  const effect = { record: 'product a', field: 'price DE', acceptable: [{ ...price, sale_price: null }] };
  const after = (shown: object): Records => new Map([['product a', { 'price DE': shown }]]);
  expect(showTheEffects(after(price), [effect])).toBeUndefined();
  expect(showTheEffects(after({ ...price, sale_price: null }), [effect])).toBeUndefined();
  expect(showTheEffects(after({ ...price, sale_price: 0 }), [effect])).toMatchObject({ gaps: ['G-08'] });
});

test('a change of an order or of an order item rests on the gaps of the order list', () => {
  const orders: Records = new Map([
    ['order N', { status: 'open' }],
    ['order item 1', { status: 'open' }],
  ]);
  for (const name of orders.keys()) {
    const after = new Map([...orders, [name, { status: 'shipped' }]]);
    expect(differByTheEffects(after, orders, [])).toMatchObject({
      at: `${name} status`,
      gaps: ['G-05', 'G-11'],
    });
  }
});
