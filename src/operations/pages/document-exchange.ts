import type { Page, Response } from '@playwright/test';
import { Exchange } from '../../http/exchange.js';
import type { View, Visitor } from './visitor.js';

/** The headers of a request that a finding shows: what a browser says about itself doesn't help a reader. */
const shownHeaders = ['accept', 'content-type', 'referer'];

/**
 * The browser's request for a document, with its response. The values of cookies, which keep a user signed in, are left
 * out.
 * @param place the visited place, in place of an operation
 * @param startedAt milliseconds since the epoch
 */
export async function exchangeOf(response: Response, place: string, startedAt: number): Promise<Exchange> {
  const request = response.request();
  const sent = request.postDataBuffer();
  const { cookie, ...headers } = await request.allHeaders();
  // Nobody looks at a body that the browser no longer has.
  const body = await response.body().catch(() => Buffer.alloc(0));
  return new Exchange({
    operationId: place,
    credential: 'absent',
    request: {
      method: request.method(),
      url: request.url(),
      headers: {
        ...Object.fromEntries(Object.entries(headers).filter(([name]) => shownHeaders.includes(name))),
        ...(cookie === undefined ? {} : { cookie: '[redacted]' }),
      },
      ...(sent === null ? {} : { body: sent }),
    },
    // Without Set-Cookie: Playwright only returns it on request.
    response: { status: response.status(), headers: response.headers(), body },
    startedAt,
    milliseconds: Date.now() - startedAt,
    // It is not an operation of the contract.
    outsideContract: true,
  });
}

/** The path of the documentation for people, below the {base_url} (clause 8.1). */
const address = '/api/v1/docs';

/** The documentation for people as the browser shows it after it has loaded everything. */
export interface DocumentationPage extends View {
  /** Errors in the console and of scripts, except those about requests to other origins. */
  readonly errors: readonly string[];
  /** Addresses at other origins that the page requested. */
  readonly foreignRequests: readonly string[];
}

/**
 * Opens the documentation.
 * @param isThere whether the page shows the expected content; the function waits a while for that
 * @throws Blocked if the browser fails
 */
export async function openDocumentation(
  visitor: Visitor,
  isThere: (view: View) => boolean,
): Promise<DocumentationPage> {
  const opened = await visitor.open(address, 'domcontentloaded');
  const view = opened.exchange.succeeded ? await visitor.settled(isThere) : opened;
  return { ...view, errors: visitor.errors, foreignRequests: visitor.foreignRequests };
}

/** The text of a page that a reader sees, including the shadow trees of its components. */
export function visibleText(page: Page): Promise<string> {
  return page.evaluate<string>(reader);
}

/** It runs in the page, for which the suite has no types. */
const reader = `(() => {
  const texts = [document.body?.innerText ?? ''];
  const readRoots = (tree) => {
    for (const { shadowRoot } of tree.querySelectorAll('*')) {
      if (shadowRoot === null) continue;
      for (const child of shadowRoot.children) texts.push(child.innerText ?? '');
      readRoots(shadowRoot);
    }
  };
  readRoots(document);
  return texts.join('\\n');
})()`;
