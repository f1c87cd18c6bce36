import { type Browser, test as base, chromium, expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { findBrowser, NoBrowser } from '../../src/browser/browser.js';

/**
 * The global setup of the self-tests: finds the browser once, before the workers start; they inherit its path. If there
 * is none, each test that needs one fails with that reason, and the others run.
 */
export default async function findItOnce(): Promise<void> {
  try {
    process.env.CONFORMANCE_BROWSER = (await findBrowser(process.env)).executablePath;
  } catch (error) {
    if (!(error instanceof NoBrowser)) throw error;
  }
}

/** The views of a report, by their addresses. */
export const views = ['summary', 'requirements', 'operations', 'this-service', 'run'] as const;

/** Widths of windows: the narrowest phone, a phone, a laptop. */
export const widths = [320, 1280] as const;

interface Trouble {
  /** The problems of a report's page: requests to anything but the file, messages in the console, errors, dialogs. */
  readonly trouble: readonly string[];
}

/** Playwright's test, in the Chromium of this machine. */
export const test = base.extend<Trouble, { browser: Browser }>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const browser = await chromium.launch(await findBrowser(process.env));
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  trouble: async ({ page }, use) => {
    const seen: string[] = [];
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) seen.push(`request to ${request.url()}`);
    });
    page.on('console', (message) => seen.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => seen.push(`error: ${error.message}`));
    page.on('dialog', async (dialog) => {
      seen.push(`dialog: ${dialog.message()}`);
      await dialog.dismiss();
    });
    await use(seen);
  },
});

/** What a page hides: the other views, and what is closed. */
const hidden = '.view:not(.current), details:not([open]) > :not(summary)';

const colorSchemes = ['light', 'dark'] as const;

/** Expects the page in its present state to be accessible, light and dark, or in the schemes that are named. */
export async function expectAccessible(
  page: Page,
  schemes: readonly (typeof colorSchemes)[number][] = colorSchemes,
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    // Of all that axe checks, only contrasts depend on the colours.
    const rules = colorScheme === schemes[0] ? {} : { runOnly: ['color-contrast', 'link-in-text-block'] };
    const violations = await page.evaluate(
      async ([options, selector]) => {
        const inPage = (globalThis as unknown as { axe: typeof axe }).axe;
        // Axe reads a whole document before it checks what can be seen. In a page of 60,000 elements that takes
        // seconds, so the hidden ones are empty meanwhile; they stay, because links lead to them.
        const emptied = [...document.querySelectorAll(selector)].map((each) => {
          const content = document.createDocumentFragment();
          content.append(...each.childNodes);
          return [each, content] as const;
        });
        const found = await inPage.run(document, { ...options, resultTypes: ['violations'] });
        for (const [each, content] of emptied) each.append(content);
        return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} (${nodes.length})`);
      },
      [rules, hidden] as const,
    );
    expect(violations, `${colorScheme}, ${page.url().replace(/^.*#/, '')}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}

/** Opens a view of a report, or any other address in it. */
export async function open(page: Page, file: string, address: string = 'summary'): Promise<void> {
  await page.goto(`file://${file}#${address}`);
}

/** Expects that no part of the page in its present state is wider than the window. */
export async function expectNoSidewaysScrolling(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 780 });
  const wide = await page.evaluate((most) => {
    // Content that scrolls within its own box may be wider.
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    return [...document.querySelectorAll('main *, header *')]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > most + 1)
      .filter((each) => !scrolls(each.parentElement))
      .map((each) => `${each.tagName} ${each.className}`);
  }, width);
  expect(wide, `${width} px, ${page.url().replace(/^.*#/, '')}`).toEqual([]);
  const all = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(all, `${width} px, ${page.url().replace(/^.*#/, '')}`).toBeLessThanOrEqual(width);
}

/** The elements that Tab reaches from the top of the page to its end, as `tag name`. */
export async function reachedByTab(page: Page): Promise<{ reached: number; missed: string[] }> {
  await page.evaluate(() => {
    const interactive = 'a[href], button, select, input, summary, [tabindex="0"]';
    const all = [...document.querySelectorAll<HTMLElement>(interactive)].filter((each) =>
      each.checkVisibility(),
    );
    const wanted = new Set<Element>(all);
    Object.assign(globalThis, { wanted, reached: 0 });
    document.addEventListener('focusin', ({ target }) => {
      if (wanted.delete(target as Element)) Object.assign(globalThis, { reached: all.length - wanted.size });
    });
    (document.activeElement as HTMLElement | null)?.blur();
    scrollTo(0, 0);
    getSelection()?.collapse(document.body, 0);
  });
  const state = () =>
    page.evaluate(() => {
      const { wanted, reached } = globalThis as unknown as { wanted: Set<HTMLElement>; reached: number };
      return {
        reached,
        missed: [...wanted].map((each) => `${each.tagName.toLowerCase()} ${each.textContent?.slice(0, 40)}`),
      };
    });
  let { missed } = await state();
  for (let presses = missed.length + 20; presses > 0 && missed.length > 0; presses -= 20) {
    for (let press = 0; press < 20; press += 1) await page.keyboard.press('Tab');
    ({ missed } = await state());
  }
  return state();
}
