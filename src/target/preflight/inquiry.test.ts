import { expectGolden } from '#testing/golden';
import { test } from '#testing/unit-test';
import { TransportError } from '../../http/transports/transport.js';
import { readSettings, type Settings } from '../settings.js';
import { acceptKeys, sameMerchant } from './accepted-keys.js';
import { type Inquiry, inquiryOf, recognise } from './inquiry.js';
import { noticedOrders, readNamedOrders } from './named-orders.js';

/** What a service answers: a status, a body, which is JSON unless it is a string, and headers. */
type Answer = readonly [status: number, body?: unknown, headers?: Readonly<Record<string, string>>];

/** Settings of a target but for its address, and what it answers to the requests in turn. */
type Row = readonly [
  own: Readonly<Record<string, string>>,
  answer: (url: URL, key: string | undefined, turn: number) => Answer,
];

/** Asks services, and expects what is found out or said about each to be as in a golden file. */
async function expectFound(
  file: string,
  rows: Readonly<Record<string, Row>>,
  ask: (inquiry: Inquiry, settings: Settings, say: (sentence: string) => void) => Promise<unknown>,
): Promise<void> {
  const found: Record<string, unknown> = {};
  for (const [what, [own, answer]] of Object.entries(rows)) {
    // A wait for a window takes a few milliseconds.
    const settings = readSettings({ TARGET_URL: 'https://shop.example', TARGET_CLOCK_SPEED: '1000', ...own });
    const said: string[] = [];
    const keys: string[] = [];
    const inquiry = inquiryOf(settings, {
      send: async ({ url, headers: { 'X-API-Key': key } }) => {
        keys.push(key ?? 'without a key');
        const [status, body = {}, headers] = answer(new URL(url), key, keys.length);
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        return { status, headers: { ...headers }, body: Buffer.from(text) };
      },
    });
    const outcome = await ask(inquiry, settings, (sentence) => said.push(sentence)).catch(String);
    found[what] = { asked: keys.join(), said, outcome };
  }
  expectGolden(file, found);
}

const one = { TARGET_API_KEY: 'sk-first-1' };
const four = {
  ...{ TARGET_API_KEY: 'sk-first-1,sk-second-2', TARGET_OTHER_API_KEY: 'sk-other-3' },
  ...{ TARGET_EXPIRED_API_KEY: 'sk-expired-4', TARGET_REVOKED_API_KEY: 'sk-revoked-5' },
};
const accepting: Row[1] = () => [200];
const usedUp = (headers: Readonly<Record<string, string>>, status = 429, times = 1): Row => [
  one,
  (_url, _key, turn) => (turn <= times ? [status, {}, headers] : [200]),
];
const limit = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' };

test('each key must be given once and be accepted, but for those that the checks expect to be refused', () =>
  expectFound(
    'keys.txt',
    {
      'all of them': [four, accepting],
      'no key': [{}, accepting],
      'the same key twice': [{ TARGET_API_KEY: 'a,a' }, accepting],
      'the same key of two merchants': [{ ...four, TARGET_OTHER_API_KEY: 'sk-second-2' }, accepting],
      'the only key is refused': [one, () => [403]],
      'the second key is refused': [four, (_, key) => [key === 'sk-first-1' ? 200 : 401]],
      'used up, and says when the next window begins': usedUp({ 'retry-after': '20' }),
      'used up in the next window too': usedUp({ 'retry-after': '20' }, 429, 2),
      'used up, and does not say how long': usedUp(limit, 200),
      'used up for longer than a window': usedUp({ 'retry-after': '61' }),
      'a limit of one request, of which none remains': usedUp({ ...limit, 'x-ratelimit-limit': '1' }, 200),
    },
    (inquiry, settings, say) => acceptKeys(settings, inquiry, say).then(() => 'accepted'),
  ));

const list = (...ids: readonly number[]) => ids.map((id) => ({ id, order_number: id }));
/** What each merchant sees: webhooks, and orders if there are no webhooks. */
const seeing = (own: Lists, others: Lists): Row => [
  { TARGET_API_KEY: 'one', TARGET_OTHER_API_KEY: 'other' },
  ({ pathname }, key) => [200, (key === 'one' ? own : others)[pathname.includes('webhooks') ? 0 : 1]],
];
type Lists = readonly [webhooks: unknown, orders: unknown];

test('a second merchant that sees the same webhooks or orders as the first is noticed', () =>
  expectFound(
    'both-merchants.txt',
    {
      'the same webhooks': seeing([list(1, 2), {}], [list(2, 1), {}]),
      'the same orders': seeing([[], { items: list(7) }], [[], { items: list(7) }]),
      'other orders': seeing([[], { items: list(7) }], [[], { items: list(8) }]),
      'lists that are none': seeing([{}, null], [7, [null]]),
    },
    (inquiry, settings) => sameMerchant(settings, inquiry),
  ));

const html = (status: number): Answer => [status, '<title>Welcome</title>', { 'content-type': 'text/html' }];
const byPath = (part: string, own: Answer, rest: Answer): Row => [
  one,
  ({ pathname }) => (pathname.includes(part) ? own : rest),
];

test('a server that answers everything alike does not look like the service', () =>
  expectFound(
    'recognition.txt',
    {
      'the same JSON everywhere': [one, () => [200, { status: 'ok' }]],
      'two kinds of pages': byPath('brands', html(200), html(404)),
      'only failures': [one, () => [503, 'Maintenance']],
      'that, to be tested all the same': [{ ...one, CONFORMANCE_ANYWAY: '1' }, () => [503, 'Maintenance']],
      // However broken it is, a service that answers one of the requests otherwise is tested.
      'a description alone': byPath('docs', [200], [404]),
      'a refused key': byPath('brands', [401], [404]),
    },
    async (inquiry, settings) => {
      const lists = ['listCountries', 'listBrands', 'listCategories'] as const;
      const replies = await Promise.all(lists.map((each) => inquiry.ask(each)));
      recognise(settings, [...replies, (await inquiry.askDescription())?.exchange]);
      return 'tested';
    },
  ));

const unknownHost = { kind: 'other', reason: 'the host name is unknown', wayOut: 'correct it' } as const;
const redirecting = (location: string): Row => [one, () => [308, '', { location }]];

test('a service that redirects or is out of reach is an error that names a way out that works', () =>
  expectFound(
    'no-response.txt',
    {
      'to another host': redirecting('https://login.invalid/in?token=1'),
      'in a loop': redirecting('/api/v1/countries/'),
      'to an invalid URL': redirecting('http://['),
      'to the path without a slash': redirecting('/api/v1/countries?token=1'),
      'only a proxy reaches it': [
        { ...one, HTTPS_PROXY: 'http://proxy.example:3128' },
        ({ href: url }) => {
          throw new TransportError({ method: 'GET', url }, unknownHost);
        },
      ],
    },
    async (inquiry) => {
      await inquiry.mustAnswer();
      await inquiry.mustAnswer('sk-first-1');
    },
  ));

test('the orders that a run may use are read one by one', () => {
  const [open, shipped, odd] = [{ id: 1, status: 'open' }, { id: 'b', status: 'shipped' }, { id: null }];
  const orders: Readonly<Record<string, Answer>> = {
    'N-1': [200, { items: [{ order_number: 'N-1', order_items: [open, shipped, odd] }] }],
    'N-2': [200, { items: [] }],
    // A service that ignores the parameter may list the order on another page.
    'N-3': [200, { items: [{ order_number: 'N-1' }] }],
    'N-4': [200, { items: [{ order_number: 'N-4' }] }],
    'N-5': [400, { items: [] }],
  };
  const answer: Row[1] = ({ searchParams }) => orders[searchParams.get('order_number') ?? ''] ?? [404];
  const asked = { 'five orders': [{ ...one, TARGET_ORDERS: Object.keys(orders).join() }, answer] } as const;
  return expectFound('named-orders.txt', asked, async (inquiry, settings) => {
    const read = await readNamedOrders(settings, inquiry);
    return { read, noticed: noticedOrders(read, 51) };
  });
});
