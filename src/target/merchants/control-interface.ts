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
  readonly makeUser: (role: Role, of?: 'own' | 'other') => Promise<{ email: string; password: string }>;
}

/** The outcomes that a test can force on a batch. */
export type BatchOutcome = 'failed' | 'retried';

/**
 * The data of a merchant that isn't new: long lists, rejected styles, orders in every status, and skus that every such
 * merchant has; a week has passed since, in seconds of its clock.
 */
const grown = { grown: true, age: 604_800 };

const namesOfKeys = ['apiKey', 'secondApiKey', 'expiredApiKey', 'revokedApiKey', 'otherApiKey'] as const;

/** The control interface failed, or broke its own protocol. This says nothing about the service. */
export class ControlError extends Refusal {
  override readonly name = 'ControlError';
}

const connections = newConnections(limits.connecting);
/** Shared by all tests, so that only the first one waits if the interface is down. */
const send = heedingOutages((asked, milliseconds = limits.controlMilliseconds) =>
  responseTo(connections, asked, { ...limits, milliseconds }),
);

/**
 * The control interface of a sandbox, and what each request carries. It makes what real services don't have: merchants on
 * demand, their clocks, and customers' orders.
 */
interface ControlInterface {
  readonly url: string;
  /** Sent as X-Control-Token. */
  readonly token: string;
  /** Sent as X-Control-Mark: all keys, passwords and secrets that the interface makes must contain this text. */
  readonly mark?: string;
}

/**
 * Makes sure that the interface answers and accepts the token.
 * @returns what it ignores, a sentence each: it repeats the mark that it heeds, and names the situations that it makes
 * @throws ControlError with the reason when it doesn't
 */
export async function ignoredBy(control: ControlInterface): Promise<readonly string[]> {
  const { mark, situations } = await call(control, 'GET', '/health');
  const heedsMark = control.mark === undefined || mark === control.mark;
  const makesGrown = Object.keys(grown).every(
    (each) => Array.isArray(situations) && situations.includes(each),
  );
  const ignored = [
    !heedsMark &&
      'the control interface ignores X-Control-Mark: a process of the run hides only the keys that it received itself',
    !makesGrown &&
      'the control interface makes no merchants with a history, so no test sees long lists or data that is a week old',
  ];
  return ignored.filter((each) => each !== false);
}

/** A merchant made for one test, with keys that only an operator could create on a real service. */
export type ControlledMerchant = Awaited<ReturnType<typeof createMerchant>>;

/**
 * Makes a merchant, and a second one whose data the first must not reach.
 * @param seed determines the merchant's random choices, so that a test can repeat them
 * @param isNew whether both have no data; an interface that makes no others ignores it
 */
export async function createMerchant(control: ControlInterface, seed: number, isNew = true) {
  const made = await call(control, 'POST', '/merchants', { seed, ...(isNew ? {} : grown) });
  const { merchantId: id, ...keys } = stringsIn(made, 'a merchant', ['merchantId', ...namesOfKeys]);
  const { provocations, settings: path, otherMerchantId: other } = made;
  const change = (what: string, body: object) => call(control, 'POST', `/merchants/${id}/${what}`, body);
  const makeUser: SettingsAreaAccess['makeUser'] = async (role, of = 'own') => {
    const user = await call(control, 'POST', `/merchants/${of === 'own' ? id : other}/users`, { role });
    return stringsIn(user, 'a user', ['email', 'password']);
  };
  /** Freezes or moves the merchant's clock. @param to `advance` in seconds of that clock */
  const setClock = async (to: { frozen?: boolean; advance?: number; speed?: number }): Promise<void> =>
    void (await change('clock', to));
  return {
    /** The second key is valid, too; the other key is a valid one of a different merchant. */
    ...keys,
    /** Present if the sandbox supports them. */
    provocations: isJsonObject(provocations)
      ? stringsIn(provocations, 'a merchant', ['rejectedImageUrl', 'problemImageUrl'])
      : undefined,
    settingsArea: typeof path === 'string' && typeof other === 'string' ? { path, makeUser } : undefined,
    shared: false,
    setClock,
    /** Once it is frozen, nothing happens between two calls, and waiting takes no real time. */
    clock: { isHeld: true, wait: (seconds: number) => setClock({ advance: seconds }) },
    /**
     * Makes a customer's order from the merchant's active products; the service must then list it.
     * @param order `skus` of its items, one for each, or their number, and `age` in seconds of the merchant's clock
     * @returns its number. Nothing else of the response is used: the ids of the items may have a different form in the
     * API
     */
    makeOrder: async (order: { skus?: readonly string[]; items?: number; age?: number }): Promise<string> =>
      stringsIn(await change('orders', order), 'an order', ['order_number']).order_number,
    /** Forces the outcome of the merchant's next batch: it fails as a whole, or the service retries it once. */
    decideNextBatch: async (next: BatchOutcome): Promise<void> => void (await change('batches', { next })),
    /** Deletes the merchant with all its data. */
    release: async (): Promise<void> => void (await call(control, 'DELETE', `/merchants/${id}`)),
  };
}

async function call(
  { url, token, mark }: ControlInterface,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<JsonObject> {
  const at = `The control interface at ${url}`;
  const headers = {
    'x-control-token': token,
    ...(mark !== undefined && { 'x-control-mark': mark }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const asked = { method, url: url + path, headers, body: body && Buffer.from(JSON.stringify(body)) };
  const { status, body: bytes } = await send(asked).catch((error: unknown) => {
    if (!(error instanceof TransportError)) throw error;
    const { kind, reason, wayOut } = error.trouble;
    const failure = kind === 'gone' ? '' : ` did not answer ${method} ${path}`;
    throw new ControlError(
      `${at}${failure}: ${reason}; ${wayOut.replaceAll('TARGET_URL', 'TARGET_CONTROL_URL')}.`,
    );
  });
  if (status === 401)
    throw new ControlError(`${at} refused TARGET_CONTROL_TOKEN: set the token that the sandbox printed.`);
  if (status >= 300) throw new ControlError(`${at} answered ${method} ${path} with ${status}.`);
  const value = bytes.length === 0 ? {} : jsonIn(bytes);
  if (isJsonObject(value)) return value;
  throw new ControlError(`${at} answered ${method} ${path} with something other than a JSON object.`);
}

/** @throws ControlError when what was made lacks one of the strings */
function stringsIn<Name extends string>(made: JsonObject, what: string, names: readonly Name[]) {
  const lacking = names.find((name) => typeof made[name] !== 'string');
  if (lacking !== undefined)
    throw new ControlError(`The control interface made ${what}, but its response lacks ${lacking}.`);
  return Object.fromEntries(names.map((name) => [name, made[name]])) as Readonly<Record<Name, string>>;
}
