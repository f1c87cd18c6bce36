import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { givesASecret, givesNoSecret } from './client-secret.js';

const secret = 'secret-of-subscription';
const of = (body: unknown, status = 200) => exampleExchange({ operationId: 'createWebhook', body, status });

test('a creation gives a secret', () => {
  expect(givesASecret(of({ id: 'w-1', client_secret: secret }))).toBeUndefined();
});

for (const client_secret of [undefined, null, '', 7, { value: secret }])
  test(`${JSON.stringify(client_secret)} is no secret`, () => {
    const unmet = givesASecret(of({ id: 'w-1', client_secret }));
    expect(unmet).toMatchObject({ expected: ['a string that is not empty'], at: 'body client_secret' });
    expect(JSON.stringify(unmet)).not.toContain(secret);
  });

test('a secret comes with any status that says that the subscription was created', () => {
  for (const status of [200, 201, 202])
    expect(givesASecret(of({ client_secret: secret }, status))).toBeUndefined();
  for (const status of [301, 400, 500])
    expect(givesASecret(of({ client_secret: secret }, status))).toMatchObject({ at: 'status' });
});

for (const body of [{ id: 'w-1', client_secret: null }, [{ id: 'w-1' }], { client: 'secret-of-a' }])
  test(`${JSON.stringify(body)} gives no secret`, () => {
    expect(givesNoSecret(of(body), [secret])).toBeUndefined();
  });

test('what shows no subscription could not give its secret, nor is one found that nobody knows', () => {
  const nothing = { unseen: 'the answer shows no subscription' };
  for (const body of ['', [], {}, [{}], null]) expect(givesNoSecret(of(body), [secret])).toEqual(nothing);
  expect(givesNoSecret(of({ message: 'unknown' }, 404), [secret])).toEqual(nothing);
  expect(givesNoSecret(of({ signing: secret }, 404), [secret])).toMatchObject({ actual: 'the secret' });
  for (const unknown of [[], ['']])
    expect(givesNoSecret(of({ id: 'w-1' }), unknown)).toEqual({
      unseen: 'no secret of a subscription is known',
    });
});

for (const body of [{ client_secret: secret }, { client_secret: '***' }, [{}, { client_secret: 'x' }]])
  test(`${JSON.stringify(body)} has a secret where none belongs`, () => {
    expect(givesNoSecret(of(body), [secret])).toEqual({
      expected: ['an answer without the secret of a subscription'],
      actual: 'a string',
      at: 'body client_secret',
    });
  });

test('a secret is found in any other place, in plain and encoded, and not said', () => {
  const encoded = Buffer.from(secret).toString('base64');
  for (const body of [{ signing: { key: secret } }, { key: encoded }, `<${secret}>`])
    expect(givesNoSecret(of(body), ['another-secret', secret])).toMatchObject({
      actual: 'the secret',
      at: 'body',
    });
  const inHeader = exampleExchange({ headers: { 'x-secret': secret }, body: [] });
  expect(givesNoSecret(inHeader, [secret])).toMatchObject({ actual: 'the secret', at: 'header x-secret' });
});
