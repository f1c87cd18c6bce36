import type { Browser, Locator, Page, Response } from '@playwright/test';
import type { Exchange } from '../http/exchange.js';
import { Blocked } from '../verdicts/finding.js';
import { failureReason, patience } from './browser.js';
import { exchangeOf, type Form, type FormElement, inPage } from './document-exchange.js';
import { openGate, type Reach } from './gate.js';

export interface VisitorOptions {
  readonly browser: Browser;
  /** The visitor, as the beginning of a sentence: `The Admin`. */
  readonly who: string;
  /** The name of the visited place, used where other exchanges name an operation. */
  readonly place: string;
  /** The {base_url} of the target; all addresses are below it. */
  readonly baseUrl: string;
  /** Where pages may lead the browser outside their own origin. */
  readonly reach: Reach;
  /** Shows readers of the test what the visitor does. */
  readonly step: <Result>(title: string, action: () => Promise<Result>) => Promise<Result>;
}

/** A window of a browser, with its own cookies, in which nothing has been opened yet. */
export type OpenWindow = VisitorOptions & { readonly page: Page };

/** Opens a window for a visitor. The caller must close its page. @throws Blocked if the browser has quit */
export async function openWindow(options: VisitorOptions): Promise<OpenWindow> {
  const { browser, who, baseUrl, reach } = options;
  const { hostname, port, protocol } = new URL(baseUrl);
  const bypass = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  const gate = await openGate(reach);
  return undisturbed(`${who} comes`, async () => {
    const page = await browser.newPage({
      locale: 'en-GB',
      serviceWorkers: 'block',
      acceptDownloads: false,
      // Intercepting requests would disable the browser's cache, which may show a page again.
      proxy: { server: gate.url, bypass },
    });
    page.setDefaultTimeout(patience);
    page.on('close', gate.close);
    return { ...options, page };
  });
}

/** A page at one moment. */
export interface View {
  /** The exchange that delivered the document. */
  readonly exchange: Exchange;
  /** The steps in the browser so far, in words. */
  readonly trail: readonly string[];
  /** The address below the target's base URL: path and query. */
  readonly address: string;
  /** The text that a reader sees. */
  readonly text: string;
  /**
   * Everything that the browser has of the page: the document as received, its headers, the rendered page, its address
   * and the cookies.
   */
  readonly source: string;
  /** Console and script errors so far, except those about requests to other origins. */
  readonly errors: readonly string[];
  /** Addresses at other origins that pages requested so far. */
  readonly foreignRequests: readonly string[];
}

/** A person at a browser window, who reads the page and acts on it. */
export class Visitor {
  /** Addresses at other origins that pages requested. */
  readonly foreignRequests = new Set<string>();
  readonly #window: OpenWindow;
  readonly #trail: string[] = [];
  readonly #errors: string[] = [];
  #exchange: Exchange | undefined;

  constructor(window: OpenWindow) {
    this.#window = window;
    const { origin } = new URL(window.baseUrl);
    // A URL that contains its own content has no origin.
    const isForeign = (url: string) =>
      /^(https?|wss?):/.test(url) && new URL(url).origin.replace(/^ws/, 'http') !== origin;
    const note = (url: string) => {
      if (isForeign(url)) this.foreignRequests.add(url.split(/[?#]/)[0] ?? url);
    };
    const noteSockets = (page: Page) => page.on('websocket', (socket) => note(socket.url()));
    const noteError = (message: string) => this.#errors.push(...message.split('\n', 1));
    noteSockets(window.page);
    window.page
      .context()
      .on('page', noteSockets)
      .on('request', (request) => note(request.url()))
      .on('weberror', (error) => noteError(error.error().message))
      .on('console', (message) => {
        if (message.type() === 'error' && !isForeign(message.location().url)) noteError(message.text());
      });
  }

  /** Goes to an address below the target's base URL. @param until how much of the page to wait for */
  open(path: string, until: 'load' | 'domcontentloaded' = 'load'): Promise<View> {
    return this.#go(`opens ${path}`, (page) => page.goto(this.#window.baseUrl + path, { waitUntil: until }));
  }

  reload(): Promise<View> {
    return this.#go('reloads the page', (page) => page.reload());
  }

  /** Goes back with the browser's button; the browser may have nothing to show there. */
  back(): Promise<View> {
    return this.#go('goes back', (page) =>
      page.goBack().catch(async (error: unknown) => {
        if (!String(error).includes('ERR_CACHE_MISS')) throw error;
        await page.waitForURL(({ protocol }) => protocol === 'chrome-error:');
        return null;
      }),
    );
  }

  /** Follows a link by its name. @throws Blocked if the page has no such link */
  follow(link: string): Promise<View> {
    return this.press(link, 'link');
  }

  /** Presses a button that sends a form, by its name. @throws Blocked if the page has no such button */
  press(name: string, role: 'button' | 'link' = 'button'): Promise<View> {
    return this.#go(`${role === 'link' ? 'follows' : 'presses'} "${name}"`, async (page) => {
      const found = await this.#first(page.getByRole(role, { name, exact: true }), `${role} "${name}"`);
      return navigated(page, () => found.press('Enter'));
    });
  }

  /** Types into a field, found by its label. The text is never shown. @throws Blocked if the page has no such field */
  fill(label: string, value: string): Promise<void> {
    return this.look(async (page) => {
      const field = await this.#first(page.getByLabel(label, { exact: true }), `field "${label}"`);
      await field.fill(value);
    }, `fills in "${label}"`);
  }

  /** The form that has a button with the given name. @throws Blocked if the page has none */
  form(button: string): Promise<Form> {
    return this.look(async (page) => {
      const has = page.getByRole('button', { name: button, exact: true });
      const forms = page.locator('form').filter({ has });
      const form = await this.#first(forms, `form with a button "${button}"`);
      return form.evaluate<Form, void, FormElement>(inPage.readForm);
    });
  }

  /** Sends another visitor's form, with the tokens that the page gave to this visitor. */
  send(form: Form): Promise<View> {
    return this.#go(`sends a form to ${form.action}`, (page) =>
      navigated(page, async () => {
        const isSent = await page.evaluate<boolean>(inPage.send(form));
        if (!isSent) throw this.#lacks('token to send a form with');
      }),
    );
  }

  /** Reads something on the page, or does something there. @param did what the visitor does, in words */
  look<Result>(action: (page: Page) => Promise<Result>, did = 'looks at the page'): Promise<Result> {
    const { who, page } = this.#window;
    return undisturbed(`${who} ${did}`, () => action(page));
  }

  /** The page as it is now. @throws Blocked before the first document has arrived */
  async view(): Promise<View> {
    const { who, page, baseUrl } = this.#window;
    const exchange = this.#exchange;
    if (exchange === undefined) throw new Blocked(`${who} has opened no page yet`);
    const { text, html } = await page.evaluate<Record<'text' | 'html', string>>(inPage.read);
    const cookies = (await page.context().cookies()).map(({ value }) => value);
    return {
      ...{ exchange, text },
      address: page.url().replace(baseUrl, '').replace(/#.*/, ''),
      trail: [...this.#trail],
      source: [exchange.text, html, page.url(), ...Object.values(exchange.headers), ...cookies].join('\n'),
      errors: [...this.#errors],
      foreignRequests: [...this.foreignRequests],
    };
  }

  /** @throws Blocked if the page has no such element */
  async #first(found: Locator, what: string): Promise<Locator> {
    if ((await found.count()) === 0) throw this.#lacks(what);
    return found.first();
  }

  #lacks(what: string): Blocked {
    const { who, page } = this.#window;
    const { pathname } = new URL(page.url());
    return new Blocked(`${who} found no ${what} at ${pathname} (${this.#trail.join(', ')})`);
  }

  /** Does something that loads a new document, and reads that document. */
  #go(did: string, action: (page: Page) => Promise<Response | null>): Promise<View> {
    const { who, place, step } = this.#window;
    const go = async (page: Page) => {
      const response = await action(page);
      if (response !== null) this.#exchange = await exchangeOf(place, response);
      this.#trail.push(`${who} ${did} -> ${response?.status() ?? 'the browser has nothing to show'}`);
      return this.view();
    };
    return step(`${who} ${did}`, () => this.look(go, did));
  }
}

/** Does something in a browser. A failure of the browser says nothing about the requirement, so it blocks the test. */
function undisturbed<Result>(did: string, action: () => Promise<Result>): Promise<Result> {
  return action().catch((error: unknown) => {
    if (error instanceof Blocked) throw error;
    const reason = /net::ERR_\w+/.exec(String(error))?.[0] ?? failureReason(error);
    throw new Blocked(`${did}, but the browser failed: ${reason}`);
  });
}

/** The response that an action leads to. */
async function navigated(page: Page, action: () => Promise<unknown>): Promise<Response | null> {
  const [response] = await Promise.all([page.waitForNavigation({ waitUntil: 'load' }), action()]);
  return response;
}
