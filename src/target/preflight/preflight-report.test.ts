import { expect, test } from '#unit-test';
import { test as withServer } from '../../http/local-server.js';
import { profileIn } from '../profile.js';
import { readSettings } from '../settings.js';
import { preflight } from './preflight.js';
import { minutesInWords, type PreflightReport, preflightIn, preflightLines } from './preflight-report.js';

const standard = profileIn({});

/** A service with an answer for each path, and a list of the requests that it received. */
function service(
  answers: Readonly<Record<string, unknown>> = {},
  headers: () => Readonly<Record<string, string>> = () => ({}),
) {
  const good = {
    '/api/v1/countries/': { countries: [{ code: 'DE' }], locales: [{ code: 'de-DE' }] },
    '/api/v1/brands/': [{ id: 1 }],
    '/api/v1/categories/': { items: [{ id: 1 }] },
    '/api/v1/docs/openapi.json': { info: { version: '1.3.0' } },
  };
  const all: Readonly<Record<string, unknown>> = { ...good, ...answers };
  const asked: string[] = [];
  return {
    asked,
    listener: (
      request: import('node:http').IncomingMessage,
      response: import('node:http').ServerResponse,
    ) => {
      asked.push(`${request.url} ${request.headers['x-api-key'] ?? 'without a key'}`);
      const isOpen = request.headers['x-api-key'] !== undefined || String(request.url).includes('/docs/');
      const body = all[String(request.url)];
      const status = isOpen ? (body === undefined ? 404 : 200) : 401;
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers() })
        .end(JSON.stringify(body ?? {}));
    },
  };
}

withServer(
  'a target with all that is needed takes ten requests, and nothing is noticed',
  async ({ serve }) => {
    const { asked, listener } = service();
    const url = await serve(listener);
    const settings = readSettings({
      TARGET_URL: url,
      TARGET_API_KEY: 'sk-first-1',
      TARGET_OTHER_API_KEY: 'sk-other-3',
      TARGET_WRITES: 'allow',
    });
    const found = await preflight(settings, { profile: standard, expectedMinutes: () => 12.3 });
    expect(asked.toSorted()).toEqual([
      '/api/v1/brands/ sk-first-1',
      '/api/v1/categories/ sk-first-1',
      '/api/v1/countries/ sk-first-1',
      '/api/v1/countries/ sk-other-3',
      '/api/v1/countries/ without a key',
      '/api/v1/docs/openapi.json without a key',
      '/api/v1/orders/ sk-first-1',
      '/api/v1/orders/ sk-other-3',
      '/api/v1/webhooks/ sk-first-1',
      '/api/v1/webhooks/ sk-other-3',
    ]);
    expect(found?.description?.version).toBe('1.3.0');
    expect(preflightLines(found?.report as PreflightReport)).toEqual([
      `Checks    ${url}, profile standard: reads and writes, with one key`,
      'Closings  none, so the suite fills every gap of the description with its assumption: npm run learn -- --target NAME finds out how the target fills them',
      'Left out  batches that fail as a whole, and keys that users manage in the settings area: only a control interface can bring them about, and there is none',
      'Left out  products that the review rejects, and products with a problem: neither a control interface nor TARGET_REJECTED_IMAGE_URL brings them about',
      'Left out  orders that are shipped, cancelled or returned: TARGET_ORDERS names no orders',
      'Left out  whether an expired key is refused: it needs TARGET_EXPIRED_API_KEY, which is not set',
      'Left out  whether a revoked key is refused: it needs TARGET_REVOKED_API_KEY, which is not set',
      'Left out  exhausting rate limits: it leaves nothing for other clients: without a control interface, only the profile release does so',
      'Time      about 12 minutes',
    ]);
    expect(found?.report.requests).toBe(asked.length);
  },
);

withServer(
  'what is missing or other than expected is noticed, and no reason not to run',
  async ({ serve }) => {
    const { listener } = service(
      {
        '/api/v1/countries/': { countries: [{ code: 'DE' }], locales: [] },
        '/api/v1/brands/': undefined,
        '/api/v1/categories/': { items: 'many' },
        '/api/v1/docs/openapi.json': { info: { version: '2.0.0' } },
      },
      // Computed for each answer, so that the clock is equally far behind, however late the request comes.
      () => ({ date: new Date(Date.now() - 3_600_000).toUTCString() }),
    );
    const url = await serve(listener);
    const found = await preflight(readSettings({ TARGET_URL: url, TARGET_API_KEY: 'sk-first-1' }), {
      profile: standard,
    });
    const noticed = found?.report.noticed ?? [];
    expect(noticed).toEqual([
      'the target returned no locales, no brands, no categories, which every product needs: tests that need a product will be blocked',
      expect.stringMatching(
        /^the target's clock is (3599|3600|3601) s behind this machine's, according to its Date header: correct one of them/,
      ),
      `the live description at ${url}/api/v1/docs/openapi.json declares version "2.0.0", but the contract has 1.3.0`,
    ]);
  },
);

withServer('a target that serves no description is told from one without a version', async ({ serve }) => {
  const noticedOf = async (description: unknown) => {
    const url = await serve(service({ '/api/v1/docs/openapi.json': description }).listener);
    const settings = readSettings({ TARGET_URL: url, TARGET_API_KEY: 'sk-first-1' });
    const found = await preflight(settings, { profile: standard });
    return found?.report.noticed.map((sentence) => sentence.replace(url, ''));
  };
  expect(await noticedOf(undefined)).toEqual([
    'the request for the live description at /api/v1/docs/openapi.json got status 404',
  ]);
  expect(await noticedOf({ info: {} })).toEqual([
    'the live description at /api/v1/docs/openapi.json declares no version, but the contract has 1.3.0',
  ]);
});

withServer('nothing is put together for the embedded sandbox', async ({ serve }) => {
  const { asked, listener } = service();
  const url = await serve(listener);
  const control = await serve((_request, response) => response.writeHead(204).end());
  const settings = { TARGET_URL: url, TARGET_CONTROL_URL: control, TARGET_CONTROL_TOKEN: 'token-6' };
  const embedded = readSettings({ ...settings, CONFORMANCE_EMBEDDED: '1' });
  expect(await preflight(embedded, { profile: standard })).toBeUndefined();
  expect(asked).toEqual(['/api/v1/countries/ without a key']);
  const found = await preflight(readSettings(settings), { profile: standard });
  expect(found?.report).toMatchObject({
    checks: expect.stringMatching(/: only reads, with a merchant for each test$/),
    leftOut: [{ what: 'everything that needs a write', reason: 'TARGET_WRITES is deny' }],
    noticed: [],
  });
});

test('the global setup hands its report on as it is', () => {
  const report: PreflightReport = { checks: 'x', leftOut: [], noticed: ['y'], requests: 7 };
  expect(preflightIn({ CONFORMANCE_PREFLIGHT: JSON.stringify(report) })).toEqual(report);
  expect(preflightIn({})).toBeUndefined();
});

test('minutes are told as far as a plan can tell', () => {
  expect([0.2, 1.2, 2.6].map(minutesInWords)).toEqual(['a minute at most', 'a minute', '3 minutes']);
});
