import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectGolden } from '#testing/golden';
import { serveSecurely, test } from '#testing/loopback-server';
import { expect } from '#testing/unit-test';
import { profiles } from '../profile.js';
import { readSettings } from '../settings.js';
import { preflight as preflightWith } from './preflight.js';
import { preflightLines } from './preflight-report.js';

/** With a time limit that is long enough for a busy machine. */
function preflight(url: string, own: Readonly<Record<string, string>> = {}) {
  const settings = readSettings({ TARGET_URL: url, TARGET_API_KEY: 'sk-good-1', ...own });
  return preflightWith(settings, { profile: profiles.standard, patience: 60_000 });
}

const control = (url: string) => ({ TARGET_CONTROL_URL: url, TARGET_CONTROL_TOKEN: 'token-6' });

const file = (name: string) => join(import.meta.dirname, '../../../selftest/certificates', name);

test('only TARGET_CA_FILE makes a private authority trusted, for the service and the control interface', async () => {
  const [key = '', cert = ''] = ['server-key.pem', 'server.pem'].map((name) =>
    readFileSync(file(name), 'utf8'),
  );
  await using server = await serveSecurely({ key, cert }, ({ url }, response) =>
    response.end(JSON.stringify({ [String(url)]: true })),
  );
  const trusting = { TARGET_CA_FILE: file('authority.pem') };
  await preflight(server.url, trusting);
  await preflight(server.url, { ...trusting, ...control(server.url) });
  await expect(preflight(server.url)).rejects.toThrow(
    '(its certificate is from an authority that this machine does not know): set TARGET_CA_FILE to the file of that authority',
  );
  await expect(preflight(server.url.replace('127.0.0.1', 'localhost'), trusting)).rejects.toThrow(
    '(its certificate is for a different host name)',
  );
});

test('the preflight of a complete target sends ten requests and reports what the run will do, that of the embedded sandbox one', async ({
  serve,
}) => {
  const asked: string[] = [];
  const url = await serve(({ url: path = '', headers: { 'x-api-key': key } }, response) => {
    asked.push(`${path} ${key ?? 'without a key'}`);
    const isOpen = key !== undefined || path.includes('/docs/');
    response.writeHead(isOpen ? 200 : 401).end(JSON.stringify({ [path]: true }));
  });
  const found = await preflight(url, { TARGET_OTHER_API_KEY: 'sk-other-3', TARGET_WRITES: 'allow' });
  const lines = found && preflightLines({ ...found.report, expectedMinutes: 12.3, expectedProducts: 240 });
  expectGolden('preflight.txt', {
    asked: asked.splice(0).toSorted().join('\n'),
    lines: lines?.join('\n').replace(url, 'URL'),
  });
  const interfaceAt = control(await serve((_request, response) => response.writeHead(204).end()));
  expect(await preflight(url, { ...interfaceAt, CONFORMANCE_EMBEDDED: '1' })).toBeUndefined();
  expect(asked).toEqual(['/api/v1/countries/ without a key']);
  const { report } = (await preflight(url, interfaceAt)) ?? {};
  expect(report?.checks).toMatch(/: only reads, with a merchant for each test$/);
});
