import { expect, type Page } from '@playwright/test';
import { startSandbox } from '#testing/sandbox-process';
import { ControlInterface, type Role, type SignIn } from '../../src/target/merchants/control-interface.js';
import { test as base, expectAccessible } from './browser.js';

interface Area {
  readonly url: string;
  /** Creates a user of the merchant. */
  readonly user: (role: Role) => Promise<SignIn>;
}

const test = base.extend<object, { area: Area }>({
  area: [
    async ({}, use) => {
      await using sandbox = await startSandbox();
      const { settingsArea } = await new ControlInterface(sandbox.control).createMerchant(1);
      if (settingsArea === undefined) throw new Error('The sandbox has a settings area.');
      await use({ url: sandbox.url + settingsArea.path, user: settingsArea.makeUser });
    },
    { scope: 'worker' },
  ],
});

/** Expects an accessible page with that heading, even in a narrow window. */
async function expectPage(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  const beyond = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(beyond, `${heading}: pixels beyond the window`).toBe(0);
  await page.setViewportSize({ width: 1280, height: 720 });
}

async function signIn(page: Page, { email, password }: SignIn): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('axe finds no violation on any page of the settings area', async ({ page, area, browser }) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto(area.url);
  await expectPage(page, 'Sign in');
  await signIn(page, { email: 'unknown@first.example', password: 'wrong' });
  await expect(page.getByRole('alert')).toBeVisible();
  await expectPage(page, 'Sign in');
  await signIn(page, await area.user('Admin'));
  await expectPage(page, 'Settings');
  await page.getByRole('link', { name: 'API Keys' }).click();
  await expectPage(page, 'API Keys');
  await page.getByRole('link', { name: 'Add a key' }).click();
  await expectPage(page, 'Add a key');
  const form = page.url();
  await page.getByLabel('Label').fill('W'.repeat(101));
  await page.getByLabel('Expiration date').fill('2001-01-01');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(2);
  await expectPage(page, 'Add a key');
  await page.getByLabel('Label').fill(`${'W'.repeat(99)}<`);
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
  await member.goto(area.url);
  await signIn(member, await area.user('Member'));
  await expectPage(member, 'Settings');
  await member.goto(form);
  await expectPage(member, 'Not allowed');
  await member.close();
  // Chromium reports each status of 400 and more.
  expect(said.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
});
