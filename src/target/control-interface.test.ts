import { expect } from '#unit-test';
import { type Serve, test } from '../http/local-server.js';
import { ControlInterface } from './control-interface.js';

const merchant = {
  merchantId: 'm-1',
  apiKey: 'sk-1',
  secondApiKey: 'sk-2',
  expiredApiKey: 'sk-3',
  revokedApiKey: 'sk-4',
  otherApiKey: 'sk-5',
  provocations: { rejectedImageUrl: 'https://a.example', problemImageUrl: 'https://b.example' },
};

test('every call carries the token, and a body where there is something to say', async ({ serve }) => {
  const calls: unknown[] = [];
  const url = await serve(async (request, response) => {
    const { method, url: path, headers } = request;
    const body = (await request.toArray()).join('');
    calls.push([method, path, headers['x-control-token'], headers['content-type'], body]);
    const answers = new Map<string | undefined, object>([
      ['/merchants', { ...merchant, more: 1 }],
      ['/merchants/m-1/orders', { order_number: 'N-1', order_items: [{ id: 7 }] }],
    ]);
    const answer = answers.get(path);
    response.end(answer === undefined ? '' : JSON.stringify(answer));
  });
  const control = new ControlInterface({ url, token: 'token-6' });
  await control.health();
  expect(await control.createMerchant(1)).toEqual(merchant);
  await control.setClock('m-1', { frozen: true });
  expect(await control.makeOrder('m-1', { skus: ['a'], items: 2 })).toBe('N-1');
  await control.decideNextBatch('m-1', 'failed');
  await control.deleteMerchant('m-1');
  const json = 'application/json';
  expect(calls).toEqual([
    ['GET', '/health', 'token-6', undefined, ''],
    ['POST', '/merchants', 'token-6', json, '{"seed":1}'],
    ['POST', '/merchants/m-1/clock', 'token-6', json, '{"frozen":true}'],
    ['POST', '/merchants/m-1/orders', 'token-6', json, '{"skus":["a"],"items":2}'],
    ['POST', '/merchants/m-1/batches', 'token-6', json, '{"next":"failed"}'],
    ['DELETE', '/merchants/m-1', 'token-6', undefined, ''],
  ]);
});

test('a merchant may have a settings area, and a control interface makes its users', async ({ serve }) => {
  const calls: unknown[] = [];
  const user = { email: 'admin@a.example', password: 'pw-7' };
  const url = await serve(async (request, response) => {
    calls.push([request.method, request.url, (await request.toArray()).join('')]);
    const made = { ...merchant, otherMerchantId: 'm-2', settings: '/settings' };
    response.end(JSON.stringify(request.url === '/merchants' ? made : { ...user, role: 'Admin' }));
  });
  const control = new ControlInterface({ url, token: 'token-6' });
  expect(await control.createMerchant(1)).toEqual({
    ...merchant,
    otherMerchantId: 'm-2',
    settings: '/settings',
  });
  expect(await control.makeUser('m-2', 'Admin')).toEqual(user);
  expect(calls.at(-1)).toEqual(['POST', '/merchants/m-2/users', '{"role":"Admin"}']);
});

for (const answer of [{}, { email: 'a@b.example' }, { email: 7, password: 'pw-7' }]) {
  test(`${JSON.stringify(answer)} is no user that was made`, async ({ serve }) => {
    const control = await answering(serve, 201, JSON.stringify(answer));
    await expect(control.makeUser('m-1', 'Member')).rejects.toThrow(
      'The control interface made a user, but its answer lacks the email or the password.',
    );
  });
}

test('a sandbox need not have provocations', async ({ serve }) => {
  const { provocations: _, ...plain } = merchant;
  const control = await answering(serve, 200, JSON.stringify(plain));
  expect(await control.createMerchant(1)).toEqual(plain);
});

for (const name of Object.keys(merchant).filter((each) => each !== 'provocations')) {
  test(`a new merchant without ${name} is no merchant`, async ({ serve }) => {
    const control = await answering(serve, 200, JSON.stringify({ ...merchant, [name]: undefined }));
    await expect(control.createMerchant(1)).rejects.toThrow(
      `The control interface made a merchant, but its answer lacks ${name}.`,
    );
  });
}

for (const answer of [{}, { order_number: 1 }]) {
  test(`${JSON.stringify(answer)} is no order that was made`, async ({ serve }) => {
    const control = await answering(serve, 201, JSON.stringify(answer));
    await expect(control.makeOrder('m-1', {})).rejects.toThrow(
      'The control interface answered a new order without its number.',
    );
  });
}

test('a refused token is said so, and not quoted', async ({ serve }) => {
  const control = await answering(serve, 401, '{"message":"token-6 is wrong"}');
  const error = await control.health().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'ControlError' });
  expect(String(error)).toContain('refused TARGET_CONTROL_TOKEN.');
  expect(String(error)).not.toContain('token-6');
});

for (const status of [300, 302, 404, 500]) {
  test(`${status} is an error of the interface`, async ({ serve }) => {
    const control = await answering(serve, status, '{}');
    await expect(control.deleteMerchant('m-1')).rejects.toMatchObject({
      name: 'ControlError',
      message: expect.stringMatching(new RegExp(`answered DELETE /merchants/m-1 with ${status}\\.$`)),
    });
  });
}

for (const body of ['<html></html>', '7', 'null']) {
  test(`${body} is no answer of a control interface`, async ({ serve }) => {
    const control = await answering(serve, 200, body);
    await expect(control.health()).rejects.toThrow(
      'The control interface answered GET /health with something other than a JSON object.',
    );
  });
}

test('where nobody listens, the call that failed is named', async ({ refusingUrl }) => {
  const control = new ControlInterface({ url: refusingUrl, token: 'token-6' });
  await expect(control.health()).rejects.toMatchObject({
    name: 'ControlError',
    message: `The control interface at ${refusingUrl} did not answer GET /health: connection refused; start the service, or correct TARGET_CONTROL_URL.`,
  });
});

async function answering(serve: Serve, status: number, body: string): Promise<ControlInterface> {
  const url = await serve((_request, response) => response.writeHead(status).end(body));
  return new ControlInterface({ url, token: 'token-6' });
}
