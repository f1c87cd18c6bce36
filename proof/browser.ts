import { type Browser, test as base, expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { launchBrowser } from '../src/operations/browser/browser.js';

/** Playwright's test, in the Chromium of this machine. */
export const test = base.extend<object, { browser: Browser }>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const browser = await launchBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

/** Expects the page in its present state to be accessible, light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(axe.source);
    // Of all that axe checks, only contrasts depend on the colours.
    const rules = colorScheme === 'dark' ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {};
    const violations = await page.evaluate(async (options) => {
      const inPage = (globalThis as unknown as { axe: typeof axe }).axe;
      // Hidden views are checked when they are shown.
      const context = { exclude: [['.view:not(.current)']] };
      const found = await inPage.run(context, { ...options, resultTypes: ['violations'] });
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} (${nodes.length})`);
    }, rules);
    expect(violations, `${colorScheme}, ${page.url().replace(/^.*#/, '')}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}
