import { expect, rowOf, test } from '../../testing/settings-test.js';

const KEYS = '/settings/api-keys';

test('a key is revoked after it was asked which, and opens the API no longer', async ({ sandbox, admin }) => {
  const key = sandbox.merchants.keys.find(sandbox.secondApiKey);
  const path = `${KEYS}/${key?.id}/revoke`;
  expect((await admin.get(KEYS)).html).toContain(`<a href="${path}" aria-label="Revoke Second">Revoke</a>`);
  const page = await admin.get(path);
  expect(page).toMatchObject({ status: 200, heading: 'Revoke a key' });
  expect(page.html).toContain('<bdi>Second</bdi>');
  expect(page.html).toContain(`<code>${sandbox.secondApiKey.slice(-4)}</code>`);
  const status = async () => (await sandbox.send('GET', '/brands', undefined, sandbox.secondApiKey)).status;
  expect(await status()).toBe(200);
  const revoked = await admin.submit(page, path);
  expect(revoked).toMatchObject({ status: 303, headers: { location: KEYS } });
  expect(await status()).toBe(401);
  expect((await sandbox.send('GET', '/brands')).status).toBe(200);

  const list = await admin.get(KEYS);
  expect(list.said).toContain('<bdi>Second</bdi> is revoked');
  expect(rowOf(list.html, 'Second')?.slice(5)).toEqual(['Revoked', '']);
  expect((await admin.get(KEYS)).said).toBeUndefined();
});

test('a key that is revoked twice was revoked the first time', async ({ sandbox, admin }) => {
  const key = sandbox.merchants.keys.find(sandbox.secondApiKey);
  const path = `${KEYS}/${key?.id}/revoke`;
  const page = await admin.get(path);
  await admin.submit(page, path);
  const at = key?.revokedAt;
  expect(at).toBe(sandbox.merchant.timeline.now());
  sandbox.pass(60);
  expect((await admin.submit(page, path)).status).toBe(303);
  expect(key?.revokedAt).toBe(at);
});
