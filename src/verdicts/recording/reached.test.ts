import { type ExampleExchange, exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { Reach } from './reach.js';
import { reachedInWords } from './reached.js';

test('the reach of a test is its longest list, its largest batch, its writes, its keys and its duration', () => {
  const reach = new Reach();
  const see = (given: ExampleExchange, time = '05:00') => {
    const headers = { date: `Mon, 30 Nov 2026 ${time}:00 GMT`, 'content-type': 'application/json' };
    reach.see(exampleExchange({ headers, ...given }));
  };
  for (const page of [2, 3]) {
    expect(reachedInWords(reach.reached)).toEqual([]);
    see({ operationId: 'listProducts', body: { pagination: { page, pages: 3, total: 130 }, items: [] } });
  }
  see({ requestHeaders: { 'x-api-key': '[the second key]' } });
  see({ status: 401, requestHeaders: { 'x-api-key': '[a wrong key]' } });
  for (const status of [200, 400, 200]) see({ operationId: 'updateProductStock', status });
  see({ operationId: 'getStockResults', body: { status: 'processing', items: [1, 2] } });
  see({ operationId: 'getStockResults', body: { status: 'completed', items: [1] } }, '07:30');
  expect(reachedInWords(reach.reached)).toEqual([
    'a list of 130 entries, read to its end',
    'a batch of 1 item, followed to its end',
    '2 writes one after another',
    '2 keys',
    "2 hours of the target's clock",
  ]);
});
