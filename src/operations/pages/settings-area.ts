import type { Secrets } from '../../http/secrets.js';
import type { Role } from '../../target/control-interface.js';
import type { SettingsAreaAccess } from '../../target/merchant.js';
import { Blocked } from '../../verdicts/interruptions.js';
import { SettingsUser } from './settings-user.js';
import type { Visitor } from './visitor.js';

export interface SettingsAreaOptions extends SettingsAreaAccess {
  /** Collects what no report may show: the passwords, and each key that a page shows. */
  readonly secrets: Secrets;
  /** Opens a new browser. @param who the visitor, as the beginning of a sentence */
  readonly arrive: (who: string) => Promise<Visitor>;
}

/** The place where a merchant's users manage its API keys (clause 5.3). */
export class SettingsArea {
  readonly #options: SettingsAreaOptions;

  constructor(options: SettingsAreaOptions) {
    this.#options = options;
  }

  /**
   * A user of the merchant, or of another one, who has just signed in with a separate browser.
   * @throws Blocked if the sign-in does not succeed
   */
  async signedIn(role: Role, of: 'own' | 'other' = 'own'): Promise<SettingsUser> {
    const { path, makeUser, secrets, arrive } = this.#options;
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
}
