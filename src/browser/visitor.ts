import type { Browser, BrowserContext, Locator, Page, Response } from '@playwright/test';
import type { Exchange } from '../http/exchange.js';
import { Blocked } from '../verdicts/finding.js';
import { failureReason } from './browser.js';
import { exchangeOf, type Form, type FormElement, inPage } from './document-exchange.js';
import { openGate, type Reach } from './gate.js';

/** Milliseconds after which a page that has not loaded counts as hanging, however busy the machine is. */
const patience = 60_000;

/** How often to look for the expected content of a page that has loaded everything: for at least 15 seconds. */
const mostLooks = 150;

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
  /** How often to look for content that a loaded page should show, ten times a second; 150 times by default. */
  readonly looks?: number;
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

/** A person at a window of a browser. */
export class Visitor {
  /** Addresses at other origins that pages requested. */
  readonly foreignRequests = new Set<string>();
  readonly #window: OpenWindow;
  readonly #origin: string;
  readonly #trail: string[] = [];
  readonly #errors: string[] = [];
  readonly #page: Page;
  #exchange: Exchange | undefined;

  constructor(window: OpenWindow) {
    this.#window = window;
    this.#page = window.page;
    this.#origin = new URL(window.baseUrl).origin;
    const watchSockets = (page: Page) => page.on('websocket', (socket) => this.#noteRequest(socket.url()));
    watchSockets(this.#page);
    window.context
      .on('page', watchSockets)
      .on('request', (request) => this.#noteRequest(request.url()))
      .on('weberror', (error) => this.#errors.push(...error.error().message.split('\n', 1)))
      .on('console', (message) => {
        const isAboutOthers = this.#isForeign(message.location().url);
        if (message.type() === 'error' && !isAboutOthers) this.#errors.push(...message.text().split('\n', 1));
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
    return this.#go(`follows "${link}"`, (page) => this.#activate('link', link, page));
  }

  /** Presses a button that sends a form. @throws Blocked if the page has none */
  press(button: string): Promise<View> {
    return this.#go(`presses "${button}"`, (page) => this.#activate('button', button, page));
  }

  /** Writes into a field by its label. The text is never shown. @throws Blocked if the page has no such field */
  async fill(label: string, value: string): Promise<void> {
    await undisturbed(`${this.#window.who} fills in "${label}"`, async () => {
      const field = await this.#first(this.#page.getByLabel(label, { exact: true }), `field "${label}"`);
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
    return undisturbed(`${this.#window.who} looks at the page`, () => action(this.#page));
  }

  /** Whether the page shows an element. */
  shows(found: (page: Page) => Locator): Promise<boolean> {
    return this.look(async (page) => (await found(page).filter({ visible: true }).count()) > 0);
  }

  /** The address below the target's base URL: path and query. */
  get address(): string {
    const { pathname, search } = new URL(this.#page.url());
    const { pathname: base } = new URL(this.#window.baseUrl);
    return pathname.slice(base.length === 1 ? 0 : base.length) + search;
  }

  /** The page as it is now. @throws Blocked before the first document has arrived */
  async view(): Promise<View> {
    const { who, context } = this.#window;
    if (this.#exchange === undefined) throw new Blocked(`${who} has opened no page yet`);
    const { text, html } = await this.#page.evaluate<Record<'text' | 'html', string>>(inPage.read);
    const cookies = await context.cookies();
    return {
      exchange: this.#exchange,
      trail: [...this.#trail],
      address: this.address,
      text,
      source: [
        this.#exchange.text,
        html,
        this.#page.url(),
        ...Object.values(this.#exchange.response.headers),
        ...cookies.map(({ value }) => value),
      ].join('\n'),
      errors: [...this.#errors],
      foreignRequests: [...this.foreignRequests],
    };
  }

  /**
   * Waits until the page has loaded everything and shows the expected content; after a while it continues without that.
   */
  settled(isThere: (view: View) => boolean): Promise<View> {
    const { looks = mostLooks } = this.#window;
    return this.look(async (page) => {
      await page.waitForLoadState('networkidle').catch(() => {});
      for (let look = 1; ; look += 1) {
        const view = await this.view();
        if (isThere(view) || look >= looks) return view;
        // The pause leaves the page time for its own work. No result depends on its length: looks are counted, and each
        // one waits for the page.
        await page.waitForTimeout(100);
      }
    });
  }

  #noteRequest(url: string): void {
    if (this.#isForeign(url)) this.foreignRequests.add(url.split(/[?#]/)[0] ?? url);
  }

  /** Whether a URL belongs to a different origin; a URL that contains its own content has no origin. */
  #isForeign(url: string): boolean {
    return /^(https?|wss?):/.test(url) && new URL(url).origin.replace(/^ws/, 'http') !== this.#origin;
  }

  async #activate(role: 'link' | 'button', name: string, page: Page): Promise<Response | null> {
    const found = await this.#first(page.getByRole(role, { name, exact: true }), `${role} "${name}"`);
    return navigated(page, () => found.press('Enter'));
  }

  /** @throws Blocked if the page has no such element */
  async #first(found: Locator, what: string): Promise<Locator> {
    if ((await found.count()) === 0) throw this.#lacks(what);
    return found.first();
  }

  #lacks(what: string): Blocked {
    return new Blocked(
      `${this.#window.who} found no ${what} at ${new URL(this.#page.url()).pathname} (${this.#trail.join(', ')})`,
    );
  }

  /** Does something that loads a new document, and reads that document. */
  #go(did: string, action: (page: Page) => Promise<Response | null>): Promise<View> {
    const { who, place, step, observe } = this.#window;
    return step(`${who} ${did}`, () =>
      undisturbed(`${who} ${did}`, async () => {
        const [startedAt, began] = [Date.now(), performance.now()];
        const response = await action(this.#page);
        if (response !== null) {
          this.#exchange = await exchangeOf(response, { place, startedAt, began });
          observe?.(this.#exchange);
        }
        const outcome = response === null ? 'the browser has nothing to show' : response.status();
        this.#trail.push(`${who} ${did} -> ${outcome}`);
        return this.view();
      }),
    );
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
