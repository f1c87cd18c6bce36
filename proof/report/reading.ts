import type { Page } from '@playwright/test';
import { test as base } from '../browser.js';

/** The views of the page, by their addresses. */
export const views = ['summary', 'requirements', 'operations', 'gaps', 'contract', 'coverage'] as const;

/** Problems of a page that no test expects. */
interface Trouble {
  /** Requests to anything but the file itself, messages in the console, errors, dialogs. */
  readonly seen: readonly string[];
}

interface Reader {
  /** The problems in the page of the test. */
  readonly trouble: Trouble;
}

/** A test that reads a report in a real Chromium. */
export const test = base.extend<Reader>({
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
    await use({ seen });
  },
});

/** Opens a view of a report, or any other address in it. */
export async function open(page: Page, file: string, address: string = 'summary'): Promise<void> {
  await page.goto(`file://${file}#${address}`);
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
