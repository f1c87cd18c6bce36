import type { FastifyInstance } from 'fastify';
import { hashPassword, newPassword, type Role } from '../domain/users.js';
import type { OpenSandbox } from './open-sandbox.js';

/** A page as it came, with the parts that tests look at. */
interface ReceivedPage {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  html: string;
  heading: string | undefined;
  /** The text of the elements with the role `alert` or `status`. */
  said: string | undefined;
  /** The hidden fields of each form, by the path that it is sent to. */
  forms: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A browser without JavaScript: it keeps cookies, and sends forms with their hidden fields. */
interface Browser {
  /** The Cookie header that it would send; tests may replace it. */
  cookie: string;
  get(path: string): Promise<ReceivedPage>;
  /** Sends a form with these fields and nothing else. */
  post(path: string, fields: Readonly<Record<string, string>>): Promise<ReceivedPage>;
  /** Fills in the form of a page that goes to a path, and sends it. */
  submit(page: ReceivedPage, path: string, fields?: Readonly<Record<string, string>>): Promise<ReceivedPage>;
  signIn(email: string, password: string): Promise<ReceivedPage>;
}

/** A browser without cookies. */
export function openBrowser(app: FastifyInstance): Browser {
  async function send(method: 'GET' | 'POST', url: string, fields?: object): Promise<ReceivedPage> {
    const type = 'application/x-www-form-urlencoded';
    const response = await app.inject({
      method,
      url,
      headers: {
        ...(browser.cookie !== '' && { cookie: browser.cookie }),
        ...(fields && { 'content-type': type }),
      },
      ...(fields && { payload: new URLSearchParams({ ...fields }).toString() }),
    });
    for (const set of [response.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = set.split(';', 1);
      browser.cookie = pair.endsWith('=') ? '' : pair;
    }
    return pageIn(response.statusCode, response.headers, response.body);
  }

  const browser: Browser = {
    cookie: '',
    get: (path) => send('GET', path),
    post: (path, fields) => send('POST', path, fields),
    submit(page, path, fields = {}) {
      const hidden = page.forms[path];
      if (hidden === undefined) throw new Error(`there is no form for ${path} in ${page.html}`);
      return send('POST', path, { ...hidden, ...fields });
    },
    async signIn(email, password) {
      const page = await browser.get('/settings/sign-in');
      return browser.submit(page, '/settings/sign-in', { email, password });
    },
  };
  return browser;
}

function pageIn(status: number, headers: ReceivedPage['headers'], html: string): ReceivedPage {
  const forms = [...html.matchAll(/<form[^>]* action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].map(
    ([, action = '', content = '']) => [action, hiddenFields(content)] as const,
  );
  return {
    status,
    headers,
    html,
    heading: /<h1>(.*?)<\/h1>/.exec(html)?.[1],
    said: /<div role="(?:alert|status)"[^>]*>(.*?)<\/div>/s.exec(html)?.[1],
    forms: Object.fromEntries(forms),
  };
}

function hiddenFields(content: string): Record<string, string> {
  const fields = content.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]));
}

const password = newPassword();
const hashed = hashPassword(password);

/** A browser in which a new user of the sandbox's first merchant is signed in. */
export async function signedIn(
  { app, merchants: { users }, merchantId }: OpenSandbox,
  role: Role,
): Promise<Browser> {
  const { email } = users.add({
    merchantId,
    role,
    email: users.newEmail(merchantId, role),
    password: await hashed,
  });
  const browser = openBrowser(app);
  await browser.signIn(email, password);
  return browser;
}
