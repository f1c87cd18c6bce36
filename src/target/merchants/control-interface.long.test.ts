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

test('a merchant needs all its keys, but neither provocations nor a settings area', async ({ serve }) => {
  expect(await (await answering(serve, 200, merchant)).createMerchant(1)).toEqual(merchant);
  for (const name of Object.keys(merchant))
    await expect(
      (await answering(serve, 200, { ...merchant, [name]: undefined })).createMerchant(1),
    ).rejects.toThrow(`The control interface made a merchant, but its response lacks ${name}.`);
});

test('an order without a number and a user without an email or a password are errors', async ({ serve }) => {
  for (const [made, lacking] of [
    [{}, 'email'],
    [{ email: 'a@b.example', order_number: 1 }, 'password'],
    [{ email: 7, password: 'pw-7' }, 'email'],
  ] as const) {
    const control = await answering(serve, 201, made);
    await expect(control.makeUser('m-1', 'Member')).rejects.toThrow(
      `made a user, but its response lacks ${lacking}.`,
    );
    await expect(control.makeOrder('m-1', {})).rejects.toThrow(
      'made an order, but its response lacks order_number.',
    );
  }
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
  ...[300, 302, 404, 500].map((status) => [status, '{}', `answered GET /health with ${status}.`] as const),
  ...['<html></html>', '7', 'null'].map(
    (body) => [200, body, 'answered GET /health with something other than a JSON object.'] as const,
  ),
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
