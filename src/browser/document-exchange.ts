import type { Response } from '@playwright/test';
import { Exchange } from '../http/exchange.js';

/**
 * The browser's request for a document, with its response. The headers of the request are left out: they describe the
 * browser, and its cookies keep a user signed in.
 * @param place the visited place, used where other exchanges name an operation
 */
export async function exchangeOf(place: string, response: Response): Promise<Exchange> {
  const request = response.request();
  const body = request.postDataBuffer() ?? undefined;
  // If the browser no longer has the body, it isn't needed.
  const received = await response.body().catch(() => Buffer.alloc(0));
  const { startTime, responseEnd } = request.timing();
  return new Exchange({
    operationId: place,
    credential: 'absent',
    request: { method: request.method(), url: request.url(), headers: {}, body },
    // Without Set-Cookie: Playwright only returns it on request.
    response: { status: response.status(), headers: response.headers(), body: received },
    startedAt: Math.round(startTime),
    milliseconds: Math.max(0, responseEnd),
    // A document is not an operation of the contract.
    outsideContract: true,
  });
}

/** A form as a page would send it. */
export interface Form {
  /** Path that it is sent to. */
  readonly action: string;
  /** Values by the names of its fields, including hidden ones. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A form element of a page, for which the rest of the suite has no types. */
export type FormElement = Readonly<{ action: string }>;
declare const FormData: new (form: FormElement) => Iterable<readonly [string, string]>;

/** Code that runs in a page; it is a string where the suite lacks the types. */
export const inPage = {
  /**
   * Reads the page as it is now: what a reader sees, including the shadow trees of its components, and its HTML.
   * Playwright's own `content()` takes several times as long.
   */
  read: `(() => {
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
  })()`,

  /** Reads what a form would send. */
  readForm: (form: FormElement): Form => ({
    action: new URL(form.action).pathname,
    fields: Object.fromEntries(new FormData(form)),
  }),

  /**
   * Sends a form from another page, with this page's own hidden fields in place of fields with the same name. Returns
   * whether the page has such fields; without them nothing is sent.
   */
  send: (from: Form) => `(({ action, fields }) => {
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
  })(${JSON.stringify(from)})`,
};
