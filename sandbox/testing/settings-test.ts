import { hashPassword, newPassword } from '../domain/users/password.js';
import type { Role, User } from '../domain/users/user.js';
import { type Browser, openBrowser } from './browser.js';
import type { OpenSandbox } from './open-sandbox.js';
import { test as base, expect } from './test.js';

export { expect };

const password = newPassword();
const hashed = hashPassword(password);

/** What a test of the settings area is handed besides the sandbox. */
interface SettingsFixtures {
  /** The password of all users that `addUser` adds. */
  password: string;
  /** Adds a user of a merchant, of the sandbox's first one unless another is named. */
  addUser(role: Role, merchantId?: string): Promise<User>;
  /** A browser in which a new Admin of the first merchant is signed in. */
  admin: Browser;
  /** A browser in which a new Member of the first merchant is signed in. */
  member: Browser;
}

/** A test of the settings area. */
export const test = base.extend<SettingsFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the framework reads a fixture's needs from this pattern
  password: async ({}, use) => use(password),
  addUser: async ({ sandbox }, use) => use((role, merchantId) => addUser(sandbox, role, merchantId)),
  admin: async ({ sandbox }, use) => use(await signedIn(sandbox, 'Admin')),
  member: async ({ sandbox }, use) => use(await signedIn(sandbox, 'Member')),
});

async function addUser(
  { merchants: { users }, ...sandbox }: OpenSandbox,
  role: Role,
  merchantId = sandbox.merchantId,
): Promise<User> {
  return users.add({ merchantId, role, email: users.newEmail(merchantId, role), password: await hashed });
}

/** A browser in which a new user of the sandbox's first merchant is signed in. */
export async function signedIn(sandbox: OpenSandbox, role: Role): Promise<Browser> {
  const { email } = await addUser(sandbox, role);
  const browser = openBrowser(sandbox.app);
  await browser.signIn(email, password);
  return browser;
}

/** The row of the list of keys with a label, as its cells' texts; undefined where there is none. */
export function rowOf(html: string, label: string): string[] | undefined {
  return rowsIn(html).find(([first]) => first === label);
}

/** The rows of the list of keys, as their cells' texts. */
export function rowsIn(html: string): string[][] {
  const [, body = ''] = /<tbody>(.*)<\/tbody>/s.exec(html) ?? [];
  return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, '')),
  );
}
