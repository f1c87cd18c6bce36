import type { Role, SettingsAreaAccess } from '../target/merchants/control-interface.js';
import { Blocked } from '../verdicts/finding.js';
import type { Form } from './document-exchange.js';
import { type OpenWindow, type View, Visitor } from './visitor.js';

/** A user's entries in the form for a new key (clause 5.3); the date as YYYY-MM-DD. */
type KeyRequest = Readonly<{ label: string; expirationDate?: string }>;

/** The page that is shown after a request for a new key, and the value on it; undefined if it shows none. */
type CreatedKey = View & { readonly value: string | undefined };

/** The fields of the form for a new key, by their labels. */
const keyFields = { label: 'Label', expirationDate: 'Expiration date (optional)' } as const;

/** Access to the settings area, where a merchant's users manage its API keys (clause 5.3). */
interface SettingsArea extends SettingsAreaAccess {
  /** Keeps secrets out of every report: passwords, and each key that a page shows. */
  readonly keepSecret: (secret: string | undefined) => void;
  /** Opens a new browser. @param who the visitor, as the beginning of a sentence */
  readonly arrive: (who: string) => Promise<OpenWindow>;
}

/**
 * A user of a merchant, or of the merchant that was created with it, who has just signed in with a separate browser.
 * @throws Blocked if the sign-in does not succeed
 */
export async function signIn(
  area: SettingsArea,
  role: Role,
  of: 'own' | 'other' = 'own',
): Promise<SettingsUser> {
  const { email, password } = await area.makeUser(role, of);
  area.keepSecret(password);
  const window = await area.arrive(`The ${of === 'own' ? role : `other merchant's ${role}`}`);
  const user = new SettingsUser(window, area);
  await user.open();
  await user.fill('E-mail', email);
  await user.fill('Password', password);
  const { exchange, address } = await user.press('Sign in');
  if (!exchange.succeeded || address.endsWith('/sign-in'))
    throw new Blocked(`a new user could not sign in to the settings area (${exchange.line})`);
  return user;
}

/** A merchant's user in the settings area (clause 5). */
export class SettingsUser extends Visitor {
  readonly #area: SettingsArea;

  constructor(window: OpenWindow, area: SettingsArea) {
    super(window);
    this.#area = area;
  }

  /** Goes to an address below the target's base URL, or to the first page of the settings area. */
  override open(address = this.#area.path): Promise<View> {
    return super.open(address);
  }

  /** Reloads the page: if that sends a form again, it may create another key, which no report may show either. */
  override async reload(): Promise<View> {
    const view = await super.reload();
    await this.#shownKey();
    return view;
  }

  /** The page with the list of keys, opened by its address, and the labels of the keys. */
  async keys(): Promise<View & { readonly labels: readonly string[] }> {
    const view = await this.open(`${this.#area.path}/api-keys`);
    const labels = await this.look((page) => page.locator('table tbody tr > :first-child').allInnerTexts());
    return { ...view, labels: labels.map((label) => label.trim()) };
  }

  /**
   * Goes from the list of keys to the form for a new key, and finds its fields.
   * @throws Blocked if no link leads there
   */
  async keyForm(): Promise<View & { readonly fields: readonly string[] }> {
    await this.keys();
    const view = await this.follow('Add a key');
    const fields: string[] = [];
    for (const label of Object.values(keyFields)) {
      const isShown = await this.look((page) => page.getByLabel(label, { exact: true }).first().isVisible());
      if (isShown) fields.push(label);
    }
    return { ...view, fields };
  }

  /** Fills in the form for a new key. @throws Blocked if part of the form is missing */
  async filledKeyForm({ label, expirationDate }: KeyRequest): Promise<View & { readonly form: Form }> {
    const view = await this.keyForm();
    await this.fill(keyFields.label, label);
    if (expirationDate !== undefined) await this.fill(keyFields.expirationDate, expirationDate);
    return { ...view, form: await this.form('Confirm') };
  }

  /** Adds a key with the form, as a user does. @throws Blocked if part of the form is missing */
  async createKey(request: KeyRequest): Promise<CreatedKey> {
    await this.filledKeyForm(request);
    const view = await this.press('Confirm');
    return { ...view, value: await this.#shownKey() };
  }

  /** The value that a page showed. @throws Blocked if it showed none, so that the key cannot be tested */
  valueIn({ value, address }: CreatedKey): string {
    if (value) return value;
    throw new Blocked(`the page ${address} showed no value of a key that could be used`);
  }

  /**
   * Goes from the list of keys to the page that asks whether to revoke a key.
   * @throws Blocked if no link leads there
   */
  async revocationOf(label: string): Promise<View & { readonly form: Form }> {
    await this.keys();
    const view = await this.follow(`Revoke ${label}`);
    return { ...view, form: await this.form('Revoke') };
  }

  /** The value of the key that the page shows, which no report may show; undefined if the page shows none. */
  async #shownKey(): Promise<string | undefined> {
    const [text] = await this.look((page) =>
      page.getByRole('region', { name: 'API key', exact: true }).filter({ visible: true }).allInnerTexts(),
    );
    const value = text?.trim();
    this.#area.keepSecret(value);
    return value;
  }
}

/**
 * The documentation for people (clause 8.1) as the browser shows it after it has loaded everything.
 * @param isThere whether the page shows the expected content; the function waits a while for it
 * @param looks how many times to look for it; by default, enough for at least 15 seconds
 * @throws Blocked if the browser fails
 */
export async function openDocumentation(
  window: OpenWindow,
  isThere: (view: View) => boolean,
  looks = 150,
): Promise<View> {
  const visitor = new Visitor(window);
  const opened = await visitor.open('/api/v1/docs', 'domcontentloaded');
  if (!opened.exchange.succeeded) return opened;
  return visitor.look(async (page) => {
    await page.waitForLoadState('networkidle').catch(() => {});
    for (let look = 1; ; look += 1) {
      const view = await visitor.view();
      if (isThere(view) || look >= looks) return view;
      // The pause gives the page time for its own work. No result depends on its length, because the looks are counted,
      // and each one waits for the page.
      await page.waitForTimeout(100);
    }
  });
}
