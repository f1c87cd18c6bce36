import { expect } from '#unit-test';
import { test } from '../../http/local-server.js';
import { profileIn } from '../profile.js';
import { readSettings } from '../settings.js';
import { preflight } from './preflight.js';

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
