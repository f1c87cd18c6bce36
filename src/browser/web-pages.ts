import { isKeyValue, type Secrets } from '../http/shown/secrets.js';
import type { Role, SettingsAreaAccess } from '../target/merchants/control-interface.js';
import { Blocked } from '../verdicts/finding.js';
import type { Form } from './document-exchange.js';
import type { View, Visitor } from './visitor.js';

/** A user's entries in the form for a new key (clause 5.3). */
interface KeyRequest {
  readonly label: string;
  /** As YYYY-MM-DD. */
  readonly expirationDate?: string;
}

/** The page that answers a request for a new key, and the value that it shows; undefined if it shows none. */
type CreatedKey = View & { readonly value: string | undefined };

/** The page with a merchant's keys, and their labels as they are listed. */
type KeyList = View & { readonly labels: readonly string[] };

/** The fields of the form for a new key, by their labels. */
const keyFields = { label: 'Label', expirationDate: 'Expiration date (optional)' } as const;

/** A merchant's user who is signed in to the settings area (clause 5). */
export class SettingsUser {
  readonly #visitor: Visitor;
  readonly #area: string;
  readonly #secrets: Pick<Secrets, 'add'>;

  /** @param area path of the settings area */
  constructor(visitor: Visitor, area: string, secrets: Pick<Secrets, 'add'>) {
    this.#visitor = visitor;
    this.#area = area;
    this.#secrets = secrets;
  }

  /** Goes to an address below the target's base URL, or to the first page of the settings area. */
  open(address = this.#area): Promise<View> {
    return this.#visitor.open(address);
  }

  /** Like open, but in a new window. */
  openInNewWindow(address = this.#area): Promise<View> {
    return this.#visitor.openInNewWindow(address);
  }

  /** Reloads the page: a form that is sent again may make another key, which no report may show either. */
  async reload(): Promise<View> {
    const view = await this.#visitor.reload();
    const shown = await this.#visitor.textOf('API key');
    if (shown !== undefined && isKeyValue(shown)) this.#secrets.add(shown);
    return view;
  }

  back(): Promise<View> {
    return this.#visitor.back();
  }

  /** The list of keys, by its address. */
  async keys(): Promise<KeyList> {
    const view = await this.open(this.#keysAddress);
    return { ...view, labels: await this.#visitor.strings('table tbody tr > :first-child') };
  }

  /** Goes to the form for a new key, and finds its fields. @throws Blocked if no link leads there */
  async keyForm(): Promise<View & { readonly fields: readonly string[] }> {
    const view = await this.#followFromKeys('Add a key');
    const fields: string[] = [];
    for (const label of Object.values(keyFields)) if (await this.#visitor.hasField(label)) fields.push(label);
    return { ...view, fields };
  }

  /** Fills in the form for a new key, and opens it first if it isn't shown. @throws Blocked if a part of it is missing */
  async filledKeyForm({ label, expirationDate }: KeyRequest): Promise<View & { readonly form: Form }> {
    const isThere = await this.#visitor.hasField(keyFields.label);
    const view = await (isThere ? this.#visitor.view() : this.keyForm());
    await this.#visitor.fill(keyFields.label, label);
    if (expirationDate !== undefined) await this.#visitor.fill(keyFields.expirationDate, expirationDate);
    return { ...view, form: await this.#formWith('Confirm', view.address) };
  }

  /** Adds a key as a user does, with the form. @throws Blocked if a part of it is missing */
  async createKey(request: KeyRequest): Promise<CreatedKey> {
    await this.filledKeyForm(request);
    const view = await this.#visitor.press('Confirm');
    const value = await this.#visitor.textOf('API key');
    this.#secrets.add(value);
    return { ...view, value };
  }

  /** The value that a page showed. @throws Blocked if it showed none: then the key cannot be tested */
  valueOf({ value, address }: CreatedKey): string {
    if (value === undefined || value === '')
      throw new Blocked(`the page ${address} showed no value of a key that could be used`);
    return value;
  }

  /** Sends another user's form. */
  send(form: Form): Promise<View> {
    return this.#visitor.send(form);
  }

  /** Goes to the page that asks whether to revoke a key. @throws Blocked if no link leads there */
  async revocationOf(label: string): Promise<View & { readonly form: Form }> {
    const view = await this.#followFromKeys(`Revoke ${label}`);
    return { ...view, form: await this.#formWith('Revoke', view.address) };
  }

  /** Answers the page that asks whether to revoke a key. @throws Blocked if a part of it is missing */
  revoke(): Promise<View> {
    return this.#visitor.press('Revoke');
  }

  get #keysAddress(): string {
    return `${this.#area}/api-keys`;
  }

  /**
   * Follows a link of the list of keys. Without such a link on the page, it goes to the list first: from the first page by
   * its link, from elsewhere by its address.
   * @throws Blocked if a link is missing
   */
  async #followFromKeys(link: string): Promise<View> {
    if (!(await this.#visitor.hasLink(link)))
      await (this.#visitor.isAt(this.#area)
        ? this.#visitor.follow('API Keys')
        : this.open(this.#keysAddress));
    return this.#visitor.follow(link);
  }

  async #formWith(button: string, address: string): Promise<Form> {
    const form = await this.#visitor.form(button);
    if (form !== undefined) return form;
    throw new Blocked(`the page ${address} has no form with a button "${button}"`);
  }
}

/** What opens the settings area, where a merchant's users manage its API keys (clause 5.3). */
interface SettingsArea extends SettingsAreaAccess {
  /** Collects the secrets that no report may show: the passwords, and each key that a page shows. */
  readonly secrets: Pick<Secrets, 'add'>;
  /** Opens a new browser. @param who the visitor, as the beginning of a sentence */
  readonly arrive: (who: string) => Promise<Visitor>;
}

/**
 * A user of a merchant, or of the one that was made with it, who has just signed in with a separate browser.
 * @throws Blocked if the sign-in does not succeed
 */
export async function signIn(
  { path, makeUser, secrets, arrive }: SettingsArea,
  role: Role,
  of: 'own' | 'other' = 'own',
): Promise<SettingsUser> {
  const { email, password } = await makeUser(role, of);
  secrets.add(password);
  const visitor = await arrive(`The ${of === 'own' ? role : `other merchant's ${role}`}`);
  await visitor.open(path);
  await visitor.fill('E-mail', email);
  await visitor.fill('Password', password);
  const { exchange, address } = await visitor.press('Sign in');
  if (!exchange.succeeded || address.endsWith('/sign-in'))
    throw new Blocked(`a new user could not sign in to the settings area (${exchange.line})`);
  return new SettingsUser(visitor, path, secrets);
}

/** The path of the documentation for people, below the {base_url} (clause 8.1). */
const documentationPath = '/api/v1/docs';

/** The documentation for people as the browser shows it after it has loaded everything. */
export interface DocumentationPage extends View {
  /** Errors in the console and from scripts, except errors of requests to other origins. */
  readonly errors: readonly string[];
  /** Addresses at other origins that the page requested. */
  readonly foreignRequests: readonly string[];
}

/**
 * Opens the documentation.
 * @param isThere whether the page shows the expected content; the function waits a while for that
 * @throws Blocked if the browser fails
 */
export async function openDocumentation(
  visitor: Visitor,
  isThere: (view: View) => boolean,
): Promise<DocumentationPage> {
  const opened = await visitor.open(documentationPath, 'domcontentloaded');
  const view = opened.exchange.succeeded ? await visitor.settled(isThere) : opened;
  return { ...view, errors: visitor.errors, foreignRequests: visitor.foreignRequests };
}
