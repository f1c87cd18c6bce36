import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expectGolden } from '#testing/golden';
import { serveSecurely, test } from '#testing/loopback-server';
import { expect } from '#testing/unit-test';
import { profiles } from '../profile.js';
import { readSettings, type Settings } from '../settings.js';
import { preflight as preflightWith } from './preflight.js';
import { preflightLines } from './preflight-report.js';

/** A time limit that is long enough for a busy machine, unless the settings give one. */
function preflight(settings: Settings, options: Partial<Parameters<typeof preflightWith>[1]> = {}) {
  return preflightWith(settings, { profile: profiles.standard, patience: 60_000, ...options });
}

function settings(url: string, more: Readonly<Record<string, string>> = {}): Settings {
  return readSettings({ TARGET_URL: url, TARGET_API_KEY: 'sk-good-1', ...more });
}

const control = (url: string) => ({ TARGET_CONTROL_URL: url, TARGET_CONTROL_TOKEN: 'token-6' });

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

/** A service that refuses requests without a key, and a list of the requests that it received. */
function service() {
  const good: Readonly<Record<string, unknown>> = {
    '/api/v1/countries/': { countries: [{ code: 'DE' }], locales: [{ code: 'de-DE' }] },
    '/api/v1/brands/': [{ id: 1 }],
    '/api/v1/categories/': { items: [{ id: 1 }] },
    '/api/v1/docs/openapi.json': { info: { version: '1.3.0' } },
  };
  const asked: string[] = [];
  const listener: RequestListener = ({ url = '', headers: { 'x-api-key': key } }, response) => {
    asked.push(`${url} ${key ?? 'without a key'}`);
    const isOpen = key !== undefined || url.includes('/docs/');
    response.writeHead(isOpen ? (url in good ? 200 : 404) : 401).end(JSON.stringify(good[url] ?? {}));
  };
  return { asked, listener };
}

test('the preflight of a complete target sends ten requests, and reports what the run will do', async ({
  serve,
}) => {
  const { asked, listener } = service();
  const url = await serve(listener);
  const both = { TARGET_OTHER_API_KEY: 'sk-other-3', TARGET_WRITES: 'allow' };
  const found = await preflight(settings(url, both));
  if (found === undefined) throw new Error('There is a report.');
  const lines = preflightLines({ ...found.report, expectedMinutes: 12.3, expectedProducts: 240 });
  expectGolden('preflight.txt', {
    asked: asked.toSorted().join('\n'),
    lines: lines.join('\n').replace(url, 'URL'),
  });
  expect(found.description?.version).toBe('1.3.0');
  expect(found.report.sent.requests).toBe(asked.length);
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
