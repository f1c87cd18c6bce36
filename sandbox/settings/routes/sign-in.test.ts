import { openBrowser } from '../../testing/browser.js';
import { expect, test } from '../../testing/settings-test.js';

const SIGN_IN = '/settings/sign-in';

test('whoever is not signed in is sent to sign in', async ({ sandbox }) => {
  const browser = openBrowser(sandbox.app);
  const pages = ['', '/api-keys', '/api-keys/new', '/api-keys/x/revoke', '/api-keys/nothing'];
  for (const path of pages)
    expect(await browser.get(`/settings${path}`), path).toMatchObject({
      status: 303,
      headers: { location: SIGN_IN },
    });
  for (const path of ['/api-keys', '/api-keys/x/revoke', '/sign-out'])
    expect(await browser.post(`/settings${path}`, {}), path).toMatchObject({
      status: 303,
      headers: { location: SIGN_IN },
    });
  expect(browser.cookie).toBe('');
});

test('a user signs in, is told who is signed in, and signs out', async ({ sandbox, addUser, password }) => {
  const { email } = await addUser('Admin');
  const browser = openBrowser(sandbox.app);
  const page = await browser.get(SIGN_IN);
  expect(page).toMatchObject({ status: 200, heading: 'Sign in', said: undefined });
  for (const part of [
    '<label for="email">E-mail</label>',
    '<label for="password">Password</label>',
    'autocomplete="username"',
    'autocomplete="current-password"',
  ])
    expect(page.html).toContain(part);
  const signedIn = await browser.submit(page, SIGN_IN, { email: ` ${email.toUpperCase()} `, password });
  expect(signedIn).toMatchObject({ status: 303, headers: { location: '/settings' } });
  const overview = await browser.get('/settings');
  expect(overview).toMatchObject({ status: 200, heading: 'Settings' });
  expect(overview.html).toContain(`${email} (Admin)`);
  expect(await browser.get(SIGN_IN)).toMatchObject({ status: 303, headers: { location: '/settings' } });

  const { cookie } = browser;
  const signedOut = await browser.submit(overview, '/settings/sign-out');
  expect(signedOut).toMatchObject({ status: 303, headers: { location: SIGN_IN } });
  expect(browser.cookie).toBe('');
  browser.cookie = cookie;
  expect((await browser.get('/settings')).status).toBe(303);
});

test('a wrong password and an unknown e-mail get the same answer', async ({ sandbox, addUser, password }) => {
  const { email } = await addUser('Admin');
  const browser = openBrowser(sandbox.app);
  const answers: string[] = [];
  for (const entered of [
    { email, password: `${password}x` },
    { email, password: '' },
    { email: 'nobody@x.example', password },
    { email: '', password: '' },
  ]) {
    const page = await browser.signIn(entered.email, entered.password);
    expect(page).toMatchObject({ status: 401, heading: 'Sign in' });
    expect(page.said).toContain('is wrong');
    expect(page.html).toContain(`value="${entered.email}"`.replace('=""', ''));
    answers.push(page.html.replaceAll(/ value(="[^"]*")?/g, ''));
  }
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).not.toContain(password);
  expect((await browser.get('/settings')).status).toBe(303);
});

test('a session from before the sign-in ends with it', async ({ sandbox, addUser, password }) => {
  const { email } = await addUser('Admin');
  const [attacker, victim] = [openBrowser(sandbox.app), openBrowser(sandbox.app)];
  const page = await attacker.get(SIGN_IN);
  victim.cookie = attacker.cookie;
  await victim.submit(page, SIGN_IN, { email, password });
  expect(victim.cookie).not.toBe(attacker.cookie);
  expect((await victim.get('/settings')).status).toBe(200);
  expect((await attacker.get('/settings')).status).toBe(303);
  // Tokens from before the sign-in are worth nothing after it.
  const forged = await victim.post('/settings/sign-out', page.forms[SIGN_IN] ?? {});
  expect(forged).toMatchObject({ status: 403, heading: 'Form out of date' });
});

test('the cookie is for the settings area alone, and neither for scripts nor for other sites', async ({
  sandbox,
}) => {
  const { headers } = await openBrowser(sandbox.app).get(SIGN_IN);
  expect(headers['set-cookie']).toMatch(
    /^settings_session=[^;]{40,}; Path=\/settings; HttpOnly; SameSite=Strict$/,
  );
});

test('a cookie that is forged, or of another sandbox, lets nobody in', async ({ sandbox, admin }) => {
  const browser = openBrowser(sandbox.app);
  const [name = '', value = ''] = admin.cookie.split('=');
  const [id = '', signature = ''] = value.split('.');
  const forged = [
    `${id}.${signature.slice(0, -1)}`,
    `${id}.`,
    id,
    `x${id}.${signature}`,
    `.${signature}`,
    '%zz',
  ];
  for (const each of forged) {
    browser.cookie = `${name}=${each}`;
    expect((await browser.get('/settings')).status, each).toBe(303);
  }
  browser.cookie = admin.cookie;
  expect((await browser.get('/settings')).status).toBe(200);
});

test('a user who is forgotten is signed out', async ({ sandbox, addUser, password }) => {
  const made = sandbox.merchants.create();
  const { email } = await addUser('Admin', made.merchantId);
  const browser = openBrowser(sandbox.app);
  await browser.signIn(email, password);
  const page = await browser.get('/settings/api-keys/new');
  expect(page.status).toBe(200);
  sandbox.merchants.remove(made.merchantId);
  expect(await browser.submit(page, '/settings/api-keys', { label: 'x' })).toMatchObject({
    status: 303,
    headers: { location: SIGN_IN },
  });
  expect((await browser.get(SIGN_IN)).status).toBe(200);
});

test('a reset of the merchant leaves its users signed in', async ({ sandbox, admin }) => {
  await sandbox.control('POST', `/merchants/${sandbox.merchantId}/reset`);
  expect((await admin.get('/settings')).status).toBe(200);
});
