import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { examplePreflight } from '#testing/example-report';
import { serveSecurely, test } from '#testing/loopback-server';
import { expect } from '#testing/unit-test';
import { profileIn } from '../profile.js';
import { readSettings, type Settings } from '../settings.js';
import { preflight as preflightWith } from './preflight.js';
import { preflightLines } from './preflight-report.js';

const profile = profileIn({});

/** A time limit that is long enough for a busy machine, unless the settings give one. */
function preflight(settings: Settings, options: Partial<Parameters<typeof preflightWith>[1]> = {}) {
  return preflightWith(settings, { profile, patience: 60_000, ...options });
}

function settings(url: string, more: Readonly<Record<string, string>> = {}): Settings {
  return readSettings({ TARGET_URL: url, TARGET_API_KEY: 'sk-good-1', ...more });
}

const control = (url: string) => ({ TARGET_CONTROL_URL: url, TARGET_CONTROL_TOKEN: 'token-6' });

/** A service that accepts some keys and answers requests with other keys with the status. */
function knowing(keys: readonly string[], status = 401): RequestListener {
  return (request, response) => {
    response.writeHead(keys.includes(String(request.headers['x-api-key'])) ? 200 : status).end('{}');
  };
}

const hangUp: RequestListener = ({ socket }) => socket.destroy();
const silence: RequestListener = () => {};
for (const [what, requests, patience, listener, reason] of [
  ['hangs up', 2, 60_000, hangUp, 'the connection was closed before a response arrived'],
  ['stays silent', 1, 2000, silence, 'no response within 2 s'],
] as const)
  test(`a service that ${what} is asked ${requests === 1 ? 'once' : 'once more'}, and is reported as an error in TARGET_URL`, async ({
    serve,
  }) => {
    let asked = 0;
    const url = await serve((request, response) => {
      asked += 1;
      listener(request, response);
    });
    await expect(preflight(settings(url), { patience })).rejects.toMatchObject({
      name: 'SettingsError',
      setting: 'TARGET_URL',
      message: expect.stringContaining(`No usable response from TARGET_URL ${url} (${reason}): `),
    });
    expect(asked).toBe(requests);
  });

test('if a service takes its time, the preflight says what it waits for', async ({ serve }) => {
  const { listener } = service();
  const said: string[] = [];
  let response = () => {};
  const heard = new Promise<void>((resolve) => {
    response = resolve;
  });
  const url = await serve(async (request, response) => {
    await heard;
    listener(request, response);
  });
  const say = (sentence: string) => {
    said.push(sentence);
    response();
  };
  await preflight(settings(url), { say });
  expect(said).toEqual([`Waiting   for ${url} to answer`]);
});

const page = '<!doctype html><title>Welcome</title>';
test('a server that answers everything alike does not look like the service', async ({ serve }) => {
  for (const [status, type, body, answered] of [
    [404, 'text/html; charset=utf-8', page, '404 with text/html'],
    [404, 'application/json', '{"message":"Not found"}', '404 with application/json'],
    [400, 'application/json', '{}', '400 with application/json'],
    [200, 'text/html', page, '200 with text/html'],
    [200, 'application/json', '{"status":"ok"}', '200 with application/json and the same body'],
    [204, '', '', '204'],
  ] as const) {
    const asked: string[] = [];
    const url = await serve((request, response) => {
      asked.push(String(request.url));
      response.writeHead(status, type === '' ? {} : { 'content-type': type }).end(body);
    });
    await expect(preflight(settings(url))).rejects.toMatchObject({
      name: 'SettingsError',
      setting: 'TARGET_URL',
      message: `This does not look like the Seller API: at TARGET_URL ${url}, GET /api/v1/countries/, /api/v1/brands/, /api/v1/categories/, /api/v1/webhooks/types, /api/v1/products/ and /api/v1/orders/, and the live description at ${url}/api/v1/docs/openapi.json, all returned ${answered}; set TARGET_URL to the address of the service up to /api/v1, without it, or set CONFORMANCE_ANYWAY=1 to test what is there.`,
    });
    expect(new Set(asked).size).toBe(7);
    const tested = await preflight(settings(url, { CONFORMANCE_ANYWAY: '1' }));
    expect(tested?.report.checks).toContain(url);
  }
});

test('a server that answers everything without JSON, or with the same fields, does not look like the service', async ({
  serve,
}) => {
  const pages = await serve(({ url }, response) =>
    response.writeHead(url?.includes('brands') ? 200 : 404, { 'content-type': 'text/html' }).end(page),
  );
  await expect(preflight(settings(pages))).rejects.toThrow(
    /all returned 404 with text\/html, or 200 with text\/html; /,
  );
  const echo = await serve(({ method, url }, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ method, url })),
  );
  await expect(preflight(settings(echo))).rejects.toThrow(
    /all returned 200 with application\/json and the same fields; /,
  );
});

test('a service that answers everything with a server error is not tested', async ({ serve }) => {
  const url = await serve((_request, response) =>
    response.writeHead(503, { 'content-type': 'text/plain' }).end('Maintenance'),
  );
  await expect(preflight(settings(url))).rejects.toThrow(
    /^The service only fails: at TARGET_URL .* all returned 503 with text\/plain; repair it, correct TARGET_URL, or set CONFORMANCE_ANYWAY=1 to test what is there\.$/,
  );
  const tested = await preflight(settings(url, { CONFORMANCE_ANYWAY: '1' }));
  expect(tested?.report.checks).toContain(url);
});

test('a service that answers anything else anywhere is tested, however broken it is', async ({ serve }) => {
  const broken = (differing: Readonly<Record<string, number>>, rest: number) =>
    serve((request, response) =>
      response
        .writeHead(differing[String(request.url)] ?? rest, { 'content-type': 'application/json' })
        .end('{}'),
    );
  for (const url of [
    await broken({ '/api/v1/orders/': 200 }, 404),
    await broken({ '/api/v1/docs/openapi.json': 200 }, 404),
    await broken({ '/api/v1/brands/': 404 }, 200),
    await broken({ '/api/v1/countries/': 500 }, 404),
    await broken({ '/api/v1/docs/openapi.json': 200 }, 500),
  ])
    expect(await preflight(settings(url))).toBeDefined();
});

test('a redirecting service is an error that names the destination', async ({ serve }) => {
  for (const [location, place] of [
    ['https://login.invalid/in?token=1', 'https://login.invalid'],
    ['/login?token=1', 'a different path on the same host'],
    ['/api/v1/countries/', 'itself, in a loop'],
  ] as const) {
    const url = await serve((_request, response) => response.writeHead(302, { location }).end());
    await expect(preflight(settings(url))).rejects.toMatchObject({
      setting: 'TARGET_URL',
      message: `TARGET_URL ${url} redirects to ${place}, and the suite follows no redirects, so that no key reaches a different host: set TARGET_URL to the address of the service itself.`,
    });
  }
});

test('a target with a control interface needs no keys, but the interface has to answer', async ({
  serve,
  refusingUrl,
}) => {
  const url = await serve(knowing([]));
  const interfaceAt = await serve((request, response) => {
    response.writeHead(request.headers['x-control-token'] === 'token-6' ? 204 : 401).end();
  });
  const through = (more: Readonly<Record<string, string>>) =>
    preflight(readSettings({ TARGET_URL: url, ...more }));
  await through(control(interfaceAt));
  await expect(through({ ...control(interfaceAt), TARGET_CONTROL_TOKEN: 'token-7' })).rejects.toThrow(
    'refused TARGET_CONTROL_TOKEN',
  );
  await expect(through(control(refusingUrl))).rejects.toMatchObject({ name: 'ControlError' });
});

const file = (name: string) =>
  fileURLToPath(new URL(`../../../selftest/certificates/${name}`, import.meta.url));

test('only TARGET_CA_FILE makes a private authority trusted, for the service and the control interface', async () => {
  const [key, cert] = ['server-key.pem', 'server.pem'].map((name) => readFileSync(file(name), 'utf8'));
  await using server = await serveSecurely({ key: key ?? '', cert: cert ?? '' }, ({ url }, response) =>
    response.end(JSON.stringify({ [String(url)]: true })),
  );
  const trusting = { TARGET_CA_FILE: file('authority.pem') };
  await preflight(settings(server.url, trusting));
  await preflight(settings(server.url, { ...trusting, ...control(server.url) }));
  await expect(preflight(settings(server.url))).rejects.toThrow(
    '(its certificate is from an authority that this machine does not know): set TARGET_CA_FILE to the file of that authority',
  );
  await expect(preflight(settings(server.url.replace('127.0.0.1', 'localhost'), trusting))).rejects.toThrow(
    '(its certificate is for a different host name)',
  );
});

/** A service with a response for each path, and a list of the requests that it received. */
function service(
  responses: Readonly<Record<string, unknown>> = {},
  headers = (): Record<string, string> => ({}),
) {
  const good = {
    '/api/v1/countries/': { countries: [{ code: 'DE' }], locales: [{ code: 'de-DE' }] },
    '/api/v1/brands/': [{ id: 1 }],
    '/api/v1/categories/': { items: [{ id: 1 }] },
    '/api/v1/docs/openapi.json': { info: { version: '1.3.0' } },
  };
  const all: Readonly<Record<string, unknown>> = { ...good, ...responses };
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    const { 'x-api-key': key } = request.headers;
    asked.push(`${request.url} ${key ?? 'without a key'}`);
    const isOpen = key !== undefined || String(request.url).includes('/docs/');
    const body = all[String(request.url)];
    const status = isOpen ? (body === undefined ? 404 : 200) : 401;
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers() })
      .end(JSON.stringify(body ?? {}));
  };
  return { asked, listener };
}

test('the preflight of a complete target sends ten requests, and reports what the run will do', async ({
  serve,
}) => {
  const { asked, listener } = service();
  const url = await serve(listener);
  const both = { TARGET_OTHER_API_KEY: 'sk-other-3', TARGET_WRITES: 'allow' };
  const found = await preflight(settings(url, both), {
    expected: () => ({ expectedMinutes: 12.3, expectedProducts: 240 }),
  });
  if (found === undefined) throw new Error('There is a report.');
  expect(asked.toSorted()).toEqual([
    '/api/v1/brands/ sk-good-1',
    '/api/v1/categories/ sk-good-1',
    '/api/v1/countries/ sk-good-1',
    '/api/v1/countries/ sk-other-3',
    '/api/v1/countries/ without a key',
    '/api/v1/docs/openapi.json without a key',
    '/api/v1/orders/ sk-good-1',
    '/api/v1/orders/ sk-other-3',
    '/api/v1/webhooks/ sk-good-1',
    '/api/v1/webhooks/ sk-other-3',
  ]);
  expect(found.description?.version).toBe('1.3.0');
  expect(preflightLines(found.report)).toEqual([
    `Checks    ${url}, profile standard: reads and writes, with one key`,
    expect.stringMatching(/^Differs {3}unknown: /),
    expect.stringMatching(/^Left out {2}batches that fail as a whole, /),
    expect.stringMatching(/^Left out {2}products that the review rejects, and products with a problem: /),
    'Blocked   ORD-03, ORD-04, ORD-05: name orders in TARGET_ORDERS that the suite may cancel, ship and return; otherwise everything else about cancelling, shipping and returning is partial, too',
    'Left out  whether an expired key is refused: it needs TARGET_EXPIRED_API_KEY, which is not set',
    'Left out  whether a revoked key is refused: it needs TARGET_REVOKED_API_KEY, which is not set',
    expect.stringMatching(/^Left out {2}exhausting rate limits: /),
    'Time      about 12 min',
    "Products  about 240 will be left, as drafts or inactive, because the API can't delete products",
  ]);
  expect(found.report.sent.requests).toBe(asked.length);
});

test('missing data, a different version and a wrong clock are reported, but do not prevent the run', async ({
  serve,
}) => {
  const responses = {
    '/api/v1/countries/': { countries: [{ code: 'DE' }], locales: [] },
    '/api/v1/brands/': undefined,
    '/api/v1/categories/': { items: 'many' },
  };
  const noticedOf = async (description: unknown) => {
    const { listener } = service({ ...responses, '/api/v1/docs/openapi.json': description }, () => ({
      date: new Date(Date.now() - 3_600_000).toUTCString(),
    }));
    const url = await serve(listener);
    const found = await preflight(settings(url));
    return found?.report.noticed.map((sentence) => sentence.replace(url, ''));
  };
  const description = 'the live description at /api/v1/docs/openapi.json declares';
  expect(await noticedOf({ info: { version: '2.0.0' } })).toEqual([
    'the target returned no locales, no brands, no categories, which every product needs: tests that need a product will be blocked',
    expect.stringMatching(/^the target's clock is (3599|3600|3601) s behind this machine's, /),
    `${description} version "2.0.0", but the contract has 1.3.0`,
  ]);
  expect((await noticedOf({ info: {} }))?.at(-1)).toBe(
    `${description} no version, but the contract has 1.3.0`,
  );
  expect((await noticedOf(undefined))?.at(-1)).toBe(
    'the request for the live description at /api/v1/docs/openapi.json got status 404',
  );
});

test('the embedded sandbox gets one request and no report', async ({ serve }) => {
  const { asked, listener } = service();
  const url = await serve(listener);
  const interfaceAt = await serve((_request, response) => response.writeHead(204).end());
  const given = { TARGET_URL: url, ...control(interfaceAt) };
  expect(await preflight(readSettings({ ...given, CONFORMANCE_EMBEDDED: '1' }))).toBeUndefined();
  expect(asked).toEqual(['/api/v1/countries/ without a key']);
  expect((await preflight(readSettings(given)))?.report).toMatchObject({
    checks: expect.stringMatching(/: only reads, with a merchant for each test$/),
    leftOut: [{ what: 'everything that needs a write', reason: 'TARGET_WRITES is deny' }],
    noticed: [expect.stringContaining('no merchants with a history')],
  });
  const { noticed } = (await preflight(readSettings(given), { mark: 'mark7' }))?.report ?? {};
  expect(noticed?.join()).toMatch(
    /^the control interface ignores X-Control-Mark: .*no merchants with a history/,
  );
});

test('the planned time is rounded to whole minutes', () => {
  const time = (expectedMinutes: number) => preflightLines({ ...examplePreflight, expectedMinutes }).at(-1);
  expect([0.2, 1.2, 2.6].map(time)).toEqual(
    ['1 min', '1 min', '3 min'].map((span) => `Time      about ${span}`),
  );
});
