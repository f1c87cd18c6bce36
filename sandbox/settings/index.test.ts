import { DEFAULT_RULES } from '../domain/rules.js';
import { openBrowser } from '../testing/browser.js';
import { openSandbox } from '../testing/open-sandbox.js';
import { expect, signedIn, test } from '../testing/settings-test.js';

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
];

test('every page is HTML in English with a title, a heading and landmarks, and may be neither kept nor framed', async ({
  sandbox,
  admin,
  member,
}) => {
  const key = sandbox.merchants.keys.find(sandbox.apiKey);
  const nobody = openBrowser(sandbox.app);
  const pages = [
    await nobody.get('/settings/sign-in'),
    await nobody.signIn('a@x.example', 'b'),
    await nobody.get('/settings/nothing'),
    await nobody.post('/settings/sign-in', {}),
    await member.get('/settings/api-keys'),
    ...(await Promise.all(
      ['', '/api-keys', '/api-keys/new', `/api-keys/${key?.id}/revoke`, '/api-keys/x', '/x'].map((path) =>
        admin.get(`/settings${path}`),
      ),
    )),
    await admin.submit(await admin.get('/settings/api-keys/new'), '/settings/api-keys'),
    await admin.submit(await admin.get('/settings/api-keys/new'), '/settings/api-keys', { label: 'x' }),
  ];
  for (const { html, headers, heading } of pages) {
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(String(headers['content-security-policy']).split('; ')).toEqual(POLICY);
    expect(html).toMatch(/^<!doctype html><html lang="en">/);
    expect(html).toContain(
      heading === 'Settings' ? '<title>Settings</title>' : `${heading} - Settings</title>`,
    );
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(html.match(/<main /g)).toHaveLength(1);
    expect(html).not.toMatch(/<script|style=|\son\w+=/);
  }
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200, 201, 400, 401, 403, 404]));
});

test('what leads to another page may not be kept either', async ({ sandbox }) => {
  const { headers } = await openBrowser(sandbox.app).get('/settings');
  expect(headers).toMatchObject({ location: '/settings/sign-in', 'cache-control': 'no-store' });
});

test('the stylesheet is the same for everybody, and makes no session', async ({ sandbox }) => {
  const { status, headers, html } = await openBrowser(sandbox.app).get('/settings/style.css');
  expect([status, headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
  expect(headers['set-cookie']).toBeUndefined();
  expect(html).toContain('prefers-color-scheme: dark');
});

test('whatever else is asked for is not found, in HTML', async ({ sandbox, admin }) => {
  for (const browser of [openBrowser(sandbox.app), admin])
    for (const path of ['/', '/x', '/sign-in/', '/sign-out', '/style.css/x', '/%zz', '/../settings/x'])
      expect(await browser.get(`/settings${path}`), path).toMatchObject({
        status: 404,
        heading: 'Not found',
        headers: { 'content-type': 'text/html; charset=utf-8' },
      });
  for (const method of ['HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'] as const) {
    const answer = await sandbox.app.inject({ method: method as 'PUT', url: '/settings' });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  }
});

test('outside of it there are neither sessions nor pages', async ({ sandbox, admin }) => {
  for (const url of ['/settingsx', '/nothing', '/api/v1/brands/']) {
    const answer = await sandbox.app.inject({ url, headers: { cookie: admin.cookie } });
    expect(answer.headers['content-type']).toContain('application/json');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['content-security-policy']).toBeUndefined();
  }
  const { status } = await sandbox.send('GET', '/brands');
  expect(status).toBe(200);
});

test('a failure is told to the log and not to the visitor', async () => {
  const logged: object[] = [];
  const secret = new Error('a secret of the sandbox');
  const sandbox = openSandbox({
    log: { info: () => undefined, error: (facts) => logged.push(facts) },
    rulesOf: () => {
      throw secret;
    },
  });
  const browser = await signedIn(sandbox, 'Admin');
  const page = await browser.get('/settings');
  expect(page).toMatchObject({ status: 500, heading: 'Something failed' });
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.html).not.toContain('secret');
  expect(logged).toEqual([{ error: secret }]);
  await sandbox.app.close();
});

test('the log holds neither values of keys nor passwords nor cookies', async () => {
  const entries: object[] = [];
  const log = { info: (facts: object) => entries.push(facts), error: (facts: object) => entries.push(facts) };
  const sandbox = openSandbox({ log });
  const browser = await signedIn(sandbox, 'Admin');
  const created = await browser.submit(await browser.get('/settings/api-keys/new'), '/settings/api-keys', {
    label: 'Label-x',
  });
  expect(created.status).toBe(201);
  expect(entries).toContainEqual(expect.objectContaining({ path: '/settings/api-keys', status: 201 }));
  expect(JSON.stringify(entries)).not.toMatch(/sk_sandbox|pw_sandbox|Label-x|settings_session/);
  await sandbox.app.close();
});

test('the rules that decide for a merchant can be put in place from outside', async () => {
  const sandbox = openSandbox({
    rulesOf: () => ({
      ...DEFAULT_RULES,
      mayManageKeys: (_role, action) => action !== 'revoke',
      isKeyOf: () => true,
      newKey: ({ label }) => ({ label: `${label}!` }),
      keyRequestProblems: () => [],
    }),
  });
  const { keys } = sandbox.merchants;
  const browser = await signedIn(sandbox, 'Member');
  const form = await browser.get('/settings/api-keys/new');
  const created = await browser.submit(form, '/settings/api-keys', {
    label: '',
    expirationDate: '2000-01-01',
  });
  expect(created.status).toBe(201);
  expect(keys.keysOf(sandbox.merchantId).at(-1)).toMatchObject({ label: '!', createdBy: 'Member' });
  const list = await browser.get('/settings/api-keys');
  const [other] = keys.keysOf(sandbox.otherMerchantId);
  expect(list.html).toContain(`<code>${other?.lastFour}</code>`);
  expect(list.html).not.toContain('Revoke First');
  const question = `/settings/api-keys/${other?.id}/revoke`;
  const page = await browser.get(question);
  expect(page.status).toBe(200);
  expect((await browser.submit(page, question)).status).toBe(403);
  await sandbox.app.close();
});

test('the last word about a page is told who asked, and can change all of it', async () => {
  const asked: object[] = [];
  const sandbox = openSandbox({
    async sendPage(page, { method, url, user, merchantId }) {
      asked.push({ method, url, role: user?.role, merchantId, status: page.status });
      if (url !== '/settings') return page;
      const { 'cache-control': _, ...headers } = page.headers;
      return { status: 299, headers: { ...headers, 'x-changed': 'yes' }, body: '<h1>Changed</h1>' };
    },
  });
  const { merchantId } = sandbox;
  const browser = await signedIn(sandbox, 'Member');
  const page = await browser.get('/settings');
  expect(page).toMatchObject({ status: 299, heading: 'Changed', headers: { 'x-changed': 'yes' } });
  expect(page.headers['cache-control']).toBeUndefined();
  expect(asked).toEqual([
    { method: 'GET', url: '/settings/sign-in', role: undefined, merchantId: undefined, status: 200 },
    { method: 'POST', url: '/settings/sign-in', role: undefined, merchantId: undefined, status: 303 },
    { method: 'GET', url: '/settings', role: 'Member', merchantId, status: 200 },
  ]);
  await sandbox.app.close();
});
