import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import type { Effect, Records } from '../batches/followed-batch.js';
import { differByTheEffects, keepTheDataOf, showTheEffects, showTheSameAs } from './changes.js';

const before: Records = new Map([['product a', { quantity: 1, name: 'A' }]]);
const quantity: Effect = { record: 'product a', field: 'quantity' };

oracleTest('a difference rests on the gaps of its field and of its effect', () => {
  const item = (status: string) => new Map([['order item 1', { status }]]);
  const effects = [
    { ...quantity, acceptable: [5] },
    { ...quantity, acceptable: [6, 5], gaps: ['G-01'] },
  ];
  const wrong = 'product a quantity: the number 1 [G-01 G-08]';
  const ofItem = 'order item 1 status: the string "shipped" [G-05 G-11]';
  return [
    [differByTheEffects(before, before, effects), wrong, ['the number 5', 'the number 6']],
    // Any value is acceptable.
    [differByTheEffects(before, before, [quantity]), 'holds'],
    [differByTheEffects(item('shipped'), item('open'), []), ofItem],
  ];
});

oracleTest('an effect shows in a documented field, whose null members may be absent', () => {
  const price = { country_code: 'DE', retail_price: 2 };
  const effect = { record: 'product a', field: 'price DE', acceptable: [{ ...price, sale_price: null }] };
  const none = 'inconclusive: the list has no field shelf in which an effect would show';
  return [
    [showTheEffects(new Map([['product a', { 'price DE': price }]]), [effect]), 'holds'],
    [showTheEffects(before, [{ record: 'product a', field: 'shelf', acceptable: [7] }]), none],
  ];
});

oracleTest('two responses show the same in their documented fields', () => {
  const same = (operationId: string, former: unknown, again: unknown) =>
    showTheSameAs(
      exampleExchange({ operationId, body: again }),
      exampleExchange({ operationId, body: former }),
    );
  return [
    [same('getWebhook', { id: 'a', etag: 1 }, { id: 'a', etag: 2 }), 'holds'],
    [same('listProducts', { items: [{}] }, { items: [] }), 'body items[0]: nothing [G-08]'],
    [same('getStatusResults', { status: 'a' }, { status: 'b' }), 'body status: the string "b" []'],
    ...[[], '', { countries: [], locales: [] }, { items: [], pagination: { page: 1 } }].map(
      (body) => [same('listBrands', body, body), 'inconclusive: there is nothing in body'] as const,
    ),
  ];
});

oracleTest("two readings of a merchant's data are the same in their documented fields", () => {
  const product = { sku: 'a', quantity: 1, read_at: 1 };
  const orderOf = (status: string) => ({ order_number: 'N', order_items: [{ id: 1, status }] });
  const data = { products: [product], orders: [orderOf('open')] };
  const kept = (change: Partial<Record<keyof typeof data, readonly unknown[]>>) =>
    keepTheDataOf({ ...data, ...change }, data);
  const refused = exampleExchange({ operationId: 'cancelOrderItems', status: 400 });
  const at = "the merchant's data";
  const item = `${at}.orders[order_number "N"].order_items[0]`;
  return [
    [kept({ products: [{ ...product, read_at: 2 }] }), 'holds'],
    [kept({ orders: [orderOf('shipped')] }), `${item}.status: the string "shipped" [G-05 G-11]`],
    [
      keepTheDataOf(data, data, refused),
      'inconclusive: the write was not accepted later either (GET /api/v1/countries/ -> 400) [G-11 G-05]',
    ],
  ];
});
