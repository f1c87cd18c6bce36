import type { FastifyInstance } from 'fastify';
import type { Role } from '../domain/keys.js';
import { hashPassword, newPassword } from '../domain/users.js';
import type { OpenSandbox } from './open-sandbox.js';

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
    /** The Cookie header that it would send; tests may replace it. */
    cookie: '',
    get: (path: string) => send('GET', path),
    /** Sends a form with these fields and nothing else. */
    post: (path: string, fields: Fields) => send('POST', path, fields),
    /** Fills in the form of a page that goes to a path, and sends it. */
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

/** A page as it came, with the parts that tests look at. */
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
    /** The hidden fields of each form, by the path that it is sent to. */
    forms: Object.fromEntries<Fields>(forms),
  };
}

function hiddenFields(content: string): Fields {
  const fields = content.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]));
}

const password = newPassword();
const hashed = hashPassword(password);

/** A browser in which a new user of the sandbox's first merchant is signed in. */
export async function signedIn({ app, merchants: { users }, merchantId }: OpenSandbox, role: Role) {
  const email = users.newEmail(merchantId, role);
  users.add({ merchantId, role, email, password: await hashed });
  const browser = openBrowser(app);
  await browser.signIn(email, password);
  return browser;
}
