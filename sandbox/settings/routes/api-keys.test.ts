import { openBrowser } from '../../testing/browser.js';
import { expect, test } from '../../testing/settings-test.js';

test('the section is shown to an Admin, and not to a Member', async ({ admin, member }) => {
  const link = '<a href="/settings/api-keys">API Keys</a>';
  expect((await admin.get('/settings')).html).toContain(link);
  const overview = await member.get('/settings');
  expect(overview.html).toContain('(Member)');
  expect(overview.html).not.toContain('/settings/api-keys');
});

test('a Member may do nothing in it, by address or with a form of their own', async ({ sandbox, member }) => {
  const [key] = sandbox.merchants.keys.keysOf(sandbox.merchantId);
  const { forms } = await member.get('/settings');
  const token = forms['/settings/sign-out'] ?? {};
  expect(token).toHaveProperty('_csrf');
  const refused = { status: 403, heading: 'Not allowed' };
  for (const path of ['', '/new', `/${key?.id}/revoke`, '/x/revoke', '/nothing'])
    expect(await member.get(`/settings/api-keys${path}`), path).toMatchObject(refused);
  for (const path of ['', `/${key?.id}/revoke`, '/x/revoke', '/nothing'])
    expect(await member.post(`/settings/api-keys${path}`, { ...token, label: 'x' }), path).toMatchObject(
      refused,
    );
  for (const method of ['PUT', 'DELETE', 'PATCH'] as const) {
    const url = '/settings/api-keys';
    const { statusCode } = await sandbox.app.inject({ method, url, headers: { cookie: member.cookie } });
    expect(statusCode, method).toBe(403);
  }
  expect(sandbox.merchants.keys.keysOf(sandbox.merchantId)).toHaveLength(4);
});

test('a key of another merchant is neither listed nor revoked', async ({
  sandbox,
  admin,
  addUser,
  password,
}) => {
  const { keys } = sandbox.merchants;
  const { key, value } = keys.issue({
    merchantId: sandbox.otherMerchantId,
    label: 'Of the other',
    createdBy: 'Admin',
    createdAt: 0,
  });
  expect((await admin.get('/settings/api-keys')).html).not.toContain('Of the other');
  const path = `/settings/api-keys/${key.id}/revoke`;
  expect(await admin.get(path)).toMatchObject({ status: 404, heading: 'Not found' });
  const token = (await admin.get('/settings')).forms['/settings/sign-out'] ?? {};
  expect((await admin.post(path, token)).status).toBe(404);
  expect((await sandbox.send('GET', '/brands', undefined, value)).status).toBe(200);

  const other = openBrowser(sandbox.app);
  await other.signIn((await addUser('Admin', sandbox.otherMerchantId)).email, password);
  const list = await other.get('/settings/api-keys');
  expect(list.html).toContain('Of the other');
  expect((await other.get(path)).status).toBe(200);
});

test('whatever else is asked for in the section is not found', async ({ sandbox, admin }) => {
  for (const path of ['/nothing', '/x', '/x/revoke', '/new/', '/'])
    expect(await admin.get(`/settings/api-keys${path}`), path).toMatchObject({
      status: 404,
      heading: 'Not found',
    });
  const headers = { cookie: admin.cookie };
  const put = await sandbox.app.inject({ method: 'PUT', url: '/settings/api-keys', headers });
  expect(put.statusCode).toBe(404);
});

test('each form is refused without a token, and with one of another session', async ({
  sandbox,
  admin,
  member,
}) => {
  const { keys, users } = sandbox.merchants;
  const [key] = keys.keysOf(sandbox.merchantId);
  const newKey = await admin.get('/settings/api-keys/new');
  const { form = '' } = newKey.forms['/settings/api-keys'] ?? {};
  const foreign = (await member.get('/settings')).forms['/settings/sign-out']?._csrf ?? '';
  const sent: Record<string, Record<string, string>> = {
    '/settings/sign-in': { email: users.newEmail('x', 'Admin'), password: 'x' },
    '/settings/sign-out': {},
    '/settings/api-keys': { form, label: 'Forged' },
    [`/settings/api-keys/${key?.id}/revoke`]: {},
  };
  for (const [path, fields] of Object.entries(sent))
    for (const token of [undefined, '', 'x', foreign])
      expect(
        await admin.post(path, { ...fields, ...(token !== undefined && { _csrf: token }) }),
        path,
      ).toMatchObject({
        status: 403,
        heading: 'Form out of date',
      });
  expect((await admin.get('/settings')).status).toBe(200);
  expect(keys.keysOf(sandbox.merchantId).map(({ label }) => label)).not.toContain('Forged');
  expect(key).toHaveProperty('label', 'Revoked');
  const headers = { 'csrf-token': newKey.forms['/settings/api-keys']?._csrf, cookie: admin.cookie };
  const byHeader = await sandbox.app.inject({ method: 'POST', url: '/settings/sign-out', headers });
  expect(byHeader.statusCode).toBe(415);
});
