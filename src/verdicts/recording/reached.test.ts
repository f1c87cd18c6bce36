import { exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { Reach } from './reach.js';
import { reachedInWords } from './reached.js';

const at = (time: string) => ({
  date: `Mon, 30 Nov 2026 ${time}:00 GMT`,
  'content-type': 'application/json',
});

test('a test reaches the longest list, the largest batch, its writes, its keys and its time', () => {
  const reach = new Reach();
  expect(reachedInWords(reach.reached)).toEqual([]);
  for (const page of [2, 3]) {
    expect(reachedInWords(reach.reached)).toEqual([]);
    const body = { pagination: { page, pages: 3, total: 130 }, items: [] };
    reach.see(exampleExchange({ operationId: 'listProducts', headers: at('05:00'), body }));
  }
  for (const [status, key] of [
    [200, '[the second key]'],
    [401, '[a wrong key]'],
  ] as const)
    reach.see(exampleExchange({ headers: at('05:00'), status, requestHeaders: { 'x-api-key': key } }));
  for (const status of [200, 400, 200])
    reach.see(exampleExchange({ operationId: 'updateProductStock', headers: at('05:00'), status }));
  for (const [status, ...items] of [
    ['processing', 1, 2],
    ['completed', 1],
  ])
    reach.see(
      exampleExchange({ operationId: 'getStockResults', headers: at('07:30'), body: { status, items } }),
    );
  expect(reachedInWords(reach.reached)).toEqual([
    'a list of 130 entries, read to its end',
    'a batch of 1 item, followed to its end',
    '2 writes one after another',
    '2 keys',
    "2 hours of the target's clock",
  ]);
});
