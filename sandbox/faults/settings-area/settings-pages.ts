import type { Page, PageAsked } from '../../settings/page.js';
import { SETTINGS_PREFIX } from '../../settings/prefix.js';
import type { Workings } from '../fault.js';

const KEYS = `${SETTINGS_PREFIX}/api-keys`;

/** The pages that faults change, by what they are for. */
export type PageName = 'overview' | 'list' | 'form' | 'created' | 'sent again' | 'revocation' | 'other';

/** Changes pages of the settings area. Returning `page` itself leaves one as it is. */
export function changedPages(
  change: (page: Page, name: PageName, asked: PageAsked) => Page,
): Pick<Workings, 'sendPage'> {
  return { sendPage: (page, asked) => change(page, nameOf(page, asked), asked) };
}

/** The value of a new key on the page that shows it; undefined on any other. */
export function shownValue({ body }: Page): string | undefined {
  return /<code id="key-value">([^<]*)<\/code>/.exec(body)?.[1];
}

/** A page with another text in place of one that it holds. */
export function withText(page: Page, from: string | RegExp, to: string): Page {
  return { ...page, body: page.body.replace(from, () => to) };
}

function nameOf({ status }: Page, { method, url }: PageAsked): PageName {
  const path = url.split('?')[0] ?? url;
  if (method === 'POST' && path === KEYS && status === 201) return 'created';
  if (method === 'POST' && path === KEYS && status === 409) return 'sent again';
  if (method !== 'GET' || status !== 200) return 'other';
  if (path === SETTINGS_PREFIX) return 'overview';
  if (path === KEYS) return 'list';
  if (path === `${KEYS}/new`) return 'form';
  return path.endsWith('/revoke') ? 'revocation' : 'other';
}
