import { exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { Reach } from './reach.js';
import { reachedInWords } from './reached.js';

const at = (date: string) => ({ date, 'content-type': 'application/json' });
const page = (page: number) => ({ pagination: { page, pages: 3, total: 130 }, items: [] });

test('a test reaches the longest list, the largest batch, its writes, its keys and its time', () => {
  const reach = new Reach();
  expect(reachedInWords(reach.reached)).toEqual([]);
  const list = { operationId: 'listProducts', headers: at('Mon, 30 Nov 2026 05:00:00 GMT') };
  reach.see(exampleExchange({ ...list, body: page(2) }));
  expect(reachedInWords(reach.reached)).toEqual([]);
  reach.see(exampleExchange({ ...list, body: page(3) }));
  for (const [status, key] of [
    [200, '[the second key]'],
    [401, '[a wrong key]'],
  ] as const)
    reach.see(exampleExchange({ headers: list.headers, status, requestHeaders: { 'x-api-key': key } }));
  const write = { operationId: 'updateProductStock', method: 'PATCH', body: { batchRequestId: 'b' } };
  for (const status of [200, 400, 200])
    reach.see(exampleExchange({ ...write, headers: list.headers, status }));
  for (const status of ['processing', 'completed'])
    reach.see(
      exampleExchange({
        operationId: 'getStockResults',
        headers: at('Mon, 30 Nov 2026 07:30:00 GMT'),
        body: { status, items: status === 'completed' ? [{}] : [{}, {}] },
      }),
    );
  expect(reachedInWords(reach.reached)).toEqual([
    'a list of 130 entries, read to its end',
    'a batch of 1 item, followed to its end',
    '2 writes one after another',
    '2 keys',
    "2 hours of the target's clock",
  ]);
});
