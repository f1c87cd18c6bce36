import { expect, type Page } from '@playwright/test';
import { startSandbox } from '#testing/sandbox-process';
import { ControlInterface, type Role, type SignIn } from '../../src/target/merchants/control-interface.js';
import { test as base, expectAccessible, widths } from './browser.js';

interface Area {
  readonly url: string;
  /** Creates a user of the merchant, or of a second merchant. */
  readonly user: (role: Role, merchant?: 'other') => Promise<SignIn>;
}

const test = base.extend<object, { area: Area }>({
  area: [
    async ({}, use) => {
      await using sandbox = await startSandbox();
      const control = new ControlInterface(sandbox.control);
      const { merchantId, otherMerchantId = '', settings = '' } = await control.createMerchant(1);
      await use({
        url: sandbox.url + settings,
        user: (role, merchant) => control.makeUser(merchant === 'other' ? otherMerchantId : merchantId, role),
      });
    },
    { scope: 'worker' },
  ],
});

/** Expects an accessible page with that heading, even in a narrow window. */
async function expectPage(page: Page, heading: string): Promise<void> {
  await expectHeading(page, heading);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  const beyond = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(beyond, `${heading}: pixels beyond the window`).toBe(0);
  await page.setViewportSize({ width: 1280, height: 720 });
}

async function expectHeading(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
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

test('on a phone, each key shows its status and how to revoke it, without scrolling sideways', async ({
  page,
  area,
}) => {
  await page.goto(area.url);
  await signIn(page, await area.user('Admin'));
  await page.goto(`${area.url}/api-keys/new`);
  await page.getByLabel('Label').fill(`On a phone ${'W'.repeat(80)}`);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expectHeading(page, 'Key created');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 780 });
    await page.goto(`${area.url}/api-keys`);
    const cells = page.locator('tbody tr').first().locator('th, td');
    const shown = await cells.evaluateAll((all) =>
      all.map((each) => {
        const { left, right } = each.getBoundingClientRect();
        return left >= 0 && right <= document.documentElement.clientWidth;
      }),
    );
    expect(shown, `cells within ${width} px`).toEqual(Array(7).fill(true));
    const revoke = page.getByRole('link', { name: /^Revoke / }).first();
    await revoke.scrollIntoViewIfNeeded();
    await expect(revoke).toBeInViewport({ ratio: 1 });
  }
});

test('a key can be added and revoked with the keyboard alone, without scripts', async ({ browser, area }) => {
  const { email, password } = await area.user('Admin', 'other');
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(area.url);
  await tabTo(page, 'textbox', 'E-mail');
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expectHeading(page, 'Settings');
  const steps = [
    ['link', 'API Keys', 'API Keys'],
    ['link', 'Add a key', 'Add a key'],
    ['textbox', 'Label', 'Key created'],
    ['link', 'Back to API Keys', 'API Keys'],
    ['link', 'Revoke By keyboard', 'Revoke a key'],
    ['button', 'Revoke', 'API Keys'],
    ['button', 'Sign out', 'Sign in'],
  ] as const;
  for (const [role, name, heading] of steps) {
    await tabTo(page, role, name);
    if (role === 'textbox') await page.keyboard.type('By keyboard');
    await page.keyboard.press('Enter');
    await expectHeading(page, heading);
  }
  await context.close();
});

/** Presses Tab until an element has the focus, which must be visible. */
async function tabTo(page: Page, role: 'link' | 'button' | 'textbox', name: string): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true });
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) {
      await expect(wanted, `the focus on ${name}`).toHaveCSS('outline-style', 'solid');
      return;
    }
  }
  throw new Error(`No Tab leads to the ${role} "${name}" of ${page.url()}.`);
}
