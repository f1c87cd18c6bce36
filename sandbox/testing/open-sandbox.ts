import type { FastifyInstance, InjectOptions } from 'fastify';
import { test as base, expect } from '#testing/unit-test';
import { type AppOptions, createApp } from '../app.js';
import type { Role } from '../domain/keys.js';
import { createMerchants, type MerchantsOptions } from '../domain/merchants.js';
import { createReferenceData } from '../domain/reference-data.js';
import { newSecret } from '../domain/secrets.js';
import { hashPassword } from '../domain/users.js';

const TOKEN = 'control-token-of-the-tests';

/** A sandbox for a test: its clocks stand still, so time only passes when the test says so. */
type OpenSandbox = ReturnType<typeof openSandbox>;

/** Opens a sandbox whose real time stands still. */
export function openSandbox(options: AppOptions & MerchantsOptions = {}) {
  const merchants = options.merchants ?? createMerchants({ elapsed: () => 0, ...options });
  const pair = merchants.create();
  const merchant = merchants.find(pair.merchantId);
  if (merchant === undefined) throw new Error('a merchant that was just made is unknown');
  const app = createApp({ control: { token: TOKEN }, ...options, merchants });

  /** A body that is not a string is sent as JSON, and one that is JSON comes back parsed. */
  async function inject(method: InjectOptions['method'], url: string, headers: object, body: unknown) {
    const response = await app.inject({
      method,
      url,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const isJson = /^application\/(\S+\+)?json/.test(String(response.headers['content-type']));
    const received: unknown = isJson ? response.json() : response.body;
    return { status: response.statusCode, headers: response.headers, body: received };
  }

  return {
    ...pair,
    app,
    merchants,
    merchant,
    /** Sends a request with the merchant's key, below /api/v1. */
    send: (method: InjectOptions['method'], path: string, body?: unknown, key = pair.apiKey) =>
      inject(method, `/api/v1${path}`, { 'x-api-key': key }, body),
    /** Sends a request to the control interface. */
    control: (method: InjectOptions['method'], path: string, body?: unknown) =>
      inject(method, `/control${path}`, { 'x-control-token': TOKEN }, body),
    /** Lets seconds pass on the merchant's clock. */
    pass: (seconds: number) => merchant.timeline.change({ advance: seconds }),
  };
}

const referenceData = createReferenceData(1);

/** A test with a sandbox of its own, which must not fail internally. */
export const test = base.extend<{ sandbox: OpenSandbox }>({
  // biome-ignore lint/correctness/noEmptyPattern: the framework reads a fixture's needs from this pattern
  sandbox: async ({}, use) => {
    const failures: unknown[] = [];
    const sandbox = openSandbox({ referenceData, onError: (error) => failures.push(error) });
    await use(sandbox);
    await sandbox.app.close();
    expect(failures, 'failures of the sandbox itself').toEqual([]);
  },
});

export { expect };

type Fields = Readonly<Record<string, string>>;
type ReceivedPage = ReturnType<typeof pageIn>;

/** A browser without JavaScript and without cookies at first: it keeps cookies, and sends forms with their hidden fields. */
export function openBrowser(app: FastifyInstance) {
  async function send(method: 'GET' | 'POST', url: string, fields?: Fields): Promise<ReceivedPage> {
    const response = await app.inject({
      method,
      url,
      headers: {
        ...(browser.cookie !== '' && { cookie: browser.cookie }),
        ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(fields && { payload: new URLSearchParams(fields).toString() }),
    });
    for (const set of [response.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = set.split(';', 1);
      browser.cookie = pair.endsWith('=') ? '' : pair;
    }
    return pageIn(response.statusCode, response.headers, response.body);
  }

  const browser = {
    /** The Cookie header that the browser sends; tests may replace it. */
    cookie: '',
    get: (path: string) => send('GET', path),
    /** Sends a form with these fields and nothing else. */
    post: (path: string, fields: Fields) => send('POST', path, fields),
    /** Fills in the form that a page sends to this path, and submits it. */
    submit(page: ReceivedPage, path: string, fields: Fields = {}) {
      const hidden = page.forms[path];
      if (hidden === undefined) throw new Error(`there is no form for ${path} in ${page.html}`);
      return send('POST', path, { ...hidden, ...fields });
    },
    async signIn(email: string, password: string) {
      const path = '/settings/sign-in';
      return browser.submit(await send('GET', path), path, { email, password });
    },
  };
  return browser;
}

/** A page as it arrived, with the parts that tests look at. */
function pageIn(status: number, headers: Readonly<Record<string, unknown>>, html: string) {
  const forms = [...html.matchAll(/<form[^>]* action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].map(
    ([, action = '', content = '']) => [action, hiddenFields(content)] as const,
  );
  return {
    status,
    headers,
    html,
    heading: /<h1>(.*?)<\/h1>/.exec(html)?.[1],
    /** The text of the elements with the role `alert` or `status`. */
    said: /<div role="(?:alert|status)"[^>]*>(.*?)<\/div>/s.exec(html)?.[1],
    /** The hidden fields of each form, by the path that the form is sent to. */
    forms: Object.fromEntries<Fields>(forms),
  };
}

function hiddenFields(content: string): Fields {
  const fields = content.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]));
}

/** A browser in which a new user of the sandbox's first merchant is signed in. */
export async function signedIn({ app, merchants: { users }, merchantId }: OpenSandbox, role: Role) {
  const email = users.newEmail(merchantId, role);
  const password = newSecret('pw', '');
  users.add({ merchantId, role, email, password: hashPassword(password) });
  const browser = openBrowser(app);
  await browser.signIn(email, password);
  return browser;
}
