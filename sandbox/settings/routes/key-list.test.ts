import { expect, rowOf, rowsIn, test } from '../../testing/settings-test.js';

const LIST = '/settings/api-keys';

test('the list has all keys of the merchant, the newest first, and says how each stands', async ({
  sandbox,
  admin,
}) => {
  const { html, heading, status } = await admin.get(LIST);
  expect([status, heading]).toEqual([200, 'API Keys']);
  const rows = rowsIn(html);
  expect(rows.map(([label, , , , , state]) => `${label} ${state}`)).toEqual([
    'Expired Expired',
    'Second Active',
    'First Active',
    'Revoked Revoked',
  ]);
  expect(rowOf(html, 'First')?.[1]).toBe(sandbox.apiKey.slice(-4));
  expect(html).toContain('<caption>API keys</caption>');
  for (const name of ['Label', 'Ends in', 'Created', 'Expires', 'Last used', 'Status'])
    expect(html).toContain(`<th scope="col">${name}</th>`);
  const links = [...html.matchAll(/aria-label="(Revoke [^"]*)"/g)].map(([, name]) => name);
  expect(links).toEqual(['Revoke Expired', 'Revoke Second', 'Revoke First']);
});

test('a key that was made later comes before, on the clock of the merchant', async ({ sandbox, admin }) => {
  const { keys } = sandbox.merchants;
  const now = sandbox.merchant.timeline.now();
  for (const [label, createdAt] of [
    ['Later', now + 1000],
    ['Earlier', now - 1000],
  ] as const)
    keys.issue({ merchantId: sandbox.merchantId, label, createdBy: 'Admin', createdAt });
  const labels = rowsIn((await admin.get(LIST)).html).map(([label]) => label);
  expect([labels[0], labels.at(-1)]).toEqual(['Later', 'Earlier']);
});

test('times are those of the merchant, in UTC', async ({ sandbox, admin }) => {
  sandbox.merchant.timeline.change({ frozen: true });
  expect(rowOf((await admin.get(LIST)).html, 'Second')?.[4]).toBe('Never');
  sandbox.pass(3 * 86_400);
  const used = new Date(sandbox.merchant.timeline.now()).toISOString();
  await sandbox.send('GET', '/brands', undefined, sandbox.secondApiKey);
  sandbox.pass(60);
  await sandbox.send('GET', '/brands', undefined, sandbox.expiredApiKey);
  const { html } = await admin.get(LIST);
  expect(rowOf(html, 'Second')?.[4]).toBe(used.replace('T', ' ').replace(/\..*/, ' UTC'));
  expect(html).toContain(`<time datetime="${used}">`);
  expect(rowOf(html, 'Expired')?.[4]).toBe('Never');
});

test('labels are shown as they are, whatever they are made of', async ({ sandbox, admin }) => {
  const labels = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    `' onmouseover='alert(1)`,
    '&lt;b&gt; &amp;',
    '\u202egnp.exe\u2066',
    '🔑'.repeat(100),
  ];
  for (const label of labels)
    sandbox.merchants.keys.issue({
      merchantId: sandbox.merchantId,
      label,
      createdBy: 'Admin',
      createdAt: sandbox.merchant.timeline.now(),
    });
  const { html } = await admin.get(LIST);
  expect(html).not.toMatch(/<script|<img|<b>/);
  expect(html).toContain('<bdi>&lt;script>alert(1)&lt;/script></bdi>');
  expect(html).toContain('aria-label="Revoke &quot;>&lt;img src=x onerror=alert(1)>"');
  expect(html).toContain('<bdi>&amp;lt;b&amp;gt; &amp;amp;</bdi>');
  for (const label of labels.slice(4)) expect(rowOf(html, label)).toBeDefined();
});
