import type { RequestListener } from 'node:http';
import { expect } from '#unit-test';
import { test } from '../../http/local-server.js';
import { profileIn } from '../profile.js';
import { readSettings, type Settings } from '../settings.js';
import { preflight as preflightWith } from './preflight.js';

const profile = profileIn({});

function preflight(settings: Settings, patience?: number) {
  return preflightWith(settings, { profile, ...(patience === undefined ? {} : { patience }) });
}

/** A service that knows some keys and answers everything else with the status. */
function knowing(keys: readonly string[], status = 401): RequestListener {
  return (request, response) => {
    response.writeHead(keys.includes(String(request.headers['x-api-key'])) ? 200 : status).end('{}');
  };
}

function settings(url: string, more: Readonly<Record<string, string>> = {}): Settings {
  return readSettings({ TARGET_URL: url, TARGET_API_KEY: 'sk-good-1', ...more });
}

test('a service that accepts every key will do', async ({ serve }) => {
  const asked: unknown[] = [];
  const url = await serve((request, response) => {
    asked.push([request.method, request.url, request.headers['x-api-key']]);
    knowing(['sk-good-1', 'sk-good-2'])(request, response);
  });
  await preflight(settings(url, { TARGET_API_KEY: 'sk-good-1,sk-good-2' }));
  expect(asked.slice(0, 3)).toEqual([
    ['GET', '/api/v1/countries/', undefined],
    ['GET', '/api/v1/countries/', 'sk-good-1'],
    ['GET', '/api/v1/countries/', 'sk-good-2'],
  ]);
});

test('a server error is an answer: what it means is for the checks to say', async ({ serve }) => {
  await preflight(settings(await serve(knowing([], 500))));
});

const usedUp: readonly (readonly [what: string, status: number, headers: Record<string, string>])[] = [
  ['a 429', 429, {}],
  ['none remaining', 200, { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' }],
];
for (const [what, status, headers] of usedUp) {
  test(`a key whose limit is used up already is named: ${what}`, async ({ serve }) => {
    const url = await serve((_request, response) => response.writeHead(status, headers).end('{}'));
    await expect(preflight(settings(url))).rejects.toMatchObject({
      setting: 'TARGET_API_KEY',
      message: `The rate limit of TARGET_API_KEY is used up at ${url} before the run has begun: run it again when the window is over, or set another key.`,
    });
  });
}

test('the last request of a limit of one is no sign of anything', async ({ serve }) => {
  const headers = { 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0' };
  await preflight(settings(await serve((_request, response) => response.writeHead(200, headers).end('{}'))));
});

for (const status of [401, 403]) {
  test(`a key answered ${status} is refused`, async ({ serve }) => {
    const url = await serve(knowing([], status));
    await expect(preflight(settings(url))).rejects.toMatchObject({
      name: 'SettingsError',
      setting: 'TARGET_API_KEY',
      message: `TARGET_API_KEY was refused by ${url} with status ${status}: set a valid key.`,
    });
  });
}

test('of several keys the refused one is named by its place, not its value', async ({ serve }) => {
  const url = await serve(knowing(['sk-good-1']));
  await expect(preflight(settings(url, { TARGET_API_KEY: 'sk-good-1,sk-bad-2' }))).rejects.toMatchObject({
    message: `Key 2 of TARGET_API_KEY was refused by ${url} with status 401: set a valid key.`,
  });
});

test('without any key there is nothing to test with', async ({ serve }) => {
  const url = await serve(knowing([]));
  await expect(preflight(readSettings({ TARGET_URL: url }))).rejects.toMatchObject({
    setting: 'TARGET_API_KEY',
    message: 'TARGET_API_KEY is not set: give a valid API key of the merchant to test with.',
  });
});

test('where nobody listens, the address is wrong', async ({ refusingUrl }) => {
  await expect(preflight(settings(refusingUrl))).rejects.toMatchObject({
    name: 'SettingsError',
    setting: 'TARGET_URL',
    message: `Nothing usable answers at TARGET_URL ${refusingUrl} (connection refused): start the service, or correct TARGET_URL.`,
  });
});

test('a service that hangs up is not usable', async ({ serve }) => {
  const url = await serve((request) => request.socket.destroy());
  await expect(preflight(settings(url))).rejects.toThrow('(the connection was closed before an answer came)');
});

test('a service that resets the connection is not usable', async ({ serve }) => {
  const url = await serve((request) => request.socket.resetAndDestroy());
  await expect(preflight(settings(url))).rejects.toThrow('(the connection was reset before an answer came)');
});

test('a service that stays silent is asked once, and not waited for', async ({ serve }) => {
  let asked = 0;
  const url = await serve(() => {
    asked += 1;
  });
  await expect(preflight(settings(url), 200)).rejects.toThrow('(no answer within 0.2 s)');
  expect(asked).toBe(1);
});

test('with a control interface no key is needed, but the interface has to answer', async ({
  serve,
  refusingUrl,
}) => {
  const url = await serve(knowing([]));
  const control = await serve((request, response) => {
    response.writeHead(request.headers['x-control-token'] === 'token-6' ? 204 : 401).end();
  });
  const through = (address: string, token: string) =>
    preflight(readSettings({ TARGET_URL: url, TARGET_CONTROL_URL: address, TARGET_CONTROL_TOKEN: token }));
  await through(control, 'token-6');
  await expect(through(control, 'token-7')).rejects.toThrow('refused TARGET_CONTROL_TOKEN');
  await expect(through(refusingUrl, 'token-6')).rejects.toMatchObject({ name: 'ControlError' });
});

test('a service that redirects is elsewhere, and is told where', async ({ serve }) => {
  const redirecting = (location: string): RequestListener => {
    return (_request, response) => response.writeHead(302, { location }).end();
  };
  for (const [location, place] of [
    ['https://login.invalid/in?token=1', 'https://login.invalid'],
    ['/login?token=1', 'another path on the same host'],
    ['/api/v1/countries/', 'itself, in a circle'],
  ] as const) {
    const url = await serve(redirecting(location));
    await expect(preflight(settings(url))).rejects.toMatchObject({
      setting: 'TARGET_URL',
      message: `TARGET_URL ${url} redirects to ${place}, and the suite follows no redirects, so that no key reaches another host: set TARGET_URL to the address of the service itself.`,
    });
  }
});
