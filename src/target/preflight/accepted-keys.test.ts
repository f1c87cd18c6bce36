import { expect } from '#unit-test';
import { test } from '../../http/local-server.js';
import { profileIn } from '../profile.js';
import { readSettings } from '../settings.js';
import { preflight } from './preflight.js';

const profile = profileIn({});
const keys = {
  TARGET_API_KEY: 'sk-first-1,sk-second-2',
  TARGET_OTHER_API_KEY: 'sk-other-3',
  TARGET_EXPIRED_API_KEY: 'sk-expired-4',
  TARGET_REVOKED_API_KEY: 'sk-revoked-5',
};

/** Settings with the same key twice, and the resulting message. */
const twice: readonly (readonly [settings: Partial<typeof keys>, sentence: string])[] = [
  [
    { TARGET_API_KEY: 'sk-first-1,sk-first-1' },
    'Key 2 of TARGET_API_KEY is the same key as key 1 of TARGET_API_KEY: set another one, or leave it out.',
  ],
  [
    { TARGET_OTHER_API_KEY: 'sk-second-2' },
    'TARGET_OTHER_API_KEY is the same key as key 2 of TARGET_API_KEY: set another one, or leave it out.',
  ],
  [
    { TARGET_EXPIRED_API_KEY: 'sk-first-1' },
    'TARGET_EXPIRED_API_KEY is the same key as key 1 of TARGET_API_KEY: set another one, or leave it out.',
  ],
  [
    { TARGET_REVOKED_API_KEY: 'sk-other-3' },
    'TARGET_REVOKED_API_KEY is the same key as TARGET_OTHER_API_KEY: set another one, or leave it out.',
  ],
];
for (const [own, sentence] of twice)
  test(sentence.slice(0, sentence.indexOf(':')), async ({ serve }) => {
    const url = await serve((_request, response) => response.end('{}'));
    const settings = readSettings({ TARGET_URL: url, ...keys, ...own });
    await expect(preflight(settings, { profile })).rejects.toThrow(sentence);
  });

test('the key of another merchant must be valid, the lapsed ones are left to the checks', async ({
  serve,
}) => {
  const asked: unknown[] = [];
  const url = await serve((request, response) => {
    const key = request.headers['x-api-key'];
    asked.push(key);
    response.writeHead(key === 'sk-other-3' ? 401 : 200).end('{}');
  });
  await expect(preflight(readSettings({ TARGET_URL: url, ...keys }), { profile })).rejects.toMatchObject({
    setting: 'TARGET_OTHER_API_KEY',
    message: `TARGET_OTHER_API_KEY was refused by ${url} with status 401: set a valid key.`,
  });
  expect(asked).toEqual([undefined, 'sk-first-1', 'sk-second-2', 'sk-other-3']);
});

const inTwentySeconds = () => new Date(Date.now() + 20_000).toUTCString();
const told: readonly (readonly [what: string, status: number, headers: () => Record<string, string>])[] = [
  ['Retry-After in seconds', 429, () => ({ 'retry-after': '20' })],
  ['Retry-After as a date', 429, () => ({ 'retry-after': inTwentySeconds() })],
  ['X-RateLimit-Reset', 429, () => ({ 'x-ratelimit-reset': '20' })],
  [
    'X-RateLimit-Reset beside none remaining',
    200,
    () => ({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '20' }),
  ],
];
for (const [what, status, headers] of told) {
  test(`a window that is used up is waited out once: ${what}`, async ({ serve }) => {
    let isUsedUp = true;
    const url = await serve((request, response) => {
      const refuses = isUsedUp && request.headers['x-api-key'] !== undefined;
      response.writeHead(refuses ? status : 200, refuses ? headers() : {}).end('{}');
    });
    const waited: number[] = [];
    const said: string[] = [];
    const settings = readSettings({ TARGET_URL: url, TARGET_API_KEY: 'sk-first-1' });
    const options = {
      profile,
      say: (sentence: string) => said.push(sentence),
      wait: async (seconds: number) => {
        waited.push(seconds);
        isUsedUp = waited.length > 1;
      },
    };
    await preflight(settings, options);
    expect(waited).toEqual([expect.any(Number)]);
    expect(waited[0]).toBeGreaterThan(10);
    expect(waited[0]).toBeLessThanOrEqual(21);
    expect(said).toEqual([
      expect.stringMatching(
        /^The rate limit of TARGET_API_KEY is used up at .*: waiting (1\d|20) s for its next window\.$/,
      ),
    ]);
    isUsedUp = true;
    await expect(preflight(settings, options), 'and no second time').rejects.toThrow('is used up at');
    expect(waited).toHaveLength(2);
  });
}

test('nobody waits for longer than a window', async ({ serve }) => {
  const url = await serve((_request, response) => response.writeHead(429, { 'retry-after': '61' }).end());
  const wait = () => Promise.reject(new Error('It waited.'));
  const settings = readSettings({ TARGET_URL: url, TARGET_API_KEY: 'sk-first-1' });
  await expect(preflight(settings, { profile, wait })).rejects.toThrow('is used up at');
});

type Lists = Readonly<Record<string, unknown>>;

/** The lists that the keys `one` and `other` see, and the kind of entries that the message calls the same. */
const shown: readonly (readonly [what: string, one: Lists, other: Lists, same: string | undefined])[] = [
  [
    'the same subscriptions',
    { webhooks: [{ id: 1 }, { id: 2 }] },
    { webhooks: [{ id: 2 }, { id: 1 }] },
    'webhook subscriptions',
  ],
  ['other subscriptions', { webhooks: [{ id: 1 }] }, { webhooks: [{ id: 2 }] }, undefined],
  ['subscriptions to one alone', { webhooks: [{ id: 1 }] }, { webhooks: [] }, undefined],
  [
    'no subscriptions, and the same orders',
    { webhooks: [], orders: { items: [{ order_number: 'A' }] } },
    { webhooks: [], orders: { items: [{ order_number: 'A' }] } },
    'orders',
  ],
  [
    'no subscriptions, and other orders',
    { webhooks: [], orders: { items: [{ order_number: 'A' }] } },
    { webhooks: [], orders: { items: [{ order_number: 'B' }] } },
    undefined,
  ],
  ['nothing', { webhooks: [], orders: { items: [] } }, { webhooks: [], orders: { items: [] } }, undefined],
  ['what is no list', { webhooks: {}, orders: null }, { webhooks: 7, orders: [null] }, undefined],
];

for (const [what, one, other, same] of shown)
  test(`two keys that are shown ${what} are ${same === undefined ? 'nothing to notice' : 'noticed'}`, async ({
    serve,
  }) => {
    const url = await serve((request, response) => {
      const lists = request.headers['x-api-key'] === 'other' ? other : one;
      const [, name = ''] = /^\/api\/v1\/(webhooks|orders)\/$/.exec(request.url ?? '') ?? [];
      response.end(JSON.stringify(lists[name] ?? {}));
    });
    const settings = readSettings({ TARGET_URL: url, TARGET_API_KEY: 'one', TARGET_OTHER_API_KEY: 'other' });
    const found = await preflight(settings, { profile: profileIn({}) });
    const noticed = found?.report.noticed.filter((sentence) => sentence.includes('TARGET_OTHER_API_KEY'));
    expect(noticed).toEqual(
      same === undefined
        ? []
        : [
            expect.stringMatching(
              `^TARGET_OTHER_API_KEY sees the same ${same} as TARGET_API_KEY: either it is a key of the same merchant`,
            ),
          ],
    );
  });
