import { expect, test } from '#unit-test';
import { cleanSandbox, plantedSandbox } from './planted-sandbox.js';

for (const url of ['/api/v1/docs/openapi.json', '/api/v1/docs', '/api/v1/docs/nothing', '/api/v1/document']) {
  test(`a fault elsewhere leaves ${url} as it is`, async () => {
    const [planted, clean] = [plantedSandbox('lists-no-brands'), cleanSandbox()];
    const [answer, expected] = await Promise.all([planted.app.inject(url), clean.app.inject(url)]);
    expect(answer.statusCode).toBe(expected.statusCode);
    expect(answer.headers['content-type']).toBe(expected.headers['content-type']);
    expect(answer.body).toBe(expected.body);
    await Promise.all([planted.app.close(), clean.app.close()]);
  });
}

test('an operation that is served under another path too takes bodies and counts there as well', async () => {
  const { app, apiKey } = plantedSandbox('answers-without-version-too@createWebhook');
  const headers = { 'x-api-key': apiKey };
  const payload = { events: ['order.created'], url: 'https://receiver.invalid/hook' };
  const created = await app.inject({ method: 'POST', url: '/webhooks/', headers, payload });
  expect(created.statusCode).toBe(200);
  expect(created.headers['x-ratelimit-remaining']).toBe('49');
  for (const url of ['/webhooks/', '/webhooks/types'])
    expect((await app.inject({ url, headers })).statusCode).toBe(404);
  await app.close();
});
