import { type ExampleRequest, exampleClient } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { runningClock } from '../../target/merchants/merchant.js';
import { readSettings } from '../../target/settings.js';
import { Survey } from '../survey/survey.js';
import { tryOrders } from './order-trial.js';
import { TrialTools } from './trial-tools.js';

const batchRequestId = '0b790b61-f984-45be-857a-a61dedd65dcd';

/** Tries orders on a target that lists order items with these ids; returns the ids that moves name. */
async function idsTried(...ids: readonly (string | number)[]): Promise<ReadonlySet<unknown>> {
  const tried = new Set<unknown>();
  const response = ({ method, url, body }: ExampleRequest) => {
    if (url.pathname === '/api/v1/orders/')
      return { items: [{ order_number: 'SO-1', order_items: ids.map((id) => ({ id })) }] };
    const [item] = Object(body).items ?? [];
    if (method === 'POST') {
      for (const id of item.order_items ?? [item.id]) tried.add(id);
      return { batchRequestId };
    }
    return {
      batchRequestId,
      status: 'completed',
      items: [{ requestItem: {}, success: false, errors: ['no'] }],
    };
  };
  const survey = new Survey(exampleClient(response), undefined);
  survey.learn();
  const settings = readSettings({ TARGET_URL: 'https://shop.example.com', TARGET_API_KEY: 'sk-good-1' });
  await tryOrders(new TrialTools({ survey, settings, say: () => {} }, runningClock(1), 'ct-learn-'));
  return tried;
}

test('moves of order items are only tried with an id that no order item has', async () => {
  expect(await idsTried(11, 12)).toEqual(new Set([2 ** 31 - 1]));
  const [only, ...others] = await idsTried('1b790b61-f984-45be-857a-a61dedd65dcd');
  expect([only, others]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), []]);
  // A slightly larger id may be the next one.
  expect(await idsTried(2 ** 31 - 2)).toEqual(new Set([Number.MAX_SAFE_INTEGER]));
  expect(await idsTried(Number.MAX_SAFE_INTEGER - 1)).toEqual(new Set());
});
