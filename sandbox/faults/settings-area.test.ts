import type { Browser, ReceivedPage } from '../testing/browser.js';
import type { OpenSandbox } from '../testing/open-sandbox.js';
import { signedIn } from '../testing/settings-test.js';
import { type Lies, testLies } from './lies.js';
import { type Look, WEBHOOK } from './looks.js';
import { settingsAreaFaults } from './settings-area.js';

const KEYS = '/settings/api-keys';
const DAY = 86_400;
async function create(browser: Browser, fields: Readonly<Record<string, string>> = {}) {
  const form = await browser.get(`${KEYS}/new`);
  const page = await browser.submit(form, KEYS, { label: 'a & b', expirationDate: '', ...fields });
  const value = /<code id="key-value">([^<]*)<\/code>/.exec(page.html)?.[1] ?? '';
  return { form, page, value };
}

/** Looks at what an Admin sees. */
function asAdmin(look: (admin: Browser, sandbox: OpenSandbox) => Promise<unknown>): Look {
  return async (sandbox) => look(await signedIn(sandbox, 'Admin'), sandbox);
}

/** Looks at what a Member sees, when an Admin has made a key. */
function asMember(
  look: (member: Browser, id: string | undefined, sandbox: OpenSandbox) => Promise<unknown>,
): Look {
  return async (sandbox) => {
    await create(await signedIn(sandbox, 'Admin'));
    const id = sandbox.merchants.keys.keysOf(sandbox.merchantId).at(-1)?.id;
    return look(await signedIn(sandbox, 'Member'), id, sandbox);
  };
}

/** Looks at how often a page tells the value of a key that was made before. */
function told(
  open: (admin: Browser, made: Awaited<ReturnType<typeof create>>) => Promise<ReceivedPage>,
): Look {
  return asAdmin(async (admin) => {
    const made = await create(admin);
    return (await open(admin, made)).html.split(made.value).length - 1;
  });
}

/** The statuses of requests with a new key, so many days after it was made. */
function statuses(fields: Readonly<Record<string, string>>, ...days: number[]): Look {
  return asAdmin(async (admin, sandbox) => {
    const { value } = await create(admin, fields);
    const seen: number[] = [];
    for (const pause of days) {
      sandbox.pass(pause * DAY);
      seen.push((await sandbox.send('GET', '/brands/', undefined, value)).status);
    }
    return seen;
  });
}

const inTenDays = { expirationDate: new Date(Date.now() + 10 * DAY * 1000).toISOString().slice(0, 10) };

/** The id of the first key of the other merchant. */
function foreignId({ merchants, otherMerchantId }: OpenSandbox): string | undefined {
  return merchants.keys.keysOf(otherMerchantId)[0]?.id;
}

/** The token of a browser's session. */
async function tokenOf(browser: Browser) {
  return (await browser.get('/settings')).forms['/settings/sign-out'] ?? {};
}

const lies: Lies = {
  'asks-for-no-expiration-date': [
    asAdmin(async (admin) => (await admin.get(`${KEYS}/new`)).html.includes('Expiration date')),
    false,
  ],
  'makes-no-key-without-date': [asAdmin(async (admin) => (await create(admin)).page.status), 400],
  'makes-no-key-with-date': [asAdmin(async (admin) => (await create(admin, inTenDays)).page.status), 400],
  'makes-keys-that-have-expired': [statuses(inTenDays, 0), [401]],
  'lets-keys-expire-week-early': [statuses(inTenDays, 0, 5), [200, 401]],
  'drops-label-of-key': [
    asAdmin(async (admin) => {
      await create(admin);
      return (await admin.get(KEYS)).html.includes('<bdi>API key</bdi>');
    }),
    true,
  ],
  'escapes-label-of-key-twice': [
    asAdmin(async (admin) => {
      await create(admin);
      return (await admin.get(KEYS)).html.includes('<bdi>a &amp;amp; b</bdi>');
    }),
    true,
  ],
  'makes-keys-of-another-merchant': [
    asAdmin(async (admin, sandbox) => {
      const { value } = await create(admin);
      await sandbox.send('POST', '/webhooks', WEBHOOK);
      return Object((await sandbox.send('GET', '/webhooks', undefined, value)).body).length;
    }),
    0,
  ],
  'shows-value-with-wrong-character': [statuses({}, 0), [401]],
  'shows-keys-to-members': [
    asMember(async (member) => [
      (await member.get(KEYS)).status,
      (await member.post(KEYS, { ...(await tokenOf(member)), label: 'x', form: '1' })).status,
    ]),
    [200, 403],
  ],
  'lets-members-create-keys': [
    asMember(async (member) => [
      (await member.get(`${KEYS}/new`)).status,
      (await member.post(KEYS, { ...(await tokenOf(member)), label: 'x', form: '1' })).status,
    ]),
    [403, 201],
  ],
  'lets-members-revoke-keys': [
    asMember(async (member, id, { merchants, merchantId }) => {
      const { status } = await member.post(`${KEYS}/${id}/revoke`, await tokenOf(member));
      return [status, merchants.keys.keysOf(merchantId).at(-1)?.revokedAt !== undefined];
    }),
    [303, true],
  ],
  'names-keys-to-members': [
    asMember(async (member) => (await member.get('/settings')).html.includes('Keys: a & b')),
    true,
  ],
  'lists-keys-of-all-merchants': [
    asAdmin(async (admin, sandbox) => (await admin.get(KEYS)).html.includes(`${foreignId(sandbox)}/revoke`)),
    true,
  ],
  'revokes-keys-of-other-merchants': [
    asAdmin(async (admin, sandbox) => {
      const question = `${KEYS}/${foreignId(sandbox)}/revoke`;
      return [
        (await admin.get(question)).status,
        (await admin.post(question, await tokenOf(admin))).status,
        (await sandbox.send('GET', '/brands/', undefined, sandbox.otherApiKey)).status,
      ];
    }),
    [404, 303, 401],
  ],
  'shows-end-of-new-key-only': [asAdmin(async (admin) => (await create(admin)).value.length), 8],
  'hides-new-key': [
    asAdmin(async (admin) => (await create(admin)).page.html.includes('<code id="key-value" hidden>')),
    true,
  ],
  'sends-whole-key-in-header-of-list': [
    asAdmin(async (admin) => {
      const { value } = await create(admin);
      return (await admin.get(KEYS)).headers['x-last-key'] === value;
    }),
    true,
  ],
  'masks-last-characters-of-keys': [
    asAdmin(async (admin) => {
      const { value } = await create(admin);
      return (await admin.get(KEYS)).html.includes(`<code>${value.slice(0, -4)}****</code>`);
    }),
    true,
  ],
  'shows-key-to-other-admins': [
    asAdmin(async (admin, sandbox) => {
      const { value } = await create(admin);
      const other = await signedIn(sandbox, 'Admin');
      return Promise.all([admin, other].map(async (each) => (await each.get(KEYS)).html.includes(value)));
    }),
    [false, true],
  ],
  'shows-key-again-when-reloaded': [
    told((admin, { form }) => admin.submit(form, KEYS, { label: 'a & b' })),
    1,
  ],
  'lets-browser-keep-new-key': [
    asAdmin(async (admin) => {
      const { status, headers } = (await create(admin)).page;
      return [status, headers['cache-control']];
    }),
    [200, 'private, max-age=3600'],
  ],
  'lists-whole-keys': [
    asAdmin(async (admin) => {
      const { value } = await create(admin);
      return (await admin.get(KEYS)).html.includes(`<code>${value}</code>`);
    }),
    true,
  ],
  'hides-whole-keys-in-list': [
    asAdmin(async (admin) => {
      const { value } = await create(admin);
      return (await admin.get(KEYS)).html.includes(`data-key="${value}"`);
    }),
    true,
  ],
  'remembers-new-key-on-first-page': [told((admin) => admin.get('/settings')), 1],
  'names-key-to-revoke-by-its-value': [
    asAdmin(async (admin, { merchants, merchantId }) => {
      const { value } = await create(admin);
      const id = merchants.keys.keysOf(merchantId).at(-1)?.id;
      return (await admin.get(`${KEYS}/${id}/revoke`)).html.includes(value);
    }),
    true,
  ],
  'forgets-expiration-date': [statuses(inTenDays, 0, 20), [200, 200]],
  'goes-on-accepting-used-key-after-expiry': [statuses(inTenDays, 0, 20), [200, 200]],
  'revokes-all-keys-of-merchant': [
    asAdmin(async (admin, sandbox) => {
      await create(admin);
      const id = sandbox.merchants.keys.keysOf(sandbox.merchantId).at(-1)?.id;
      const question = `${KEYS}/${id}/revoke`;
      await admin.submit(await admin.get(question), question);
      return (await sandbox.send('GET', '/brands/')).status;
    }),
    401,
  ],
  'revokes-in-list-only': [revoked(false), 200],
  'goes-on-accepting-used-key-after-revocation': [revoked(true), 200],
};

/** The status of a request with a key that was revoked. @param isUsed whether it was used before */
function revoked(isUsed: boolean): Look {
  return asAdmin(async (admin, sandbox) => {
    const { value } = await create(admin);
    if (isUsed) await sandbox.send('GET', '/brands/', undefined, value);
    const id = sandbox.merchants.keys.keysOf(sandbox.merchantId).at(-1)?.id;
    const question = `${KEYS}/${id}/revoke`;
    await admin.submit(await admin.get(question), question);
    return (await sandbox.send('GET', '/brands/', undefined, value)).status;
  });
}

testLies(settingsAreaFaults, lies);
