import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { ControlInterface, type Role, type SignIn } from '../src/target/control-interface.js';
import { startSandbox } from '../src/target/sandbox-process.js';
import { test as base, expectAccessible } from './browser.js';

interface Area {
  readonly url: string;
  /** A new user of the merchant, or of another one. */
  readonly user: (role: Role, of?: 'other') => Promise<SignIn>;
}

const test = base.extend<object, { area: Area }>({
  area: [
    async ({}, use) => {
      await using sandbox = await startSandbox();
      const control = new ControlInterface(sandbox.control);
      const { merchantId, otherMerchantId = '', settings = '' } = await control.createMerchant(1);
      await use({
        url: sandbox.url + settings,
        user: (role, of) => control.makeUser(of === 'other' ? otherMerchantId : merchantId, role),
      });
    },
    { scope: 'worker' },
  ],
});

async function signIn(page: Page, { url }: Pick<Area, 'url'>, { email, password }: SignIn): Promise<void> {
  await page.goto(url);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
}

/** Expects a page with that heading, which everybody can read, also where the window is narrow. */
async function expectPage(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(await overflow, `${heading}: pixels beyond the window`).toBe(0);
  await page.setViewportSize({ width: 1280, height: 720 });
}

test('axe finds no violation on any page of the settings area', async ({ page, area, browser }) => {
  await page.goto(area.url);
  await expectPage(page, 'Sign in');
  await page.getByLabel('E-mail').fill('nobody@first.example');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectPage(page, 'Sign in');

  await signIn(page, area, await area.user('Admin'));
  await expectPage(page, 'Settings');
  await page.getByRole('link', { name: 'API Keys' }).click();
  await expectPage(page, 'API Keys');
  await page.getByRole('link', { name: 'Add a key' }).click();
  await expectPage(page, 'Add a key');
  const form = page.url();
  await page.getByLabel('Label').fill(`${'W'.repeat(99)}<`);
  await page.getByLabel('Expiration date').fill('2001-01-01');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectPage(page, 'Add a key');
  await page.getByLabel('Expiration date').fill('2099-12-31');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expectPage(page, 'Key created');
  await page.reload();
  await expectPage(page, 'Already created');
  await page.goto(`${area.url}/api-keys`);
  await expectPage(page, 'API Keys');
  await page.getByRole('link', { name: /^Revoke W/ }).click();
  await expectPage(page, 'Revoke a key');
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('status')).toBeVisible();
  await expectPage(page, 'API Keys');
  await page.goto(`${area.url}/nowhere`);
  await expectPage(page, 'Not found');

  const member = await browser.newPage();
  await signIn(member, area, await area.user('Member'));
  await expectPage(member, 'Settings');
  await member.goto(form);
  await expectPage(member, 'Not allowed');
  await member.close();
});

test('A key is added and revoked by the keyboard alone, without scripts', async ({ browser, area }) => {
  const { email, password } = await area.user('Admin', 'other');
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const heading = page.getByRole('heading', { level: 1 });
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      const label = await focused.getAttribute('aria-label');
      const id = await focused.getAttribute('id');
      const own = id === null ? '' : await page.locator(`label[for="${id}"]`).allInnerTexts();
      if ([label, await focused.innerText(), ...own].some((text) => text?.trim() === name)) return;
    }
    throw new Error(`No Tab leads to "${name}" at ${page.url()}.`);
  };
  await page.goto(area.url);
  await tabTo('E-mail');
  await page.keyboard.type(email);
  await tabTo('Password');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('Settings');
  await tabTo('API Keys');
  await page.keyboard.press('Enter');
  await tabTo('Add a key');
  await page.keyboard.press('Enter');
  await tabTo('Label');
  await page.keyboard.type('By keyboard');
  await tabTo('Confirm');
  await page.keyboard.press('Space');
  await expect(heading).toHaveText('Key created');
  await expect(page.locator('#key-value')).toHaveText(/^sk_sandbox_/);
  await tabTo('Back to API Keys');
  await page.keyboard.press('Enter');
  await tabTo('Revoke By keyboard');
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('Revoke a key');
  await tabTo('Revoke');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('By keyboard');
  await tabTo('Sign out');
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('Sign in');
  await context.close();
});
