import { Agent, type Dispatcher } from 'undici';
import { type Answer, type Asked, answerLimits, answerTo, NoAnswer } from '../http/answer.js';
import { heedingOutages } from '../http/outages.js';
import { type MadeOrder, madeOrderIn } from './made-order.js';

/** A merchant made for one test, with the keys that a real service would need an operator for. */
export interface ControlledMerchant {
  readonly merchantId: string;
  readonly apiKey: string;
  /** A second valid key of the same merchant. */
  readonly secondApiKey: string;
  readonly expiredApiKey: string;
  readonly revokedApiKey: string;
  /** A valid key of another merchant. */
  readonly otherApiKey: string;
  readonly otherMerchantId?: string;
  /** Where the sandbox has such. */
  readonly provocations?: Provocations;
  /** Path of the settings area, below the target's address, where it has one. */
  readonly settings?: string;
}

/** What a user of the settings area may do (clause 5.2). */
export type Role = 'Admin' | 'Member';

/** How a user signs in to the settings area. */
export interface SignIn {
  readonly email: string;
  readonly password: string;
}

/** Images of a product by which a test brings about what the target's review else decides alone. */
export interface Provocations {
  /** The style is rejected. */
  readonly rejectedImageUrl: string;
  /** The product has a problem in place of becoming active. */
  readonly problemImageUrl: string;
}

/** How a batch can be made to go. */
export type BatchOutcome = 'failed' | 'retried';

/** What a customer's order is made of. */
export interface OrderWish {
  /** Skus of active products, one for each item. */
  readonly skus?: readonly string[];
  readonly items?: number;
  /** Seconds of the merchant's clock since the order was created. */
  readonly age?: number;
}

/** The control interface answered otherwise than agreed: nothing is said about the service. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
}

const limits = { ...answerLimits, milliseconds: 5000 };
const connections = new Agent({ connect: { timeout: limits.connecting } });
/** Each test has an interface object of its own; that it doesn't answer is found out once. */
const sendByConnections = heedingOutages((asked, within) => answerTo(connections, asked, within), limits);

/** The part of a sandbox that real services don't have: merchants on demand, their clocks, and customers' orders. */
export class ControlInterface {
  readonly #url: string;
  readonly #token: string;
  readonly #send: (asked: Asked) => Promise<Answer>;

  /**
   * @param control address and token of the control interface; the token is sent as X-Control-Token
   * @param dispatcher by which to send, where not by the connections that all share
   */
  constructor(control: { readonly url: string; readonly token: string }, dispatcher?: Dispatcher) {
    this.#url = control.url;
    this.#token = control.token;
    this.#send =
      dispatcher === undefined ? sendByConnections : (asked) => answerTo(dispatcher, asked, limits);
  }

  /** Whether the interface answers, and accepts the token. @throws ControlError with the reason when it doesn't */
  async health(): Promise<void> {
    await this.#call('GET', '/health');
  }

  /**
   * Makes a merchant of its own, with another one beside it whose data must stay out of reach.
   * @param seed decides the merchant's random choices, so that a test meets the same ones again
   */
  async createMerchant(seed: number): Promise<ControlledMerchant> {
    const body = await this.#call('POST', '/merchants', { seed });
    const text = (name: string, from: object = body): string => {
      const value: unknown = Reflect.get(from, name);
      if (typeof value !== 'string')
        throw new ControlError(`The control interface answered a new merchant without ${name}.`);
      return value;
    };
    const { provocations, settings, otherMerchantId } = body;
    return {
      merchantId: text('merchantId'),
      apiKey: text('apiKey'),
      secondApiKey: text('secondApiKey'),
      expiredApiKey: text('expiredApiKey'),
      revokedApiKey: text('revokedApiKey'),
      otherApiKey: text('otherApiKey'),
      ...(typeof otherMerchantId === 'string' ? { otherMerchantId } : {}),
      ...(typeof settings === 'string' ? { settings } : {}),
      ...(typeof provocations === 'object' && provocations !== null
        ? {
            provocations: {
              rejectedImageUrl: text('rejectedImageUrl', provocations),
              problemImageUrl: text('problemImageUrl', provocations),
            },
          }
        : {}),
    };
  }

  /** Forgets a merchant and all that is its own. */
  async deleteMerchant(merchantId: string): Promise<void> {
    await this.#call('DELETE', `/merchants/${merchantId}`);
  }

  /** Freezes or moves a merchant's clock. @param change `advance` in seconds of that clock */
  async setClock(
    merchantId: string,
    change: { frozen?: boolean; advance?: number; speed?: number },
  ): Promise<void> {
    await this.#call('POST', `/merchants/${merchantId}/clock`, change);
  }

  /** Makes a customer's order from the merchant's active products; the service must then list it. */
  async makeOrder(merchantId: string, order: OrderWish): Promise<MadeOrder> {
    const made = madeOrderIn(await this.#call('POST', `/merchants/${merchantId}/orders`, order));
    if (made !== undefined) return made;
    throw new ControlError('The control interface answered a new order without its number and items.');
  }

  /** Decides how the merchant's next batch goes: it fails as a whole, or it is retried once. */
  async decideNextBatch(merchantId: string, next: BatchOutcome): Promise<void> {
    await this.#call('POST', `/merchants/${merchantId}/batches`, { next });
  }

  /** Makes a user of a merchant, for its settings area. */
  async makeUser(merchantId: string, role: Role): Promise<SignIn> {
    const { email, password } = await this.#call('POST', `/merchants/${merchantId}/users`, { role });
    if (typeof email === 'string' && typeof password === 'string') return { email, password };
    throw new ControlError('The control interface answered a new user without its email and password.');
  }

  async #call(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<Record<string, unknown>> {
    const asked = {
      method,
      url: this.#url + path,
      headers: {
        'x-control-token': this.#token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
    };
    const answer = await this.#send(asked).catch((error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error;
      const { kind, reason, wayOut } = error.trouble;
      const told = kind === 'gone' ? '' : ` did not answer ${method} ${path}`;
      throw new ControlError(
        `The control interface at ${this.#url}${told}: ${reason}; ${wayOut.replaceAll('TARGET_URL', 'TARGET_CONTROL_URL')}.`,
      );
    });
    const text = answer.body.toString('utf8');
    if (answer.status === 401)
      throw new ControlError(`The control interface at ${this.#url} refused TARGET_CONTROL_TOKEN.`);
    if (answer.status >= 300) {
      throw new ControlError(
        `The control interface at ${this.#url} answered ${method} ${path} with ${answer.status}.`,
      );
    }
    return text === '' ? {} : parseObject(text, `${method} ${path}`);
  }
}

function parseObject(text: string, call: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // Falls through to the same sentence: neither is an answer of a control interface.
  }
  throw new ControlError(`The control interface answered ${call} with something else than a JSON object.`);
}
