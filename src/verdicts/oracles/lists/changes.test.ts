import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import { inWordsOf } from '../../../contract/values/place.js';
import type { Effect, Records } from '../batches/followed-batch.js';
import { differByTheEffects, isUnchanged, keepTheDataOf, showTheEffects, showTheSameAs } from './changes.js';

const before: Records = new Map([
  ['product a', { quantity: 1, name: 'A', images: ['x'] }],
  ['product b', { quantity: 2, name: 'B' }],
]);
const changed = (name: string, fields: Readonly<Record<string, unknown>>): Records =>
  new Map([...before, [name, { ...before.get(name), ...fields }]]);
const quantity = (record: string, ...acceptable: readonly number[]): Effect => ({
  record: `product ${record}`,
  field: 'quantity',
  acceptable,
});

oracleTest('a difference rests on the gaps of its field and of its effect', () => {
  const differ = (after: Records, ...effects: readonly Effect[]) =>
    differByTheEffects(after, before, effects);
  const item = (status: string) => new Map([['order item 1', { status }]]);
  const ofItem = 'order item 1 status';
  return [
    [
      differByTheEffects(new Map(), new Map(), []),
      'inconclusive: there were neither products nor orders to read',
    ],
    [
      differ(before, quantity('a', 5), { ...quantity('a', 6, 5), gaps: ['G-01'] }),
      'product a quantity: the number 1 [G-01 G-08]',
      ['the number 5', 'the number 6'],
    ],
    [differ(changed('product a', { quantity: 99 }), { record: 'product a', field: 'quantity' }), 'holds'],
    [differByTheEffects(item('shipped'), item('open'), []), `${ofItem}: the string "shipped" [G-05 G-11]`],
  ];
});

oracleTest('an effect shows in a documented field, whose null members may be absent', () => {
  const price = { country_code: 'DE', retail_price: 2 };
  const effect = { record: 'product a', field: 'price DE', acceptable: [{ ...price, sale_price: null }] };
  const shown = (value: object) => showTheEffects(new Map([['product a', { 'price DE': value }]]), [effect]);
  const shelf: Effect = { record: 'product a', field: 'shelf', acceptable: [7] };
  return [
    [shown(price), 'holds'],
    [
      showTheEffects(before, [shelf]),
      'inconclusive: the list has no field shelf in which an effect would show',
    ],
  ];
});

oracleTest('two empty readings show nothing', () => {
  const at = inWordsOf('words', 'state');
  const page = { items: [], pagination: { page: 1, total: 0 } };
  const twice = (value: unknown) => isUnchanged(structuredClone(value), value, at);
  return [
    ...[undefined, null, '', { products: [], webhooks: [] }, page].map(
      (nothing) => [twice(nothing), 'inconclusive: there is nothing in state'] as const,
    ),
    ...[0, false, [0], { ...page, items: [1] }].map((something) => [twice(something), 'holds'] as const),
  ];
});

oracleTest('two responses show the same in their documented fields', () => {
  const same = (operationId: string, ...bodies: readonly [former: unknown, again: unknown]) => {
    const [former, again] = bodies.map((body) => exampleExchange({ operationId, body }));
    return showTheSameAs(again ?? exampleExchange(), former ?? exampleExchange());
  };
  return [
    [same('getWebhook', { id: 'a', etag: 1 }, { id: 'a', etag: 2 }), 'holds'],
    [same('listProducts', { items: [{}] }, { items: [] }), 'body items[0]: nothing [G-08]'],
    [same('getStatusResults', { status: 'a' }, { status: 'b' }), 'body status: the string "b" []'],
    [same('listBrands', [], []), 'inconclusive: there is nothing in body'],
  ];
});

oracleTest("two readings of a merchant's data are the same in their documented fields", () => {
  const [a, b] = [
    { sku: 'a', quantity: 1, read_at: 1 },
    { sku: 'b', quantity: 2 },
  ];
  const order = { order_number: 'N', status: 'open', order_items: [{ id: 1, status: 'open' }] };
  const moved = { ...order, order_items: [{ id: 1, status: 'shipped' }] };
  const webhook = { id: 'w', url: 'https://a.invalid' };
  const data = { products: [a, b], orders: [order], webhooks: [webhook] };
  const kept = (change: Partial<Record<keyof typeof data, readonly unknown[]>>) =>
    keepTheDataOf({ ...data, ...change }, data);
  const sent = (status: number) => exampleExchange({ operationId: 'cancelOrderItems', status });
  const refused =
    'inconclusive: the write was not accepted later either (GET /api/v1/countries/ -> 400) [G-11 G-05]';
  const nothing = "inconclusive: there is nothing in the merchant's data";
  const at = "the merchant's data";
  const item = 'orders[order_number "N"].order_items[0]';
  return [
    [kept({ products: [{ ...a, read_at: 2 }, b] }), 'holds'],
    [kept({ products: [{ ...a, quantity: 3 }, b] }), `${at}.products[sku "a"].quantity: the number 3 [G-08]`],
    [keepTheDataOf(data, data, sent(400)), refused],
    [kept({ orders: [moved] }), `${at}.${item}.status: the string "shipped" [G-05 G-11]`],
    [keepTheDataOf({ orders: [], webhooks: [] }, { orders: [], webhooks: [] }), nothing],
  ];
});
