import { MOST_KEYS } from '../../domain/keys/key-ring.js';
import type { Browser } from '../../testing/browser.js';
import { expect, rowOf, test } from '../../testing/settings-test.js';

const KEYS = '/settings/api-keys';
const FORM = `${KEYS}/new`;

async function create(browser: Browser, label: string, expirationDate = '') {
  return browser.submit(await browser.get(FORM), KEYS, { label, expirationDate });
}

function valueIn(html: string): string {
  return /<code id="key-value">([^<]*)<\/code>/.exec(html)?.[1] ?? '';
}

test('the form asks for a label and a date, by their names', async ({ admin }) => {
  const { status, heading, html } = await admin.get(FORM);
  expect([status, heading]).toEqual([200, 'Add a key']);
  expect(html).toContain('<label for="label">Label</label>');
  expect(html).toContain('<label for="expirationDate">Expiration date (optional)</label>');
  expect(html).toMatch(/<input type="date"[^>]* aria-describedby="expirationDate-hint"/);
  expect(html).toContain('<button type="submit">Confirm</button>');
});

test('a key is made, opens the API, and its value is on one page only', async ({ sandbox, admin }) => {
  const page = await create(admin, '  Shop  ');
  expect(page).toMatchObject({
    status: 201,
    heading: 'Key created',
    headers: { 'cache-control': 'no-store' },
  });
  const value = valueIn(page.html);
  expect(value).toMatch(/^sk_sandbox_[\w-]{43}$/);
  expect(page.html).toMatch(/<section [^>]*aria-label="API key"><code id="key-value">/);
  expect(page.html.split(value)).toHaveLength(2);
  expect((await sandbox.send('GET', '/brands', undefined, value)).status).toBe(200);

  const key = sandbox.merchants.keys.find(value);
  expect(key).toMatchObject({ label: 'Shop', createdBy: 'Admin', merchantId: sandbox.merchantId });
  for (const path of ['', KEYS, FORM, `${KEYS}/${key?.id}/revoke`, `${KEYS}/${key?.id}`])
    expect((await admin.get(path === '' ? '/settings' : path)).html, path).not.toContain(value.slice(11));
  const row = rowOf((await admin.get(KEYS)).html, 'Shop');
  expect(row?.slice(1, 2).concat(row.slice(3))).toEqual([
    value.slice(-4),
    'Never',
    expect.any(String),
    'Active',
    'Revoke',
  ]);
});

test('of a key nothing is kept from which its value could be read', async ({ sandbox, admin }) => {
  const value = valueIn((await create(admin, 'Shop')).html);
  const secret = value.slice('sk_sandbox_'.length);
  const found: string[] = [];
  const seen = new Set<unknown>();
  const search = (thing: unknown, path: string): void => {
    if (typeof thing === 'string' && thing.includes(secret)) found.push(path);
    if (Buffer.isBuffer(thing) && thing.toString('latin1').includes(secret)) found.push(path);
    if (typeof thing !== 'object' || thing === null || seen.has(thing) || ArrayBuffer.isView(thing)) return;
    seen.add(thing);
    if (thing instanceof Map || thing instanceof Set) for (const entry of thing) search(entry, `${path}[]`);
    for (const name of Reflect.ownKeys(thing)) search(Reflect.get(thing, name), `${path}.${String(name)}`);
  };
  const { keys, users } = sandbox.merchants;
  search(
    keys.filter(() => true),
    'keys',
  );
  search(keys.keysOf(sandbox.merchantId), 'keysOf');
  search(sandbox.merchant, 'merchant');
  search(users, 'users');
  expect(seen.size).toBeGreaterThan(20);
  expect(found).toEqual([]);
});

test('a form is good for one key', async ({ sandbox, admin }) => {
  const form = await admin.get(FORM);
  const first = await admin.submit(form, KEYS, { label: 'Once' });
  expect(first.status).toBe(201);
  const again = await admin.submit(form, KEYS, { label: 'Once' });
  expect(again).toMatchObject({ status: 409, heading: 'Already created' });
  expect(again.html).not.toContain('sk_sandbox_');
  expect((await admin.submit(form, KEYS, { form: '', label: 'Once' })).status).toBe(409);
  const labels = sandbox.merchants.keys.keysOf(sandbox.merchantId).map(({ label }) => label);
  expect(labels.filter((label) => label === 'Once')).toHaveLength(1);
});

test('a form that is sent several times at once is good for one key too', async ({ sandbox, admin }) => {
  const form = await admin.get(FORM);
  const pages = await Promise.all(
    Array.from({ length: 5 }, () => admin.submit(form, KEYS, { label: 'Once' })),
  );
  expect(pages.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  expect(sandbox.merchants.keys.keysOf(sandbox.merchantId)).toHaveLength(5);
});

test('what is wrong is said above the form and at its fields, and what was entered stays', async ({
  sandbox,
  admin,
}) => {
  const today = new Date(sandbox.merchant.timeline.now()).toISOString().slice(0, 10);
  const yesterday = new Date(sandbox.merchant.timeline.now() - 86_400_000).toISOString().slice(0, 10);
  const form = await admin.get(FORM);
  for (const [label, expirationDate, wrong] of [
    ['', '', ['label']],
    ['   ', '', ['label']],
    ['x'.repeat(101), today, ['label']],
    ['🔑'.repeat(101), '', ['label']],
    ['<b>"Shop"</b>', '2027-02-29', ['expirationDate']],
    ['Shop', '01.02.2030', ['expirationDate']],
    ['Shop', yesterday, ['expirationDate']],
    ['', 'never', ['label', 'expirationDate']],
  ] as const) {
    const page = await admin.submit(form, KEYS, { label, expirationDate });
    expect(page, label).toMatchObject({ status: 400, heading: 'Add a key' });
    const said = [...(page.said?.matchAll(/<li><a href="#(\w+)">/g) ?? [])].map(([, name]) => name);
    expect(said).toEqual(wrong);
    for (const field of wrong) {
      const input = page.html.match(new RegExp(`<input[^>]* id="${field}"[^>]*>`))?.[0];
      expect(input).toContain('aria-invalid="true"');
      expect(input).toMatch(new RegExp(`aria-describedby="[^"]*${field}-problem"`));
      expect(page.html).toContain(`<p id="${field}-problem"`);
    }
    if (expirationDate !== '') expect(page.html).toContain(`value="${expirationDate}"`);
    if (label.startsWith('<b>')) expect(page.html).toContain('value="&lt;b>&quot;Shop&quot;&lt;/b>"');
  }
  expect(sandbox.merchants.keys.keysOf(sandbox.merchantId)).toHaveLength(4);
  expect((await admin.submit(form, KEYS, { label: 'x'.repeat(100) })).status).toBe(201);
});

test('a key is valid through the end of its last day on the clock of its merchant', async ({
  sandbox,
  admin,
}) => {
  const { timeline } = sandbox.merchant;
  timeline.change({ frozen: true, advance: 400 * 86_400 });
  const day = new Date(timeline.now()).toISOString().slice(0, 10);
  const page = await create(admin, 'Today', day);
  expect(page.status).toBe(201);
  const value = valueIn(page.html);
  const end = Date.parse(`${day}T00:00:00Z`) + 86_400_000;
  expect(page.html).toContain(`<time datetime="${new Date(end).toISOString()}">`);
  const status = async () => (await sandbox.send('GET', '/brands', undefined, value)).status;
  sandbox.pass((end - timeline.now() - 1) / 1000);
  expect([timeline.now(), await status()]).toEqual([end - 1, 200]);
  expect(rowOf((await admin.get(KEYS)).html, 'Today')?.[5]).toBe('Active');
  sandbox.pass(0.001);
  expect([timeline.now(), await status()]).toEqual([end, 401]);
  expect(rowOf((await admin.get(KEYS)).html, 'Today')?.[5]).toBe('Expired');
  expect((await create(admin, 'Too late', day)).status).toBe(400);
});

test('the last day that a form can name has a moment after it', async ({ admin }) => {
  const page = await create(admin, 'Long', '9999-12-31');
  expect(page.html).toContain('<time datetime="10000-01-01T00:00:00.000Z">10000-01-01 00:00:00 UTC</time>');
});

test('a merchant has a thousand keys, and no more from here', async ({ sandbox, admin }) => {
  const { keys } = sandbox.merchants;
  const { merchantId } = sandbox;
  while (keys.keysOf(merchantId).length < MOST_KEYS - 1)
    keys.issue({ merchantId, label: 'x', createdBy: 'Admin', createdAt: 0 });
  expect((await create(admin, 'Last')).status).toBe(201);
  const refused = await create(admin, 'One more');
  expect(refused.status).toBe(400);
  expect(refused.said).toContain('1000 keys');
  expect(keys.keysOf(merchantId)).toHaveLength(MOST_KEYS);
});
