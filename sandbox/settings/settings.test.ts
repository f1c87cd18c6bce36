import { expect, openBrowser, openSandbox, signedIn, test } from '../testing/open-sandbox.js';

const SIGN_IN = '/settings/sign-in';
const KEYS = '/settings/api-keys';

test('when a user signs out, the session also ends in other windows', async ({ sandbox }) => {
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

test('no key is made from an invalid label or date, but the form can be corrected', async ({ sandbox }) => {
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

test("a form without its session's token does nothing", async ({ sandbox }) => {
  const [admin, other] = [await signedIn(sandbox, 'Admin'), await signedIn(sandbox, 'Admin')];
  const { _csrf: _, ...form } = (await admin.get(`${KEYS}/new`)).forms[KEYS] ?? {};
  const { _csrf = '' } = (await other.get(`${KEYS}/new`)).forms[KEYS] ?? {};
  const forged: readonly Record<string, string>[] = [{}, { _csrf }];
  for (const token of forged)
    expect((await admin.post(KEYS, { ...form, ...token, label: 'forged' })).status).toBe(403);
  expect(sandbox.merchants.keys.filter(({ label }) => label === 'forged')).toEqual([]);
});

test('a form that is sent several times at once makes only one key', async ({ sandbox }) => {
  const admin = await signedIn(sandbox, 'Admin');
  const page = await admin.get(`${KEYS}/new`);
  const responses = await Promise.all([1, 2, 3].map(() => admin.submit(page, KEYS, { label: 'one' })));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test('unknown pages are answered with 404, and only the log says why a page failed', async () => {
  const failures: unknown[] = [];
  const sandbox = openSandbox({
    log: { info: () => undefined, error: (facts) => failures.push(facts) },
    rules: {
      isKeyOf() {
        throw new Error('secret reason');
      },
    },
  });
  const browser = openBrowser(sandbox.app);
  expect(await browser.get('/settings/nothing')).toMatchObject({ status: 404, heading: 'Not found' });
  const broken = await (await signedIn(sandbox, 'Admin')).get(KEYS);
  expect([broken.status, broken.html]).toEqual([500, expect.not.stringContaining('secret reason')]);
  expect(failures).toHaveLength(1);
  await sandbox.app.close();
});
