import { expect, test } from '#unit-test';
import { exampleClient } from '../../http/example-exchange.js';
import type { Witness } from '../../verdicts/recorder.js';
import type { Statement } from '../models/judge.js';
import { SubscriptionDriver } from './subscription-driver.js';

const fields = { url: 'https://receiver.invalid/ct-1', events: ['a'], description: null, enabled: true };
const secret = 'secret-of-subscription';

test('a creation is sent as it is written, and its answer shows one subscription with its secret', async () => {
  const { driver, sent } = driving({ id: 'w-1', ...fields, client_secret: secret });
  expect(await driver.create({ url: 'u', events: ['a'] })).toEqual({
    status: 200,
    subscriptions: [{ id: 'w-1', fields }],
    holdsSecret: true,
  });
  await driver.create({ url: 'u', events: ['a'], description: '' });
  await driver.update(7, { events: [] });
  expect(sent).toEqual([
    ['POST', '/webhooks/', { url: 'u', events: ['a'] }],
    ['POST', '/webhooks/', { url: 'u', events: ['a'], description: '' }],
    ['PATCH', '/webhooks/7', { events: [] }],
  ]);
});

test('a secret is seen in any later answer', async () => {
  const { driver, answers } = driving({ id: 'w-1', ...fields, client_secret: secret });
  await driver.create({ url: 'u', events: ['a'] });
  answers.push({ id: 'w-1', ...fields }, { id: 'w-1', signing: secret });
  expect((await driver.get('w-1')).holdsSecret).toBe(false);
  expect((await driver.update('w-1', { enabled: true })).holdsSecret).toBe(true);
  answers.push([]);
  expect(await driver.list()).not.toHaveProperty('holdsSecret');
});

test('the list is of subscriptions of the test alone: those with its key, and those that it created', async () => {
  const { driver, answers } = driving({ id: 'w-1', ...fields, url: 'u', client_secret: secret });
  await driver.create({ url: 'u', events: ['a'] });
  const other = { ...fields, url: 'https://receiver.invalid/other' };
  answers.push([{ id: 'w-1', ...other }, { id: 'w-2', ...other }, { id: 'w-3', ...fields }, 'none']);
  const { subscriptions } = await driver.list();
  expect(subscriptions.map(({ id }) => id)).toEqual(['w-1', 'w-3']);
});

test('what was created is deleted in the end, as far as it is there', async () => {
  const { driver, answers, sent } = driving({ id: 'w-1', ...fields });
  await driver.create({ url: 'u', events: ['a'] });
  answers.push({ id: 9, ...fields });
  await driver.create({ url: 'u', events: ['a'] });
  await driver.tidyUp();
  expect(sent.slice(2)).toEqual([
    ['DELETE', '/webhooks/w-1', undefined],
    ['DELETE', '/webhooks/9', undefined],
  ]);
});

test('a statement is verified with the last answer', async () => {
  const { driver, verified } = driving({ id: 'w-1', ...fields });
  const statement = { at: 'answer to get', expected: ['success'], actual: 'success' };
  await expect(driver.judge('WHK-02', statement)).rejects.toThrow('before anything was sent');
  await driver.list();
  await driver.get('w-1');
  await driver.judge('WHK-02', statement);
  expect(verified[0]?.[1].exchange.operationId).toBe('getWebhook');
});

/** A driver whose requests are answered in turn, and at last always the same. */
function driving(...answers: unknown[]) {
  const sent: unknown[] = [];
  const verified: [id: string, witness: Witness, statement: Statement][] = [];
  let last: unknown;
  const api = exampleClient(({ method, url, body }) => {
    sent.push([method, url.pathname.replace('/api/v1', ''), body]);
    last = answers.shift() ?? last;
    return last;
  });
  const driver = new SubscriptionDriver({
    api,
    key: 'ct-1',
    verify: async (...assertion) => {
      verified.push(assertion);
      return true;
    },
  });
  return { driver, answers, sent, verified };
}
