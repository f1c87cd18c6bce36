import type { Operation } from '../../contract/operations.js';
import { eachEntry, member, valuesAt } from '../../contract/values/path.js';
import { percentDecoded } from '../../contract/values/percent-encoding.js';
import { type ExchangeResponse, jsonOf } from '../../http/exchange.js';
import { isRunPrefix } from '../../target/run/run.js';
import { isMerchantKey, type KeyName } from './entry.js';
import { type BodyValue, idAt, isNobodys, type Write } from './write.js';

/** The keys that src/data draws when they are too short to contain a prefix. */
const shortKey = /^[A-Z0-9\u4e00-\u9fa5]{1,9}$/u;

/** More digits than any numeric key has, even a GTIN. */
const digitsOfNobodys = 15;

/** Fields in which a product item, or an update, names its product (clauses 2.1 and 2.2, gap G-11). */
const productKeys = ['sku', 'style_key'];

/** The strings in the given fields. */
export function textsAt(values: readonly BodyValue[], ...keys: readonly string[]): readonly string[] {
  const found = values.filter(({ key, isText }) => isText && keys.includes(key));
  return [...new Set(found.map(({ value }) => value))];
}

/** Whether a key of a product begins with the run's prefix, in upper or lower case, or can't be anyone's key. */
function isOwn({ value, isText }: BodyValue, prefix: string): boolean {
  // A lenient target may read a number as a key, but not true, false or null.
  if (!isText) return !/^-?\d/.test(value) || value.replaceAll(/\D/g, '').length >= digitsOfNobodys;
  const text = value.trim();
  return text === '' || text.toLowerCase().startsWith(prefix.toLowerCase());
}

/** Whether a name begins with the prefix of a run, either this one or a different one. */
export function isNamedByARun(name: string): boolean {
  const [prefix] = /^ct-[^-]*-/.exec(name) ?? [];
  return prefix !== undefined && isRunPrefix(prefix);
}

/**
 * Whether a URL or description of a subscription comes from the run: it, or a segment of its path, begins with the
 * run's prefix. Leading white space doesn't count.
 */
export function isOwnText(text: string, prefix: string): boolean {
  const bare = text.trim();
  const [, path = ''] = /^\w+:\/\/[^/?#]*\/([^?#]*)/.exec(bare) ?? [];
  return [bare, ...path.split('/')].some((each) => each.startsWith(prefix));
}

/** Fields in which an item names order items (gap G-11). */
const orderItemFields = ['id', 'order_items'];

/** What lists show, by the keys that were used to read them. */
type Seen = Map<KeyName, ReadonlySet<string>>;

/**
 * The things that a run may change on a merchant that others also use: those that it created, and the orders that its
 * configuration names.
 */
export class OwnThings {
  readonly #prefix: string;
  readonly #orders: readonly string[];
  readonly #subscriptions = new Set<string>();
  readonly #orderItems = new Set<string>();
  /** Ids in use. */
  readonly #listedSubscriptions: Seen = new Map();
  readonly #listedOrderItems: Seen = new Map();
  /** Skus and style keys that no product has. */
  readonly #unusedKeys: Seen = new Map();

  /**
   * @param prefix begins the name of everything that the run creates
   * @param orders numbers of the orders whose items may be moved
   */
  constructor(prefix: string, orders: readonly string[]) {
    this.#prefix = prefix;
    this.#orders = orders;
  }

  addSubscription(id: string): void {
    this.#subscriptions.add(id);
  }

  /** @param by the key with which the sku or style key was looked up and no product was found */
  addUnusedKey(value: string, by: KeyName): void {
    see(this.#unusedKeys, [value], by);
  }

  /**
   * Learns from a list who owns its entries. A response with any other shape shows nothing.
   * @param operation the operation that the request called
   * @param by the key that read it
   */
  learn(operation: Operation | undefined, response: ExchangeResponse, by: KeyName): void {
    if (operation?.operationId === 'listWebhooks') {
      const list = jsonOf(response);
      if (Array.isArray(list)) see(this.#listedSubscriptions, list.flatMap(idsOf), by);
    }
    if (operation?.operationId !== 'listOrders') return;
    for (const order of valuesAt(jsonOf(response), ['items', eachEntry])) {
      const number = member(order, 'order_number');
      if (typeof number !== 'string') continue;
      const ids = valuesAt(order, ['order_items', eachEntry]).flatMap(idsOf);
      see(this.#listedOrderItems, ids, by);
      if (this.#orders.includes(number)) for (const id of ids) this.#orderItems.add(id);
    }
  }

  /**
   * Why a request must not be sent, as the end of a sentence; undefined if it may be sent.
   * @param by the key that sends it: an id that is unused on a different merchant may be in use here
   */
  refusalOf(write: Write, by: KeyName): string | undefined {
    const { operation } = write;
    if (operation === undefined || operation.safe) return "doesn't call an operation of the contract";
    if (operation.tag === 'webhooks') return this.#refusalOfWebhook(operation, write, by);
    if (operation.tag === 'orders') return this.#refusalOfMove(write.values, by);
    const [foreign] = this.#foreignKeys(write, by);
    return foreign && `names the key ${shown(foreign.value)}`;
  }

  /**
   * The short keys in a product write that have not been looked up yet or are in use, each with its field.
   * @param by the key that sends it
   */
  toLookUp(write: Write, by: KeyName): readonly (readonly [field: string, value: string])[] {
    if (write.operation?.tag !== 'products' || !isMerchantKey(by)) return [];
    const short = this.#foreignKeys(write, by).filter(({ value }) => shortKey.test(value));
    return short.map(({ key, value }) => [key, value]);
  }

  #foreignKeys({ values }: Write, by: KeyName): readonly BodyValue[] {
    const unused = seenBy(this.#unusedKeys, by);
    return values.filter(
      (each) => productKeys.includes(each.key) && !isOwn(each, this.#prefix) && !unused?.has(each.value),
    );
  }

  #refusalOfWebhook({ operationId }: Operation, { segment = '', values }: Write, by: KeyName) {
    if (operationId === 'createWebhook') {
      const strings = textsAt(values, 'url', 'description');
      const isFound = strings.length === 0 || strings.some((text) => isOwnText(text, this.#prefix));
      return isFound ? undefined : `creates a subscription in which nothing is the run's own`;
    }
    const id = percentDecoded(segment);
    // An id of the run followed by more text leads either to the same subscription or nowhere.
    const isOwn = [...this.#subscriptions].some((own) => isOrBegins(own, id));
    if (isOwn || isNobodys(id, seenBy(this.#listedSubscriptions, by))) return undefined;
    return `names the subscription ${shown(id)}`;
  }

  #refusalOfMove(values: readonly BodyValue[], by: KeyName): string | undefined {
    const seen = seenBy(this.#listedOrderItems, by);
    const foreign = itemIdsIn(values).find((id) => !this.#orderItems.has(id) && !isNobodys(id, seen));
    return foreign === undefined ? undefined : `names the order item ${shown(foreign)}`;
  }
}

function see(seen: Seen, ids: readonly string[], by: KeyName): void {
  seen.set(by, new Set([...(seen.get(by) ?? []), ...ids]));
}

/**
 * What lists show about the merchant of a key; undefined if no list was read. A key that belongs to no merchant may
 * count as any of TARGET_API_KEY.
 */
function seenBy(seen: Seen, by: KeyName): ReadonlySet<string> | undefined {
  const isSame = (name: KeyName) => (isMerchantKey(by) ? name === by : name !== 'TARGET_OTHER_API_KEY');
  const read = [...seen].filter(([name]) => isSame(name));
  return read.length === 0 ? undefined : new Set(read.flatMap(([, ids]) => [...ids]));
}

/** The id of an entry, if it has one. */
function idsOf(entry: unknown): readonly string[] {
  const id = idAt(entry, 'id');
  return id === undefined ? [] : [id];
}

/** The values of a body that a target may read as ids of order items (gap G-11). */
export function itemIdsIn(values: readonly BodyValue[]): readonly string[] {
  return values
    .filter(({ key, value, isText }) => orderItemFields.includes(key) && (isText || /^[-+.\d]/.test(value)))
    .map(({ value }) => value);
}

/**
 * Whether an id belongs to the run, alone or followed by text that neither makes it a longer id nor leads
 * elsewhere.
 */
function isOrBegins(own: string, id: string): boolean {
  return id.startsWith(own) && !/^[\w-]|[/\\]\.|,/.test(id.slice(own.length));
}

function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}...` : text);
}
