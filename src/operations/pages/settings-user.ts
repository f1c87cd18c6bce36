import type { Secrets } from '../../http/secrets.js';
import { Blocked } from '../../verdicts/interruptions.js';
import type { Form } from './form.js';
import type { View } from './view.js';
import type { Visitor } from './visitor.js';

/** What a user enters for a new key (clause 5.3). */
export interface KeyRequest {
  readonly label: string;
  /** As YYYY-MM-DD. */
  readonly expirationDate?: string;
}

/** The page that answers a request for a new key. */
export interface CreatedKey extends View {
  /** The value that it shows; undefined if it shows none. */
  readonly value: string | undefined;
}

/** The page with a merchant's keys. */
export interface KeyList extends View {
  /** The labels of the keys, as they are listed. */
  readonly labels: readonly string[];
}

/** The page with the form for a new key. */
export interface KeyForm extends View {
  /** The expected fields that the form has, by their labels. */
  readonly fields: readonly string[];
}

/** The page that asks whether to revoke a key. */
export interface Revocation extends View {
  readonly form: Form;
}

/** The fields of the form for a new key, by their labels. */
export const keyFields = { label: 'Label', expirationDate: 'Expiration date (optional)' } as const;

/** A merchant's user who is signed in to the settings area (clause 5). */
export class SettingsUser {
  readonly #visitor: Visitor;
  readonly #area: string;
  readonly #secrets: Secrets;

  /** @param area path of the settings area */
  constructor(visitor: Visitor, area: string, secrets: Secrets) {
    this.#visitor = visitor;
    this.#area = area;
    this.#secrets = secrets;
  }

  /** Goes to an address below the target's base URL, or to the first page of the settings area. */
  open(address = this.#area): Promise<View> {
    return this.#visitor.open(address);
  }

  /** Like open, in another window. */
  openInNewWindow(address = this.#area): Promise<View> {
    return this.#visitor.openInNewWindow(address);
  }

  reload(): Promise<View> {
    return this.#visitor.reload();
  }

  back(): Promise<View> {
    return this.#visitor.back();
  }

  /** Goes from the first page to the keys. @throws Blocked if no link leads there */
  async goToKeys(): Promise<KeyList> {
    await this.open();
    return this.#list(await this.#visitor.follow('API Keys'));
  }

  /** The list of keys, by its address. */
  async keys(): Promise<KeyList> {
    return this.#list(await this.open(`${this.#area}/api-keys`));
  }

  /** Goes to the form for a new key. @throws Blocked if no link leads there */
  async keyForm(): Promise<KeyForm> {
    await this.goToKeys();
    const view = await this.#visitor.follow('Add a key');
    const fields: string[] = [];
    for (const label of Object.values(keyFields)) if (await this.#visitor.hasField(label)) fields.push(label);
    return { ...view, fields };
  }

  /** The form for a new key, filled in by a user. @throws Blocked if a part of it is missing */
  async filledKeyForm({ label, expirationDate }: KeyRequest): Promise<Form> {
    const { address } = await this.keyForm();
    await this.#visitor.fill(keyFields.label, label);
    if (expirationDate !== undefined) await this.#visitor.fill(keyFields.expirationDate, expirationDate);
    return this.#formWith('Confirm', address);
  }

  /** Adds a key as a user does: with the form, from the first page on. @throws Blocked if a part of it is missing */
  async createKey(request: KeyRequest): Promise<CreatedKey> {
    await this.filledKeyForm(request);
    const view = await this.#visitor.press('Confirm');
    const value = await this.#visitor.textOf('API key');
    this.#secrets.add(value);
    return { ...view, value };
  }

  /** The value that a page showed. @throws Blocked if it showed none: nobody can test the key then */
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
  async revocationOf(label: string): Promise<Revocation> {
    await this.goToKeys();
    const view = await this.#visitor.follow(`Revoke ${label}`);
    return { ...view, form: await this.#formWith('Revoke', view.address) };
  }

  /** Revokes a key as a user does. @throws Blocked if a part of it is missing */
  async revokeKey(label: string): Promise<View> {
    await this.revocationOf(label);
    return this.#visitor.press('Revoke');
  }

  async #formWith(button: string, address: string): Promise<Form> {
    const form = await this.#visitor.form(button);
    if (form !== undefined) return form;
    throw new Blocked(`the page ${address} has no form with a button "${button}"`);
  }

  async #list(view: View): Promise<KeyList> {
    return { ...view, labels: await this.#visitor.texts('table tbody tr > :first-child') };
  }
}
