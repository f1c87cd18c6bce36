import { expectGolden } from '#testing/golden';
import { type Serve, test } from '#testing/loopback-server';
import { expect } from '#testing/unit-test';
import { ControlInterface } from './control-interface.js';

const merchant = {
  merchantId: 'm-1',
  apiKey: 'sk-1',
  secondApiKey: 'sk-2',
  expiredApiKey: 'sk-3',
  revokedApiKey: 'sk-4',
  otherApiKey: 'sk-5',
};

async function answering(serve: Serve, status: number, body: unknown): Promise<ControlInterface> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const url = await serve((_request, response) => response.writeHead(status).end(text));
  return new ControlInterface({ url, token: 'token-6' });
}

test('what the interface makes needs all its parts; provocations and a settings area may be missing', async ({
  serve,
}) => {
  const { merchantId, ...keys } = merchant;
  const whole = await (await answering(serve, 201, { ...merchant, order_number: 'A-1' })).createMerchant(1);
  expect(whole).toMatchObject({ ...keys, provocations: undefined, settingsArea: undefined });
  expect(await whole.makeOrder({})).toBe('A-1');
  const area = { merchantId, ...keys, settings: '/settings', otherMerchantId: 'm-2', email: 7 };
  const { settingsArea, ...lacking } = await (await answering(serve, 201, area)).createMerchant(1);
  const none = await answering(serve, 201, { ...merchant, revokedApiKey: undefined });
  for (const [make, sentence] of [
    [() => none.createMerchant(1), 'a merchant, but its response lacks revokedApiKey.'],
    [() => lacking.makeOrder({}), 'an order, but its response lacks order_number.'],
    [() => settingsArea?.makeUser('Member'), 'a user, but its response lacks email.'],
  ] as const)
    await expect(make()).rejects.toThrow(`The control interface made ${sentence}`);
});

test('each request carries the mark, and an interface says which wishes it heeds', async ({ serve }) => {
  const url = await serve(({ headers }, response) =>
    response.end(JSON.stringify({ mark: headers['x-control-mark'], situations: ['age', 'grown'] })),
  );
  const older = await serve((_request, response) => response.end('{"mark":""}'));
  const [heeded, ignored] = [url, older].map((at) =>
    new ControlInterface({ url: at, token: 'token-6', mark: 'mark7' }).health(),
  );
  expect(await heeded).toEqual([]);
  expect((await ignored)?.join()).toMatch(/X-Control-Mark.*no merchants with a history/);
});

test('any other response, or none, is an error that quotes no token', async ({ serve, refusingUrl }) => {
  const failures: Record<string, string> = {};
  const note = async (what: string, control: ControlInterface) => {
    const error = await control.health().catch((thrown: unknown) => thrown);
    failures[what] = String(error).replace(/127\.0\.0\.1:\d+/, 'HOST');
  };
  await note('refused connection', new ControlInterface({ url: refusingUrl, token: 'token-6' }));
  for (const [status, body] of [
    [401, '{"message":"token-6 is wrong"}'],
    [302, '{}'],
    [200, '<html></html>'],
    [200, '7'],
  ] as const)
    await note(`${status} ${body}`, await answering(serve, status, body));
  expectGolden('failures.txt', failures);
});
