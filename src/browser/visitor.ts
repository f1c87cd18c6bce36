import type { Browser, BrowserContext, Locator, Page, Response } from '@playwright/test';
import type { Exchange } from '../http/exchange.js';
import { Blocked } from '../verdicts/finding.js';
import { failureReason } from './browser.js';
import { exchangeOf, type Form, formWith, pageContent, send } from './document-exchange.js';
import { type Gate, openGate, type Reach } from './gate.js';

/** Milliseconds after which a page that has not loaded counts as hanging, however busy the machine is. */
const patience = 60_000;

/** How often to look for the expected content of a page that has loaded everything: for at least 15 seconds. */
const mostLooks = 150;

/** An address without a proxy: requests sent through it reach nothing. */
const nowhere = 'http://127.0.0.1:1';

export interface VisitorOptions {
  readonly browser: Browser;
  /** The visitor, as the beginning of a sentence: `The Admin`. */
  readonly who: string;
  /** The name of the visited place, used in place of an operation. */
  readonly place: string;
  /** The {base_url} of the target; all addresses are below it. */
  readonly baseUrl: string;
  /** Where pages may lead the browser outside their own origin; nowhere by default. */
  readonly reach?: Reach;
  /** How often to look for content that a loaded page should show, ten times a second; 150 times by default. */
  readonly looks?: number;
  /** Gets each document's exchange, which the test may need to explain a failure. */
  readonly observe?: (exchange: Exchange) => void;
  /** Shows readers of the test what the visitor does. */
  readonly step: <Result>(title: string, action: () => Promise<Result>) => Promise<Result>;
}

/** A person at a browser, with their own cookies. */
export class Visitor {
  readonly #options: VisitorOptions;
  readonly #context: BrowserContext;
  readonly #gate: Gate | undefined;
  readonly #origin: string;
  readonly #trail: string[] = [];
  readonly #errors: string[] = [];
  readonly #foreignRequests = new Set<string>();
  #page: Page;
  #exchange: Exchange | undefined;

  private constructor(options: VisitorOptions, context: BrowserContext, gate: Gate | undefined, page: Page) {
    this.#options = options;
    this.#context = context;
    this.#gate = gate;
    this.#page = page;
    this.#origin = new URL(options.baseUrl).origin;
    this.#watch();
  }

  /** A visitor who has opened nothing yet. The caller must call leave(). @throws Blocked if the browser has quit */
  static async arrive(options: VisitorOptions): Promise<Visitor> {
    const { browser, who, baseUrl, reach } = options;
    const { hostname, port, protocol } = new URL(baseUrl);
    const bypass = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
    const gate = reach && (await openGate(reach));
    try {
      return await undisturbed(`${who} comes`, async () => {
        const context = await browser.newContext({
          locale: 'en-GB',
          timezoneId: 'UTC',
          serviceWorkers: 'block',
          acceptDownloads: false,
          // Intercepting requests would disable the browser's cache, where a page may be found again.
          proxy: { server: gate?.url ?? nowhere, bypass },
        });
        context.setDefaultTimeout(patience);
        return new Visitor(options, context, gate, await context.newPage());
      });
    } catch (error) {
      await gate?.[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Closes the browser's windows and forgets the cookies. */
  async leave(): Promise<void> {
    // A crashed browser has forgotten everything anyway.
    await this.#context.close().catch(() => {});
    await this.#gate?.[Symbol.asyncDispose]();
  }

  /** Errors in the console and of scripts, except those about requests to other origins. */
  get errors(): readonly string[] {
    return this.#errors;
  }

  /** Addresses at other origins that a page requested. */
  get foreignRequests(): readonly string[] {
    return [...this.#foreignRequests];
  }

  /** Goes to an address below the target's base URL. @param until how much of the page to wait for */
  open(path: string, until: 'load' | 'domcontentloaded' = 'load'): Promise<View> {
    return this.#go(`opens ${path}`, (page) => page.goto(this.#urlOf(path), { waitUntil: until }));
  }

  /** Goes to an address in a new window, and stays in that window. */
  openInNewWindow(path: string): Promise<View> {
    return this.#go(`opens ${path} in another window`, async () => {
      this.#page = await this.#context.newPage();
      return this.#page.goto(this.#urlOf(path));
    });
  }

  /** Whether the page has this address below the target's base URL. */
  isAt(path: string): boolean {
    return this.#page.url() === this.#urlOf(path);
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
    return this.#go(`follows "${link}"`, () => this.#activate('link', link));
  }

  /** Presses a button that sends a form. @throws Blocked if the page has none */
  press(button: string): Promise<View> {
    return this.#go(`presses "${button}"`, () => this.#activate('button', button));
  }

  /** Writes into a field by its label. The text is never shown. @throws Blocked if the page has no such field */
  async fill(label: string, value: string): Promise<void> {
    await undisturbed(`${this.#options.who} fills in "${label}"`, async () => {
      const field = this.#page.getByLabel(label, { exact: true });
      if ((await field.count()) === 0) throw this.#lacks(`field "${label}"`);
      await field.first().fill(value);
    });
  }

  /** The form that has a button with that name; undefined if the page has none. */
  form(button: string): Promise<Form | undefined> {
    return this.#look(() => formWith(this.#page, button));
  }

  /** Sends another visitor's form, with the tokens that the page gave to this visitor. */
  send(form: Form): Promise<View> {
    return this.#go(`sends a form to ${form.action}`, (page) =>
      navigated(page, async () => {
        if (!(await send(page, form))) throw this.#lacks('token to send a form with');
      }),
    );
  }

  /** Whether the page shows such a field. */
  hasField(label: string): Promise<boolean> {
    return this.#shows(this.#page.getByLabel(label, { exact: true }));
  }

  /** Whether the page shows such a link. */
  hasLink(name: string): Promise<boolean> {
    return this.#shows(this.#page.getByRole('link', { name, exact: true }));
  }

  /** The text of a part of the page, found by its name; undefined if no such part is visible. */
  async textOf(region: string): Promise<string | undefined> {
    const found = this.#page.getByRole('region', { name: region, exact: true }).filter({ visible: true });
    const [text] = await this.#look(() => found.allInnerTexts());
    return text?.trim();
  }

  /** The trimmed strings of the elements that a selector finds in the page. */
  async strings(selector: string): Promise<readonly string[]> {
    const strings = await this.#look(() => this.#page.locator(selector).allInnerTexts());
    return strings.map((text) => text.trim());
  }

  /** The page as it is now. @throws Blocked before the first document has arrived */
  async view(): Promise<View> {
    if (this.#exchange === undefined) throw new Blocked(`${this.#options.who} has opened no page yet`);
    const [{ text, html }, cookies] = await Promise.all([pageContent(this.#page), this.#context.cookies()]);
    const { pathname, search } = new URL(this.#page.url());
    const { pathname: base } = new URL(this.#options.baseUrl);
    return {
      exchange: this.#exchange,
      trail: [...this.#trail],
      address: pathname.slice(base.length === 1 ? 0 : base.length) + search,
      text,
      source: [
        this.#exchange.text,
        html,
        this.#page.url(),
        ...Object.values(this.#exchange.response.headers),
        ...cookies.map(({ value }) => value),
      ].join('\n'),
    };
  }

  /**
   * Waits until the page has loaded everything and shows the expected content; after a while it continues without that.
   */
  settled(isThere: (view: View) => boolean): Promise<View> {
    const { looks = mostLooks } = this.#options;
    return this.#look(async () => {
      await this.#page.waitForLoadState('networkidle').catch(() => {});
      for (let look = 1; ; look += 1) {
        const view = await this.view();
        if (isThere(view) || look >= looks) return view;
        // The pause leaves the page time for its own work. No result depends on its length: looks are counted, and each
        // one waits for the page.
        await this.#page.waitForTimeout(100);
      }
    });
  }

  #watch(): void {
    const watchSockets = (page: Page) => page.on('websocket', (socket) => this.#noteRequest(socket.url()));
    watchSockets(this.#page);
    this.#context
      .on('page', watchSockets)
      .on('request', (request) => this.#noteRequest(request.url()))
      .on('weberror', (error) => this.#errors.push(firstLine(error.error().message)))
      .on('console', (message) => {
        const isAboutOthers = this.#isForeign(message.location().url);
        if (message.type() === 'error' && !isAboutOthers) this.#errors.push(firstLine(message.text()));
      });
  }

  #noteRequest(url: string): void {
    if (this.#isForeign(url)) this.#foreignRequests.add(url.split(/[?#]/)[0] ?? url);
  }

  /** Whether a URL belongs to a different origin; a URL that contains its own content has no origin. */
  #isForeign(url: string): boolean {
    return /^(https?|wss?):/.test(url) && new URL(url).origin.replace(/^ws/, 'http') !== this.#origin;
  }

  #urlOf(path: string): string {
    return this.#options.baseUrl + path;
  }

  async #activate(role: 'link' | 'button', name: string): Promise<Response | null> {
    const found = this.#page.getByRole(role, { name, exact: true });
    if ((await found.count()) === 0) throw this.#lacks(`${role} "${name}"`);
    return navigated(this.#page, () => found.first().press('Enter'));
  }

  #lacks(what: string): Blocked {
    return new Blocked(
      `${this.#options.who} found no ${what} at ${new URL(this.#page.url()).pathname} (${this.#trail.join(', ')})`,
    );
  }

  /** Does something that loads a new document, and reads that document. */
  #go(did: string, action: (page: Page) => Promise<Response | null>): Promise<View> {
    const { who, place, step, observe } = this.#options;
    return step(`${who} ${did}`, () =>
      undisturbed(`${who} ${did}`, async () => {
        const [startedAt, began] = [Date.now(), performance.now()];
        const response = await action(this.#page);
        if (response !== null) {
          this.#exchange = await exchangeOf(response, { place, startedAt, began });
          observe?.(this.#exchange);
        }
        this.#trail.push(
          `${who} ${did} -> ${response === null ? 'the browser has nothing to show' : this.#exchange?.status}`,
        );
        return this.view();
      }),
    );
  }

  #shows(found: Locator): Promise<boolean> {
    return this.#look(async () => (await found.filter({ visible: true }).count()) > 0);
  }

  #look<Result>(action: () => Promise<Result>): Promise<Result> {
    return undisturbed(`${this.#options.who} looks at the page`, action);
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

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text;
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
}
