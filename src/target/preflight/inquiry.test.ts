import { expect, test } from '#testing/unit-test';
import type { Exchange } from '../../http/exchange.js';
import { TransportError } from '../../http/transports/transport.js';
import { readSettings, type Settings } from '../settings.js';
import { acceptKeys, entriesOfBoth } from './accepted-keys.js';
import { Inquiry } from './inquiry.js';
import { readNamedOrders } from './named-orders.js';
import { recognise } from './recognition.js';

/** What a service answers: a status, a body, which is JSON unless it is a string, and headers. */
type Answer = readonly [status: number, body?: unknown, headers?: Readonly<Record<string, string>>];

/** An inquiry into a service that answers as a function says, and the keys that reach it. */
function inquire(settings: Settings, answer: (url: URL, key?: string) => Answer) {
  const keys = new Set<string | undefined>();
  const inquiry = new Inquiry(settings, {
    send: async ({ url, headers }) => {
      const key = headers['X-API-Key'];
      keys.add(key);
      const [status, body = {}, more] = answer(new URL(url), key);
      const isText = typeof body === 'string';
      const type: Record<string, string> = isText ? {} : { 'content-type': 'application/json' };
      const bytes = Buffer.from(isText ? body : JSON.stringify(body));
      return { status, headers: { ...type, ...more }, body: bytes };
    },
    close: async () => {},
  });
  return { inquiry, keys };
}

const address = { TARGET_URL: 'https://shop.example' };
const four = {
  ...address,
  TARGET_API_KEY: 'sk-first-1,sk-second-2',
  TARGET_OTHER_API_KEY: 'sk-other-3',
  TARGET_EXPIRED_API_KEY: 'sk-expired-4',
  TARGET_REVOKED_API_KEY: 'sk-revoked-5',
};
const never = () => Promise.reject(new Error('It waited.'));

const same = (key: string, other: string) =>
  `${key} is the same key as ${other}: set a different key, or leave it out.`;
const refusal = (key: string) =>
  `${key} was refused by https://shop.example with status 403: set a valid key.`;
/** Keys that are missing, given twice or refused, the number of those that are accepted, and what the sentence says. */
const refused: readonly (readonly [own: Partial<typeof four>, accepted: number, says: string])[] = [
  [
    { TARGET_API_KEY: '' },
    0,
    'TARGET_API_KEY is not set: give a valid API key of the merchant to test with.',
  ],
  [{ TARGET_API_KEY: 'a,a' }, 0, same('Key 2 of TARGET_API_KEY', 'key 1 of TARGET_API_KEY')],
  [{ TARGET_OTHER_API_KEY: 'sk-second-2' }, 0, same('TARGET_OTHER_API_KEY', 'key 2 of TARGET_API_KEY')],
  [{ TARGET_REVOKED_API_KEY: 'sk-other-3' }, 0, same('TARGET_REVOKED_API_KEY', 'TARGET_OTHER_API_KEY')],
  [{ TARGET_API_KEY: 'sk-first-1' }, 0, refusal('TARGET_API_KEY')],
  [{}, 1, refusal('Key 2 of TARGET_API_KEY')],
  [{}, 2, refusal('TARGET_OTHER_API_KEY')],
];

test('each key must be given once and be accepted, but for those that the checks expect to be refused', async () => {
  for (const [own, accepted, says] of refused) {
    const settings = readSettings({ ...four, ...own });
    const valid = ['sk-first-1', 'sk-second-2'].slice(0, accepted);
    const { inquiry } = inquire(settings, (_, key) => [valid.includes(key ?? '') ? 200 : 403]);
    await expect(acceptKeys(settings, inquiry, never)).rejects.toThrow(says);
  }
  const settings = readSettings(four);
  const { inquiry, keys } = inquire(settings, () => [200]);
  await acceptKeys(settings, inquiry, never);
  expect([...keys]).toEqual(['sk-first-1', 'sk-second-2', 'sk-other-3']);
});

const limit = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' };
/** Responses to a used-up key, and whether they say when its next window begins. */
const used: readonly (readonly [says: boolean, status: number, headers: Record<string, string>])[] = [
  [true, 429, { 'retry-after': '20' }],
  [true, 200, { ...limit, 'x-ratelimit-reset': '20' }],
  [false, 200, limit],
  [false, 429, { 'retry-after': '61' }],
];

test('the preflight waits once for the next window of a used-up key, if the response says when it begins', async () => {
  const settings = readSettings({ ...address, TARGET_API_KEY: 'sk-first-1' });
  const usedUp = 'The rate limit of TARGET_API_KEY is used up at https://shop.example';
  for (const [says, status, headers] of used)
    for (const isLongEnough of [true, false]) {
      let isUsedUp = true;
      const said: string[] = [];
      const { inquiry } = inquire(settings, () => (isUsedUp ? [status, {}, headers] : [200]));
      const accepted = acceptKeys(settings, inquiry, async (seconds, sentence) => {
        said.push(`${seconds} ${sentence}`);
        isUsedUp = !isLongEnough;
      });
      if (says && isLongEnough) await accepted;
      else
        await expect(accepted).rejects.toThrow(
          `${usedUp} before the run has begun: start it again when the window ends, or set a different key.`,
        );
      expect(said).toEqual(says ? [`21 ${usedUp}: waiting 20 s for its next window.`] : []);
    }
  // With a limit of one request, none remaining doesn't mean that the key is used up.
  const { inquiry } = inquire(settings, () => [200, {}, { ...limit, 'x-ratelimit-limit': '1' }]);
  await acceptKeys(settings, inquiry, never);
});

const list = (...ids: readonly number[]) => ids.map((id) => ({ id, order_number: id }));
const ordersOf = (...ids: readonly number[]) => [[], { items: list(...ids) }];

test('a second merchant that sees the same webhooks or orders as the first is noticed', async () => {
  const settings = readSettings({ ...address, TARGET_API_KEY: 'one', TARGET_OTHER_API_KEY: 'other' });
  for (const [one, other, shared] of [
    [[list(1, 2)], [list(2, 1)], 'webhook subscriptions'],
    [[list(1)], [[]], undefined],
    [ordersOf(7), ordersOf(7), 'orders'],
    [ordersOf(7), ordersOf(8), undefined],
    [[{}, null], [7, [null]], undefined],
  ] as const) {
    const { inquiry } = inquire(settings, ({ pathname }, key) => {
      const [webhooks = {}, orders = {}] = key === 'other' ? other : one;
      return [200, pathname.includes('webhooks') ? webhooks : orders];
    });
    expect(await entriesOfBoth(settings, inquiry), JSON.stringify([one, other])).toBe(shared);
  }
});

const page = '<!doctype html><title>Welcome</title>';
const html = { 'content-type': 'text/html; charset=utf-8' };
const byPath = (own: Readonly<Record<string, Answer>>, rest: Answer) => (path: string) =>
  Object.entries(own).find(([part]) => path.includes(part))?.[1] ?? rest;
/** Servers, and what a sentence says of those that answer everything alike. */
const servers: readonly (readonly [answer: (path: string) => Answer, answered?: string])[] = [
  [() => [404, { message: 'Not found' }], '404 with application/json'],
  [() => [200, { status: 'ok' }], '200 with application/json and the same body'],
  [() => [204, ''], '204'],
  [byPath({ brands: [200, page, html] }, [404, page, html]), '404 with text/html, or 200 with text/html'],
  [() => [503, 'Maintenance'], '503'],
  // However broken it is, a service that answers anything else anywhere is tested.
  [byPath({ orders: [200] }, [404, {}])],
  [byPath({ docs: [200] }, [500, {}])],
  [byPath({ brands: [404] }, [200, {}])],
  [byPath({ countries: [500] }, [404, {}])],
  [byPath({ orders: [401] }, [404, {}])],
];

test('a server that answers everything alike does not look like the service', async () => {
  const settings = readSettings({ ...address, TARGET_API_KEY: 'sk-first-1' });
  for (const [answer, answered] of servers) {
    const asked = new Set<string>();
    const { inquiry } = inquire(settings, ({ pathname }) => {
      asked.add(pathname);
      return answer(pathname);
    });
    const known: (Exchange | undefined)[] = [];
    for (const id of ['listCountries', 'listBrands', 'listCategories'] as const)
      known.push(await inquiry.ask(id));
    const recognised = expect(recognise(settings, inquiry, known), answered);
    if (answered === undefined) await recognised.resolves.toBeUndefined();
    else {
      const problem =
        answered === '503' ? 'The service only fails' : 'This does not look like the Seller API';
      await recognised.rejects.toThrow(
        `${problem}: at TARGET_URL https://shop.example, GET /api/v1/countries/, /api/v1/brands/, /api/v1/categories/, /api/v1/webhooks/types, /api/v1/products/ and /api/v1/orders/, and the live description at https://shop.example/api/v1/docs/openapi.json, all returned ${answered}; `,
      );
      expect(asked.size).toBe(7);
      await recognise({ ...settings, anyway: true }, inquiry, known);
    }
  }
});

test('a redirecting service is an error that names the destination, and a way out that works', async () => {
  const itself = 'set TARGET_URL to the address of the service itself';
  const settings = readSettings(address);
  for (const [location, place, wayOut] of [
    ['https://login.invalid/in?token=1', 'https://login.invalid', itself],
    ['/login?token=1', 'a different path on the same host', itself],
    ['/api/v1/countries/', 'itself, in a loop', itself],
    ['http://[', 'an invalid URL', itself],
    [
      '/api/v1/countries?token=1',
      'the same path without a slash at its end',
      'have the service, or a gateway in front of it, answer at /api/v1/countries/, as the description writes it',
    ],
  ] as const) {
    const { inquiry } = inquire(settings, () => [308, '', { location }]);
    expect(await inquiry.mustAnswer('listCountries')).toBeDefined();
    await expect(inquiry.mustAnswer('listCountries', 'sk-first-1')).rejects.toThrow(
      `TARGET_URL https://shop.example redirects to ${place}, and the suite follows no redirects, so that no key reaches a different host: ${wayOut}.`,
    );
  }
});

test('a service that only a proxy reaches is an error that names the variable of the proxy', async () => {
  const request = { method: 'GET', url: 'https://shop.example/' };
  const trouble = { kind: 'other', reason: 'the host name is unknown', wayOut: 'correct it' } as const;
  const send = () => Promise.reject(new TransportError(request, trouble));
  const environment = { ...address, HTTPS_PROXY: 'http://proxy.example:3128' };
  const inquiry = new Inquiry(readSettings(environment), { send, close: async () => {} });
  const sentence =
    'No usable response from TARGET_URL https://shop.example (the host name is unknown): correct it';
  await expect(inquiry.mustAnswer('listCountries')).rejects.toThrow(
    `${sentence}; HTTPS_PROXY is set, but the suite uses no proxy: run it where it reaches the service without one.`,
  );
});

test('the orders that a run may use are read one by one', async () => {
  const settings = readSettings({ ...address, TARGET_ORDERS: 'N-1,N-2,N-3,N-4,N-5' });
  const items = [
    { id: 1, status: 'open' },
    { id: 'b', status: 'shipped' },
    { id: null, status: 'open' },
  ];
  const found: Readonly<Record<string, Answer>> = {
    'N-1': [200, { items: [{ order_number: 'N-1', order_items: items }] }],
    'N-2': [200, { items: [] }],
    // A service that ignores the parameter may list the order on another page.
    'N-3': [200, { items: [{ order_number: 'N-1' }] }],
    'N-4': [200, { items: [{ order_number: 'N-4' }] }],
    'N-5': [400, { items: [] }],
  };
  const { inquiry } = inquire(
    settings,
    ({ searchParams }) => found[searchParams.get('order_number') ?? ''] ?? [404],
  );
  const read = await readNamedOrders(settings, inquiry);
  expect(read.map((each) => each.items)).toEqual([items.slice(0, 2), [], undefined, undefined, undefined]);
});
