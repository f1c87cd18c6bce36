import { expect, openBrowser, openSandbox, signedIn, test } from '../testing/open-sandbox.js';
import { isSentOnce } from './page.js';
import { createSessionStore } from './sessions.js';

const SIGN_IN = '/settings/sign-in';
const KEYS = '/settings/api-keys';
const cookie = { originalMaxAge: null };

test('a user signs out, and the session is over for other windows too', async ({ sandbox }) => {
  const admin = await signedIn(sandbox, 'Admin');
  const other = openBrowser(sandbox.app);
  other.cookie = admin.cookie;
  const left = await admin.submit(await admin.get('/settings'), '/settings/sign-out');
  expect(left).toMatchObject({ status: 303, headers: { location: SIGN_IN } });
  for (const browser of [admin, other]) expect((await browser.get('/settings')).status).toBe(303);
  const page = await openBrowser(sandbox.app).get(SIGN_IN);
  expect(page.headers['set-cookie']).toMatch(/; Path=\/settings; HttpOnly; SameSite=Strict$/);
});

test('a wrong password and an unknown e-mail get the same response', async ({ sandbox }) => {
  await signedIn(sandbox, 'Admin');
  const known = sandbox.merchants.users.newEmail(sandbox.merchantId, 'Admin').replace(/\d+/, '1');
  for (const email of [known, 'nobody@nowhere.example']) {
    const refused = await openBrowser(sandbox.app).signIn(email, 'wrong');
    expect(refused).toMatchObject({ status: 401, heading: 'Sign in' });
    expect(refused.said).toContain('The e-mail or the password is wrong.');
  }
});

test('no key is made from a wrong label or date, but the form can be mended', async ({ sandbox }) => {
  const admin = await signedIn(sandbox, 'Admin');
  for (const [entered, problem] of [
    [{ label: ' ' }, 'Enter a label'],
    [{ label: 'ü'.repeat(101) }, 'at most 100 characters: it has 101'],
    [{ label: 'x', expirationDate: '2025-02-29' }, 'Enter a date that exists'],
    [{ label: 'x', expirationDate: '2001-01-01' }, 'that has not passed'],
  ] as const) {
    const refused = await admin.submit(await admin.get(`${KEYS}/new`), KEYS, entered);
    expect([refused.status, refused.said]).toEqual([400, expect.stringContaining(problem)]);
    expect((await admin.submit(refused, KEYS, { label: 'mended', expirationDate: '' })).status).toBe(201);
  }
});

/** How a page of another origin could send the form for a new key with the cookie of a signed-in user. */
interface Forged {
  readonly fields?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

test('a form that another origin sends does nothing', async ({ sandbox }) => {
  const admin = await signedIn(sandbox, 'Admin');
  const other = await signedIn(sandbox, 'Admin');
  const { _csrf: token = '', ...hidden } = (await admin.get(`${KEYS}/new`)).forms[KEYS] ?? {};
  const others = (await other.get(`${KEYS}/new`)).forms[KEYS]?._csrf ?? '';
  const forgeries: Readonly<Record<string, Forged>> = {
    'without a token': {},
    'with an empty token': { fields: { _csrf: '' } },
    "with the token of another user's form": { fields: { _csrf: others } },
    'with a token in the query': { query: `?_csrf=${encodeURIComponent(token)}` },
    'with a token in a header': { headers: { 'csrf-token': token, 'x-csrf-token': token } },
    'with a member of every object as its token': { fields: { _csrf: 'constructor', ['__proto__']: 'a' } },
  };
  const made = () => sandbox.merchants.keys.keysOf(sandbox.merchantId).length;
  const before = made();
  for (const [what, { fields = {}, query = '', headers = {} }] of Object.entries(forgeries)) {
    const response = await sandbox.app.inject({
      method: 'POST',
      url: KEYS + query,
      headers: {
        ...headers,
        origin: 'http://127.0.0.1:9999',
        host: 'evil.example',
        cookie: admin.cookie,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams({ ...hidden, label: 'forged', ...fields }).toString(),
    });
    expect([response.statusCode, made()], what).toEqual([403, before]);
  }
  // The same form with its own token works.
  expect((await admin.post(KEYS, { ...hidden, label: 'own', _csrf: token })).status).toBe(201);
});

test('a form that is sent several times at the same moment makes one key', async ({ sandbox }) => {
  const admin = await signedIn(sandbox, 'Admin');
  const page = await admin.get(`${KEYS}/new`);
  const responses = await Promise.all([1, 2, 3].map(() => admin.submit(page, KEYS, { label: 'one' })));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test('unknown pages are not found, and only the log says why a page failed', async () => {
  const failures: unknown[] = [];
  const sandbox = openSandbox({
    log: { info: () => undefined, error: (facts) => failures.push(facts) },
    rules: {
      mayManageKeys() {
        throw new Error('secret reason');
      },
    },
  });
  const browser = openBrowser(sandbox.app);
  expect(await browser.get('/settings/nothing')).toMatchObject({ status: 404, heading: 'Not found' });
  const broken = await (await signedIn(sandbox, 'Admin')).get('/settings');
  expect([broken.status, broken.html]).toEqual([500, expect.not.stringContaining('secret reason')]);
  expect(failures).toHaveLength(1);
  await sandbox.app.close();
});

test('a session lasts eight hours and is not restored, and the number of sessions is limited', () => {
  let now = 0;
  const store = createSessionStore(() => now);
  const set = (id: string) => store.set(id, { cookie, userId: 'u' }, () => undefined);
  const has = (id: string) => {
    let found = false;
    store.get(id, (_error, session) => {
      found = session?.userId === 'u';
    });
    return found;
  };
  set('a');
  now = 8 * 60 * 60 * 1000 - 1;
  set('a');
  expect(has('a')).toBe(true);
  now += 1;
  expect(has('a')).toBe(false);
  set('b');
  store.destroy('b', () => undefined);
  set('b');
  expect(has('b')).toBe(false);
  for (let index = 0; index <= 10_000; index++) set(`s${index}`);
  expect([has('s0'), has('s10000')]).toEqual([false, true]);
});

test('a session remembers the last forms that were sent', () => {
  const session: Parameters<typeof isSentOnce>[0] = Object.assign(Object.create(null), { cookie });
  expect(['', 'x'.repeat(37), 'a', 'a'].map((id) => isSentOnce(session, id))).toEqual([
    false,
    false,
    true,
    false,
  ]);
  for (let index = 0; index < 100; index++) isSentOnce(session, `f${index}`);
  expect([isSentOnce(session, 'f99'), isSentOnce(session, 'a')]).toEqual([false, true]);
});
