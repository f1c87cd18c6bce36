import { expectGolden } from '#testing/golden';
import { type Serve, test } from '#testing/loopback-server';
import { expect } from '#testing/unit-test';
import { createMerchant, ignoredBy } from './control-interface.js';

const keys = {
  ...{ apiKey: 'sk-1', secondApiKey: 'sk-2', expiredApiKey: 'sk-3' },
  ...{ revokedApiKey: 'sk-4', otherApiKey: 'sk-5' },
};
const merchant = { merchantId: 'm-1', ...keys };

async function answering(serve: Serve, status: number, body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const url = await serve((_request, response) => response.writeHead(status).end(text));
  return { url, token: 'token-6' };
}

test('what the interface makes needs all its parts; provocations and a settings area may be missing', async ({
  serve,
}) => {
  const whole = await createMerchant(await answering(serve, 201, merchant), 1);
  expect(whole).toMatchObject({ ...keys, provocations: undefined, settingsArea: undefined });
  const area = { ...merchant, settings: '/settings', otherMerchantId: 'm-2', email: 7 };
  const lacking = await createMerchant(await answering(serve, 201, area), 1);
  const none = await answering(serve, 201, { ...merchant, revokedApiKey: undefined });
  for (const [make, sentence] of [
    [() => createMerchant(none, 1), 'a merchant, but its response lacks revokedApiKey.'],
    [() => lacking.makeOrder({}), 'an order, but its response lacks order_number.'],
    [() => lacking.settingsArea?.makeUser('Member'), 'a user, but its response lacks email.'],
  ] as const)
    await expect(make()).rejects.toThrow(`The control interface made ${sentence}`);
});

test('any other response, or none, is an error that quotes no token', async ({ serve, refusingUrl }) => {
  const interfaces = {
    'refused connection': { url: refusingUrl, token: 'token-6' },
    '401': await answering(serve, 401, '{"message":"token-6 is wrong"}'),
    '302': await answering(serve, 302, '{}'),
    'a page': await answering(serve, 200, '<html></html>'),
    'a number': await answering(serve, 200, '7'),
    'an older interface': { ...(await answering(serve, 204, '')), mark: 'mark7' },
  };
  const failures: Record<string, string> = {};
  for (const [what, control] of Object.entries(interfaces))
    failures[what] = await ignoredBy(control).then(String, String);
  expectGolden('failures.txt', failures, (each) => each.replace(/127\.0\.0\.1:\d+/, 'HOST'));
});
