import { type Browser, chromium, type Page } from '@playwright/test';
import axe from 'axe-core';
import { expect, test } from '#unit-test';
import { hashPassword } from '../../domain/users/password.js';
import { openSandbox } from '../../testing/open-sandbox.js';

const PASSWORD = 'pw_sandbox_of-the-browser-test';

const NARROW = { width: 320, height: 640 };

interface InBrowser {
  /** Where the sandbox is: it has the users admin@x.example and member@x.example. */
  base: string;
  /** What the browser objected to; the test fails where there is something. */
  trouble: string[];
  page: Page;
  pageWithoutScripts: Page;
}

const inBrowser = test.extend<InBrowser, { chromiumOfAll: Browser }>({
  chromiumOfAll: [
    async ({}, use) => {
      const browser = await chromium.launch({
        executablePath: process.env.CONFORMANCE_BROWSER,
        args: ['--disable-gpu'],
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  base: async ({}, use) => {
    const sandbox = openSandbox();
    const { users } = sandbox.merchants;
    for (const role of ['Admin', 'Member'] as const)
      users.add({
        merchantId: sandbox.merchantId,
        email: `${role.toLowerCase()}@x.example`,
        role,
        password: await hashPassword(PASSWORD),
      });
    await use(await sandbox.app.listen({ port: 0, host: '127.0.0.1' }));
    await sandbox.app.close();
  },
  trouble: async ({}, use) => {
    const trouble: string[] = [];
    await use(trouble);
    expect(trouble, 'what the browser objected to').toEqual([]);
  },
  page: async ({ chromiumOfAll, trouble }, use) => {
    const page = await chromiumOfAll.newPage({ viewport: NARROW });
    watch(page, trouble);
    await use(page);
    await page.close();
  },
  pageWithoutScripts: async ({ chromiumOfAll, trouble }, use) => {
    const page = await chromiumOfAll.newPage({ viewport: NARROW, javaScriptEnabled: false });
    watch(page, trouble);
    await use(page);
    await page.close();
  },
});

function watch(page: Page, trouble: string[]): void {
  page.on('pageerror', ({ message }) => trouble.push(message));
  page.on('console', (message) => {
    // Chromium tells each status of 400 and more.
    if (!message.text().startsWith('Failed to load resource')) trouble.push(message.text());
  });
}

/** Presses Tab until an element with a role and a name has the focus, and then a key. */
async function tabTo(page: Page, role: 'link' | 'button' | 'textbox', name: string, key: string) {
  const wanted = page.getByRole(role, { name, exact: true });
  for (let count = 0; count < 30; count++) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) {
      const outline = await wanted.evaluate((element) => getComputedStyle(element).outlineStyle);
      expect(outline, `the focus on ${name} can be seen`).toBe('solid');
      await page.keyboard.press(key);
      return;
    }
  }
  throw new Error(`Tab never came to ${role} ${name}`);
}

async function signIn(page: Page, base: string, email: string) {
  await page.goto(`${base}/settings/sign-in`);
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
}

async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(axe.source);
    const violations = await page.evaluate(async () => {
      const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
      const found = await inPage.run();
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
    expect(violations, `${colorScheme}, ${await page.title()}`).toEqual([]);
  }
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `the width of ${await page.title()}`).toBeLessThanOrEqual(320);
}

inBrowser(
  'all pages can be read and used by everybody, in light and dark and where it is narrow',
  async ({ page, base }) => {
    await page.goto(`${base}/settings/sign-in`);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('wrong');
    await expectAccessible(page);
    await signIn(page, base, 'admin@x.example');
    await expectAccessible(page);
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'API Keys' }).click();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Add a key' }).click();
    await expectAccessible(page);
    await page.getByLabel('Label', { exact: true }).fill('W'.repeat(101));
    await page.getByLabel('Expiration date (optional)').fill('2001-01-01');
    await page.getByRole('button', { name: 'Confirm' }).click();
    expect(await page.getByRole('alert').getByRole('link').count()).toBe(2);
    await expectAccessible(page);
    await page.getByLabel('Label', { exact: true }).fill('W'.repeat(100));
    await page.getByLabel('Expiration date (optional)').fill('2101-01-01');
    await page.getByRole('button', { name: 'Confirm' }).click();
    expect(await page.getByRole('region', { name: 'API key' }).textContent()).toMatch(/^sk_sandbox_/);
    await expectAccessible(page);
    await page.reload();
    await page.getByRole('heading', { name: 'Already created' }).waitFor();
    await expectAccessible(page);
    await page.goto(`${base}/settings/api-keys`);
    await page.getByRole('table', { name: 'API keys' }).getByRole('link', { name: 'Revoke WW' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Revoke' }).click();
    expect(await page.getByRole('status').textContent()).toContain('is revoked');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(page, base, 'member@x.example');
    await expectAccessible(page);
    await page.goto(`${base}/settings/api-keys`);
    await page.getByRole('heading', { name: 'Not allowed' }).waitFor();
    await expectAccessible(page);
  },
);

inBrowser(
  'a key is made and revoked with the keyboard alone, and without scripts',
  async ({ pageWithoutScripts: page, base }) => {
    await page.goto(`${base}/settings/sign-in`);
    await tabTo(page, 'textbox', 'E-mail', 'a');
    await page.keyboard.type('dmin@x.example');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await tabTo(page, 'link', 'API Keys', 'Enter');
    await page.getByRole('heading', { name: 'API Keys' }).waitFor();
    await tabTo(page, 'link', 'Add a key', 'Enter');
    await page.getByRole('heading', { name: 'Add a key' }).waitFor();
    await tabTo(page, 'textbox', 'Label', 'K');
    await tabTo(page, 'button', 'Confirm', 'Enter');
    await page.getByRole('heading', { name: 'Key created' }).waitFor();
    await tabTo(page, 'link', 'Back to API Keys', 'Enter');
    await page.getByRole('heading', { name: 'API Keys' }).waitFor();
    await tabTo(page, 'link', 'Revoke K', 'Enter');
    await page.getByRole('heading', { name: 'Revoke a key' }).waitFor();
    await tabTo(page, 'button', 'Revoke', 'Enter');
    await page.getByRole('status').waitFor();
    await tabTo(page, 'button', 'Sign out', 'Enter');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  },
);
