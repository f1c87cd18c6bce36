import type { Browser, BrowserContext, Locator, Page, Response } from '@playwright/test';
import type { Exchange } from '../http/exchange.js';
import { Blocked } from '../verdicts/finding.js';
import { failureReason } from './browser.js';
import { exchangeOf, type Form, type FormElement, inPage } from './document-exchange.js';
import { openGate, type Reach } from './gate.js';

/** Milliseconds after which a page that has not loaded counts as hanging, however busy the machine is. */
const patience = 60_000;

export interface VisitorOptions {
  readonly browser: Browser;
  /** The visitor, as the beginning of a sentence: `The Admin`. */
  readonly who: string;
  /** The name of the visited place, used in place of an operation. */
  readonly place: string;
  /** The {base_url} of the target; all addresses are below it. */
  readonly baseUrl: string;
  /** Where pages may lead the browser outside their own origin. */
  readonly reach: Reach;
  /** Gets each document's exchange, which the test may need to explain a failure. */
  readonly observe?: (exchange: Exchange) => void;
  /** Shows readers of the test what the visitor does. */
  readonly step: <Result>(title: string, action: () => Promise<Result>) => Promise<Result>;
}

/** A window of a browser, with its own cookies, in which nothing has been opened yet. */
export type OpenWindow = VisitorOptions & Readonly<{ context: BrowserContext; page: Page }>;

/** Opens a window for a visitor. The caller must close its context. @throws Blocked if the browser has quit */
export async function openWindow(options: VisitorOptions): Promise<OpenWindow> {
  const { browser, who, baseUrl, reach } = options;
  const { hostname, port, protocol } = new URL(baseUrl);
  const bypass = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  const gate = await openGate(reach);
  return undisturbed(`${who} comes`, async () => {
    const context = await browser.newContext({
      locale: 'en-GB',
      timezoneId: 'UTC',
      serviceWorkers: 'block',
      acceptDownloads: false,
      // Intercepting requests would disable the browser's cache, where a page may be found again.
      proxy: { server: gate.url, bypass },
    });
    context.setDefaultTimeout(patience);
    context.on('close', gate.close);
    return { ...options, context, page: await context.newPage() };
  });
}

/** A page at one moment. */
export interface View {
  /** The exchange that brought the document. */
  readonly exchange: Exchange;
  /** The steps in the browser so far, in words. */
  readonly trail: readonly string[];
  /** The address below the target's base URL: path and query. */
  readonly address: string;
  /** The text that a reader sees. */
  readonly text: string;
  /**
   * Everything that the browser has: the document as received, its headers, the rendered page, its address, the
   * cookies.
   */
  readonly source: string;
  /** Errors in the console and of scripts so far, except those about requests to other origins. */
  readonly errors: readonly string[];
  /** Addresses at other origins that pages requested so far. */
  readonly foreignRequests: readonly string[];
}

/** A person at a window of a browser, who reads its page and does something there. */
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
    window.context
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

  /** Follows a link by its name. @throws Blocked if the page has none */
  follow(link: string): Promise<View> {
    return this.#activate('follows', 'link', link);
  }

  /** Presses a button that sends a form. @throws Blocked if the page has none */
  press(button: string): Promise<View> {
    return this.#activate('presses', 'button', button);
  }

  /** Writes into a field by its label. The text is never shown. @throws Blocked if the page has no such field */
  async fill(label: string, value: string): Promise<void> {
    await this.#do(`fills in "${label}"`, async (page) => {
      const field = await this.#first(page.getByLabel(label, { exact: true }), `field "${label}"`);
      await field.fill(value);
    });
  }

  /** The form that has a button with that name. @throws Blocked if the page has none */
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

  /** Reads something in the page. */
  look<Result>(action: (page: Page) => Promise<Result>): Promise<Result> {
    return this.#do('looks at the page', action);
  }

  /** Whether the page shows an element. */
  shows(found: (page: Page) => Locator): Promise<boolean> {
    return this.look(async (page) => (await found(page).filter({ visible: true }).count()) > 0);
  }

  /** The address below the target's base URL: path and query. */
  get address(): string {
    const { pathname, search } = new URL(this.#window.page.url());
    const { pathname: base } = new URL(this.#window.baseUrl);
    return pathname.slice(base.length === 1 ? 0 : base.length) + search;
  }

  /** The page as it is now. @throws Blocked before the first document has arrived */
  async view(): Promise<View> {
    const { who, context, page } = this.#window;
    const exchange = this.#exchange;
    if (exchange === undefined) throw new Blocked(`${who} has opened no page yet`);
    const { text, html } = await page.evaluate<Record<'text' | 'html', string>>(inPage.read);
    const cookies = (await context.cookies()).map(({ value }) => value);
    const { address } = this;
    return {
      ...{ exchange, address, text },
      trail: [...this.#trail],
      source: [exchange.text, html, page.url(), ...Object.values(exchange.headers), ...cookies].join('\n'),
      errors: [...this.#errors],
      foreignRequests: [...this.foreignRequests],
    };
  }

  #activate(does: string, role: 'link' | 'button', name: string): Promise<View> {
    return this.#go(`${does} "${name}"`, async (page) => {
      const found = await this.#first(page.getByRole(role, { name, exact: true }), `${role} "${name}"`);
      return navigated(page, () => found.press('Enter'));
    });
  }

  /** @throws Blocked if the page has no such element */
  async #first(found: Locator, what: string): Promise<Locator> {
    if ((await found.count()) === 0) throw this.#lacks(what);
    return found.first();
  }

  #lacks(what: string): Blocked {
    const { who, page } = this.#window;
    return new Blocked(
      `${who} found no ${what} at ${new URL(page.url()).pathname} (${this.#trail.join(', ')})`,
    );
  }

  /** Does something that loads a new document, and reads that document. */
  #go(did: string, action: (page: Page) => Promise<Response | null>): Promise<View> {
    const { who, place, step, observe } = this.#window;
    const go = async (page: Page) => {
      const exchange = await exchangeOf(place, () => action(page));
      if (exchange !== undefined) observe?.(exchange);
      this.#exchange = exchange ?? this.#exchange;
      this.#trail.push(`${who} ${did} -> ${exchange?.status ?? 'the browser has nothing to show'}`);
      return this.view();
    };
    return step(`${who} ${did}`, () => this.#do(did, go));
  }

  #do<Result>(did: string, action: (page: Page) => Promise<Result>): Promise<Result> {
    const { who, page } = this.#window;
    return undisturbed(`${who} ${did}`, () => action(page));
  }
}

/** Does something in a browser. A failure of the browser says nothing about the requirement: it blocks the test. */
async function undisturbed<Result>(did: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof Blocked) throw error;
    const reason = /net::ERR_\w+/.exec(String(error))?.[0] ?? failureReason(error);
    throw new Blocked(`${did}, but the browser failed: ${reason}`);
  }
}

/** The response that an action leads to. */
async function navigated(page: Page, action: () => Promise<unknown>): Promise<Response | null> {
  const [response] = await Promise.all([page.waitForNavigation({ waitUntil: 'load' }), action()]);
  return response;
}
