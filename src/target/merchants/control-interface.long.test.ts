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
  const whole = await answering(serve, 201, { ...merchant, order_number: 'A-1' });
  expect(await whole.createMerchant(1)).toEqual(merchant);
  expect(await whole.makeOrder('m-1', {})).toBe('A-1');
  const none = await answering(serve, 201, { ...merchant, revokedApiKey: undefined, email: 7 });
  for (const [making, what, lacking] of [
    [none.createMerchant(1), 'a merchant', 'revokedApiKey'],
    [none.makeOrder('m-1', {}), 'an order', 'order_number'],
    [none.makeUser('m-1', 'Member'), 'a user', 'email'],
  ] as const)
    await expect(making).rejects.toThrow(
      `The control interface made ${what}, but its response lacks ${lacking}.`,
    );
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

const failures: readonly (readonly [status: number, body: string, says: string])[] = [
  [401, '{"message":"token-6 is wrong"}', 'refused TARGET_CONTROL_TOKEN: set the token '],
  [302, '{}', 'answered GET /health with 302.'],
  [200, '<html></html>', 'answered GET /health with something other than a JSON object.'],
  [200, '7', 'answered GET /health with something other than a JSON object.'],
];
test('any other response is an error that quotes no token', async ({ serve }) => {
  for (const [status, body, says] of failures) {
    const error = await (await answering(serve, status, body)).health().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ControlError', message: expect.stringContaining(says) });
    expect(String(error)).not.toContain('token-6');
  }
});

test('a refused connection is an error that names the call', async ({ refusingUrl }) => {
  const control = new ControlInterface({ url: refusingUrl, token: 'token-6' });
  await expect(control.health()).rejects.toMatchObject({
    name: 'ControlError',
    message: `The control interface at ${refusingUrl} did not answer GET /health: connection refused; start the service, or correct TARGET_CONTROL_URL.`,
  });
});
