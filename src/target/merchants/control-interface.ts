import { isJsonObject, type JsonObject } from '../../contract/documents/document.js';
import { Refusal } from '../../contract/refusal.js';
import { limits } from '../../contract/values/limits.js';
import { newConnections } from '../../http/connections.js';
import { jsonIn } from '../../http/exchange.js';
import { TransportError } from '../../http/outages/network-trouble.js';
import { heedingOutages } from '../../http/outages/outages.js';
import { responseTo } from '../../http/response.js';

/** The role of a user of the settings area (clause 5.2). */
export type Role = 'Admin' | 'Member';

/** How a user signs in to the settings area. */
interface SignIn {
  readonly email: string;
  readonly password: string;
}

/** Product images with which a test triggers outcomes that the target's review otherwise decides on its own. */
export interface Provocations {
  /** Makes the review reject the style. */
  readonly rejectedImageUrl: string;
  /** Gives the product a problem instead of making it active. */
  readonly problemImageUrl: string;
}

/** Access to the settings area (clause 5). */
export interface SettingsAreaAccess {
  /** Path below the target's address. */
  readonly path: string;
  /** Makes a user of the merchant, or of the second merchant that was made with it. */
  readonly makeUser: (role: Role, of?: 'own' | 'other') => Promise<SignIn>;
}

/** The outcomes that a test can force on a batch. */
export type BatchOutcome = 'failed' | 'retried';

/** The wanted contents of a customer's order. */
interface OrderWish {
  /** Skus of active products, one for each item. */
  readonly skus?: readonly string[];
  readonly items?: number;
  /** Seconds of the merchant's clock since the order was created. */
  readonly age?: number;
}

/** The data of a new merchant: without a wish, it has none. */
export interface MerchantWish {
  /** Long lists, rejected styles, orders in every status; and skus that every such merchant has. */
  readonly grown?: boolean;
  /** Seconds of the merchant's clock since its data was made. */
  readonly age?: number;
}

/** The second key is valid, too; the other key is a valid one of a different merchant. */
const namesOfKeys = ['apiKey', 'secondApiKey', 'expiredApiKey', 'revokedApiKey', 'otherApiKey'] as const;

/** A merchant made for one test, with keys that only an operator could create on a real service. */
export interface ControlledMerchant extends Readonly<Record<(typeof namesOfKeys)[number], string>> {
  /** Present if the sandbox supports them. */
  readonly provocations?: Provocations;
  readonly settingsArea?: SettingsAreaAccess;
  /** Freezes or moves the merchant's clock. @param change `advance` in seconds of that clock */
  readonly setClock: (change: { frozen?: boolean; advance?: number; speed?: number }) => Promise<void>;
  /**
   * Makes a customer's order from the merchant's active products; the service must then list it.
   * @returns its number. Nothing else of the response is used: the ids of the items may have a different form in the API
   */
  readonly makeOrder: (order: OrderWish) => Promise<string>;
  /** Forces the outcome of the merchant's next batch: it fails as a whole, or the service retries it once. */
  readonly decideNextBatch: (next: BatchOutcome) => Promise<void>;
  /** Deletes the merchant with all its data. */
  readonly release: () => Promise<void>;
}

/** The control interface failed, or broke its own protocol. This says nothing about the service. */
export class ControlError extends Refusal {
  override readonly name = 'ControlError';
}

const connections = newConnections(limits.connecting);
/** Shared by the interface objects of all tests, so that only the first one waits if the interface is down. */
const send = heedingOutages((asked, milliseconds = limits.controlMilliseconds) =>
  responseTo(connections, asked, { milliseconds }),
);

/** The address of a control interface, and what each request carries. */
interface ControlAccess {
  readonly url: string;
  /** Sent as X-Control-Token. */
  readonly token: string;
  /** Sent as X-Control-Mark: all keys, passwords and secrets that the interface makes must contain this text. */
  readonly mark?: string | undefined;
}

/** The part of a sandbox that real services don't have: merchants on demand, their clocks, and customers' orders. */
export class ControlInterface {
  readonly #access: ControlAccess;

  constructor(access: ControlAccess) {
    this.#access = access;
  }

  /**
   * Makes sure that the interface answers and accepts the token.
   * @returns what it ignores, a sentence each: it repeats the mark that it heeds, and names the wishes
   * @throws ControlError with the reason when it doesn't
   */
  async health(): Promise<readonly string[]> {
    const { mark, situations } = await this.#call('GET', '/health');
    const wishes: readonly unknown[] = Array.isArray(situations) ? situations : [];
    const isMarkIgnored = this.#access.mark !== undefined && mark !== this.#access.mark;
    return [
      isMarkIgnored &&
        'the control interface ignores X-Control-Mark: a process of the run hides only the keys that it received itself',
      !(wishes.includes('grown') && wishes.includes('age')) &&
        'the control interface makes no merchants with a history, so no test sees long lists or data that is a week old',
    ].filter((each) => each !== false);
  }

  /**
   * Makes a merchant, and a second one whose data the first must not reach.
   * @param seed determines the merchant's random choices, so that a test can repeat them
   * @param wish for both of them; an interface that doesn't know it makes new ones
   */
  async createMerchant(seed: number, wish: MerchantWish = {}): Promise<ControlledMerchant> {
    const made = await this.#call('POST', '/merchants', { seed, ...wish });
    const { merchantId: id, ...keys } = stringsIn(made, 'a merchant', ['merchantId', ...namesOfKeys]);
    const { provocations, settings: path, otherMerchantId: other } = made;
    const change = (what: string, body: object) => this.#call('POST', `/merchants/${id}/${what}`, body);
    const makeUser: SettingsAreaAccess['makeUser'] = async (role, of = 'own') => {
      const user = await this.#call('POST', `/merchants/${of === 'own' ? id : other}/users`, { role });
      return stringsIn(user, 'a user', ['email', 'password']);
    };
    return {
      ...keys,
      provocations: isJsonObject(provocations)
        ? stringsIn(provocations, 'a merchant', ['rejectedImageUrl', 'problemImageUrl'])
        : undefined,
      settingsArea: typeof path === 'string' && typeof other === 'string' ? { path, makeUser } : undefined,
      setClock: async (to) => void (await change('clock', to)),
      makeOrder: async (order) =>
        stringsIn(await change('orders', order), 'an order', ['order_number']).order_number,
      decideNextBatch: async (next) => void (await change('batches', { next })),
      release: async () => void (await this.#call('DELETE', `/merchants/${id}`)),
    };
  }

  async #call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<JsonObject> {
    const { url, token, mark } = this.#access;
    const at = `The control interface at ${url}`;
    const headers = {
      'x-control-token': token,
      ...(mark !== undefined && { 'x-control-mark': mark }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const asked = { method, url: url + path, headers, body: body && Buffer.from(JSON.stringify(body)) };
    const response = await send(asked).catch((error: unknown) => {
      if (!(error instanceof TransportError)) throw error;
      const { kind, reason, wayOut } = error.trouble;
      const failure = kind === 'gone' ? '' : ` did not answer ${method} ${path}`;
      throw new ControlError(
        `${at}${failure}: ${reason}; ${wayOut.replaceAll('TARGET_URL', 'TARGET_CONTROL_URL')}.`,
      );
    });
    const { status } = response;
    if (status === 401)
      throw new ControlError(`${at} refused TARGET_CONTROL_TOKEN: set the token that the sandbox printed.`);
    if (status >= 300) throw new ControlError(`${at} answered ${method} ${path} with ${status}.`);
    const value = response.body.length === 0 ? {} : jsonIn(response.body);
    if (isJsonObject(value)) return value;
    throw new ControlError(`${at} answered ${method} ${path} with something other than a JSON object.`);
  }
}

/** @throws ControlError when what was made lacks one of the strings */
function stringsIn<Name extends string>(made: JsonObject, what: string, names: readonly Name[]) {
  const lacking = names.find((name) => typeof made[name] !== 'string');
  if (lacking !== undefined)
    throw new ControlError(`The control interface made ${what}, but its response lacks ${lacking}.`);
  return Object.fromEntries(names.map((name) => [name, made[name]])) as Readonly<Record<Name, string>>;
}
