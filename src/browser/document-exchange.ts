import type { Page, Response } from '@playwright/test';
import { Exchange } from '../http/exchange.js';

/** The headers of a request that a finding shows: headers in which a browser describes itself don't help a reader. */
const shownHeaders = ['accept', 'content-type', 'referer'];

/**
 * The browser's request for a document, with its response. The values of cookies, which keep a user signed in, are left
 * out.
 * @param place the visited place, in place of an operation
 * @param startedAt milliseconds since the epoch
 * @param began the same moment by a clock that nobody sets
 */
export async function exchangeOf(
  response: Response,
  { place, startedAt, began }: Readonly<{ place: string; startedAt: number; began: number }>,
): Promise<Exchange> {
  const request = response.request();
  const sent = request.postDataBuffer();
  const { cookie, ...headers } = await request.allHeaders();
  // A body that the browser no longer has is not needed.
  const body = await response.body().catch(() => Buffer.alloc(0));
  return new Exchange({
    operationId: place,
    credential: 'absent',
    request: {
      method: request.method(),
      url: request.url(),
      headers: {
        ...Object.fromEntries(Object.entries(headers).filter(([name]) => shownHeaders.includes(name))),
        ...(cookie !== undefined && { cookie: '[redacted]' }),
      },
      body: sent ?? undefined,
    },
    // Without Set-Cookie: Playwright only returns it on request.
    response: { status: response.status(), headers: response.headers(), body },
    startedAt,
    milliseconds: performance.now() - began,
    // A document is not an operation of the contract.
    outsideContract: true,
  });
}

/** A page as it is now. */
interface PageContent {
  /** What a reader sees, including the shadow trees of its components. */
  readonly text: string;
  readonly html: string;
}

/** Reads a page in one round trip; Playwright's own `content()` takes several times as long. */
export function pageContent(page: Page): Promise<PageContent> {
  return page.evaluate<PageContent>(reader);
}

/** It runs in the page, for which the suite has no types. */
const reader = `(() => {
  const strings = [document.body?.innerText ?? ''];
  const readRoots = (tree) => {
    for (const { shadowRoot } of tree.querySelectorAll('*')) {
      if (shadowRoot === null) continue;
      for (const child of shadowRoot.children) strings.push(child.innerText ?? '');
      readRoots(shadowRoot);
    }
  };
  readRoots(document);
  return { text: strings.join('\\n'), html: document.documentElement?.outerHTML ?? '' };
})()`;

/** A form as a page would send it. */
export interface Form {
  /** Path that it is sent to. */
  readonly action: string;
  /** Values by the names of its fields, including hidden ones. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The form of a page that has a button with that name; undefined if there is none. */
export async function formWith(page: Page, button: string): Promise<Form | undefined> {
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: button, exact: true }) });
  if ((await form.count()) === 0) return undefined;
  return form.first().evaluate<Form, void, { readonly action: string }>((found) => ({
    action: new URL(found.action).pathname,
    fields: Object.fromEntries(new FormData(found)),
  }));
}

/** The form as the page has it: the rest of the suite has no types for that. */
declare const FormData: new (form: object) => Iterable<readonly [string, string]>;

/**
 * Makes a page send a form from elsewhere, with the page's own hidden fields in place of fields with the same name.
 * @returns whether the page has such fields; without them nothing is sent
 */
export function send(page: Page, form: Form): Promise<boolean> {
  return page.evaluate<boolean>(`(${sender})(${JSON.stringify(form)})`);
}

/** It runs in the page. */
const sender = `({ action, fields }) => {
  const sent = new Map(Object.entries(fields));
  const own = [...document.querySelectorAll('input[type=hidden]')].filter(({ name }) => sent.has(name));
  if (own.length === 0) return false;
  for (const { name, value } of own) sent.set(name, value);
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action });
  for (const [name, value] of sent) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
  return true;
}`;
