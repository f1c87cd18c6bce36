import { test } from '#testing/loopback-server';
import { expect } from '#testing/unit-test';
import { profileIn } from '../profile.js';
import { readSettings } from '../settings.js';
import { preflight } from './preflight.js';

/** A time limit that is long enough for a busy machine. */
const options = { profile: profileIn({}), patience: 60_000 };
/** The servers of these tests answer every list alike. */
const alike = { CONFORMANCE_ANYWAY: '1' };
const keys = {
  TARGET_API_KEY: 'sk-first-1,sk-second-2',
  TARGET_OTHER_API_KEY: 'sk-other-3',
  TARGET_EXPIRED_API_KEY: 'sk-expired-4',
  TARGET_REVOKED_API_KEY: 'sk-revoked-5',
};

const same = (key: string, other: string) =>
  `${key} is the same key as ${other}: set a different key, or leave it out.`;
const refusal = (key: string) => `${key} was refused by URL with status 403: set a valid key.`;
/** Keys that are missing, given twice or refused, and the resulting message. */
const refused: readonly (readonly [Partial<typeof keys>, valid: readonly string[], says: string])[] = [
  [
    { TARGET_API_KEY: '' },
    [],
    'TARGET_API_KEY is not set: give a valid API key of the merchant to test with.',
  ],
  [{ TARGET_API_KEY: 'a,a' }, [], same('Key 2 of TARGET_API_KEY', 'key 1 of TARGET_API_KEY')],
  [{ TARGET_OTHER_API_KEY: 'sk-second-2' }, [], same('TARGET_OTHER_API_KEY', 'key 2 of TARGET_API_KEY')],
  [{ TARGET_REVOKED_API_KEY: 'sk-other-3' }, [], same('TARGET_REVOKED_API_KEY', 'TARGET_OTHER_API_KEY')],
  [{ TARGET_API_KEY: 'sk-first-1' }, [], refusal('TARGET_API_KEY')],
  [{}, ['sk-first-1'], refusal('Key 2 of TARGET_API_KEY')],
  [{}, ['sk-first-1', 'sk-second-2'], refusal('TARGET_OTHER_API_KEY')],
];
for (const [own, valid, says] of refused)
  test(says.slice(0, says.indexOf(':')), async ({ serve }) => {
    const url = await serve(({ headers }, response) =>
      response.writeHead(valid.includes(String(headers['x-api-key'])) ? 200 : 403).end('{}'),
    );
    const settings = readSettings({ ...alike, TARGET_URL: url, ...keys, ...own });
    await expect(preflight(settings, options)).rejects.toThrow(says.replace('URL', url));
  });

test('only the checks send keys that must be refused', async ({ serve }) => {
  const sent = new Set<unknown>();
  const url = await serve(({ headers }, response) => {
    sent.add(headers['x-api-key']);
    response.end('{}');
  });
  await preflight(readSettings({ ...alike, TARGET_URL: url, ...keys }), options);
  expect(sent).toEqual(new Set([undefined, 'sk-first-1', 'sk-second-2', 'sk-other-3']));
});

const inTwentySeconds = () => new Date(Date.now() + 20_000).toUTCString();
const limit = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' };
const usedUp: readonly (readonly [what: string, status: number, headers: () => Record<string, string>])[] = [
  ['Retry-After in seconds', 429, () => ({ 'retry-after': '20' })],
  ['Retry-After as a date', 429, () => ({ 'retry-after': inTwentySeconds() })],
  ['X-RateLimit-Reset', 429, () => ({ 'x-ratelimit-reset': '20' })],
  ['X-RateLimit-Reset with none remaining', 200, () => ({ ...limit, 'x-ratelimit-reset': '20' })],
];
for (const [what, status, headers] of usedUp) {
  test(`the preflight waits once for the next window of a used-up key if the response has ${what}`, async ({
    serve,
  }) => {
    let isUsedUp = true;
    const url = await serve((request, response) => {
      const refuses = isUsedUp && request.headers['x-api-key'] !== undefined;
      response.writeHead(refuses ? status : 200, refuses ? headers() : {}).end('{}');
    });
    const [waited, said]: [number[], string[]] = [[], []];
    const settings = readSettings({ ...alike, TARGET_URL: url, TARGET_API_KEY: 'sk-first-1' });
    const waiting = {
      ...options,
      // On a busy machine, it may also say that it waits for the service.
      say: (sentence: string) => !sentence.startsWith('Waiting') && said.push(sentence),
      wait: async (seconds: number) => {
        waited.push(seconds);
        isUsedUp = waited.length > 1;
      },
    };
    await preflight(settings, waiting);
    expect(waited).toHaveLength(1);
    expect(waited[0]).toBeGreaterThan(10);
    expect(waited[0]).toBeLessThanOrEqual(21);
    expect(said.join()).toMatch(
      /^The rate limit of TARGET_API_KEY is used up at .*: waiting (1\d|20) s for its next window\.$/,
    );
    isUsedUp = true;
    await expect(preflight(settings, waiting)).rejects.toThrow('is used up at');
    expect(waited).toHaveLength(2);
  });
}

const unclear: readonly (readonly [what: string, status: number, headers: Record<string, string>])[] = [
  ['a 429 that names no time', 429, {}],
  ['none remaining, until an unknown time', 200, limit],
  ['a wait that is longer than a window', 429, { 'retry-after': '61' }],
];
for (const [what, status, headers] of unclear)
  test(`the preflight does not wait for ${what}`, async ({ serve }) => {
    const url = await serve((_request, response) => response.writeHead(status, headers).end('{}'));
    const wait = () => Promise.reject(new Error('It waited.'));
    const settings = readSettings({ ...alike, TARGET_URL: url, TARGET_API_KEY: 'sk-first-1' });
    await expect(preflight(settings, { ...options, wait })).rejects.toMatchObject({
      setting: 'TARGET_API_KEY',
      message: `The rate limit of TARGET_API_KEY is used up at ${url} before the run has begun: start it again when the window ends, or set a different key.`,
    });
  });

test('with a limit of one request, a remaining count of 0 does not mean that the key is used up', async ({
  serve,
}) => {
  const headers = { ...limit, 'x-ratelimit-limit': '1' };
  const url = await serve((_request, response) => response.writeHead(200, headers).end('{}'));
  await preflight(readSettings({ ...alike, TARGET_URL: url, TARGET_API_KEY: 'sk-first-1' }), options);
});

test('a second merchant that sees the same webhooks or orders as the first is noticed', async ({ serve }) => {
  const list = (...ids: readonly number[]) => ids.map((id) => ({ id, order_number: id }));
  const orders = (...ids: readonly number[]) => [[], { items: list(...ids) }];
  for (const [one, other, same] of [
    [[list(1, 2)], [list(2, 1)], 'webhook subscriptions'],
    [[list(1)], [list(2)], undefined],
    [[list(1)], [[]], undefined],
    [orders(7), orders(7), 'orders'],
    [orders(7), orders(8), undefined],
    [orders(), orders(), undefined],
    [[{}, null], [7, [null]], undefined],
  ] as const) {
    const url = await serve((request, response) => {
      const [webhooks = {}, orders = {}] = request.headers['x-api-key'] === 'other' ? other : one;
      const isOf = (name: string) => request.url === `/api/v1/${name}/`;
      response.end(JSON.stringify(isOf('webhooks') ? webhooks : isOf('orders') ? orders : {}));
    });
    const both = { TARGET_URL: url, TARGET_API_KEY: 'one', TARGET_OTHER_API_KEY: 'other' };
    const found = await preflight(readSettings({ ...alike, ...both }), options);
    const noticed = found?.report.noticed.filter((sentence) => sentence.includes('TARGET_OTHER_API_KEY'));
    const says = `TARGET_OTHER_API_KEY sees the same ${same} as TARGET_API_KEY: either it is a key of the same merchant`;
    expect(noticed, JSON.stringify([one, other])).toEqual(
      same === undefined ? [] : [expect.stringContaining(says)],
    );
  }
});
