import type { Operation } from '../../contract/operations.js';
import { SettingsError } from '../../target/settings.js';
import type { KeyName } from './entry.js';
import { ListsRead, type Seen } from './lists-read.js';
import { type BodyValue, isNobodys, type Write } from './write.js';

/** Two characters, as src/data/keys.ts draws them for skus below the minimum length: no real sku is as short. */
const belowBound = /^[\u4e00-\u9fa5]{2}$/u;

/** More digits than any numeric key has, even a GTIN. */
const digitsOfNobodys = 15;

/** Fields by which a product item, or an update, names its product (clauses 2.1 and 2.2, gap G-11). */
const productKeys = ['sku', 'style_key'];

/**
 * A key in a body that may belong to someone else's product or style: it doesn't begin with the run's prefix, and
 * nothing shows that nobody has it.
 * @param prefix begins every key of the run, in upper or lower case
 * @param unused keys that nobody has
 * @returns undefined if there is none
 */
function foreignKeyIn(
  values: readonly BodyValue[],
  prefix: string,
  unused: ReadonlySet<string>,
): string | undefined {
  const named = values.filter(({ key }) => productKeys.includes(key));
  return named.find((each) => !isOwn(each, prefix) && !unused.has(each.value))?.value;
}

/** The texts in a field. */
export function textsAt(values: readonly BodyValue[], key: string): readonly string[] {
  return [...new Set(values.filter((each) => each.isText && each.key === key).map(({ value }) => value))];
}

function isOwn({ key, value, isText }: BodyValue, prefix: string): boolean {
  // A lenient target may read a number as a key, but not true, false or null.
  if (!isText) return !/^-?\d/.test(value) || value.replaceAll(/\D/g, '').length >= digitsOfNobodys;
  const text = value.trim();
  const isPrefixed = text.toLowerCase().startsWith(prefix.toLowerCase());
  return text === '' || isPrefixed || (key === 'sku' && belowBound.test(text));
}

/** Too long to occur in other people's data by chance, and never the beginning of another run's prefix. */
const form = /^ct-[a-z0-9]{4,16}-(s[1-9]\d{0,3}-)?$/;

/** The prefix of tests that run without playwright.config.ts: all their merchants are made for them. */
const alone = 'ct-alone-';

/**
 * The prefix of everything that the run creates, as playwright.config.ts chooses it.
 * @throws SettingsError if CONFORMANCE_RUN_PREFIX is so short that other people's things could begin with it
 */
export function runPrefix(environment: Readonly<Record<string, string | undefined>>): string {
  const prefix = environment.CONFORMANCE_RUN_PREFIX || alone;
  if (!isRunPrefix(prefix))
    throw new SettingsError(
      'CONFORMANCE_RUN_PREFIX',
      `CONFORMANCE_RUN_PREFIX must be ct-, 4 to 16 lower-case letters or digits, and a hyphen, as in ct-8a1f02-, but is ${JSON.stringify(prefix)}: leave it out, and the run makes up its own.`,
    );
  return prefix;
}

/** Whether a prefix has the form of a run's prefix, which begins nothing that others created. */
export function isRunPrefix(prefix: string): boolean {
  return form.test(prefix);
}

/**
 * Whether a URL or description of a subscription comes from the run: the run's prefix begins it, or a segment of its
 * path. Leading white space doesn't count.
 */
export function isOwnText(text: string, prefix: string): boolean {
  const bare = text.trim();
  const [, path = ''] = /^\w+:\/\/[^/?#]*\/([^?#]*)/.exec(bare) ?? [];
  return [bare, ...path.split('/')].some((each) => each.startsWith(prefix));
}

/** Fields in which an item names order items (gap G-11). */
const orderItemFields = ['id', 'order_items'];

interface OwnThingsOptions {
  /** Begins the name of everything that the run creates. */
  readonly prefix: string;
  /** Numbers of the orders whose items may be moved. */
  readonly orders: readonly string[];
}

/**
 * What a run may change on a merchant that others use too: what it created, and the orders that its configuration
 * names.
 */
export class OwnThings {
  readonly #options: OwnThingsOptions;
  readonly #subscriptions = new Set<string>();
  readonly #orderItems = new Set<string>();
  readonly #lists = new ListsRead();

  constructor(options: OwnThingsOptions) {
    this.#options = options;
  }

  /** The prefix of the run. */
  get prefix(): string {
    return this.#options.prefix;
  }

  /** Notes a subscription of the run. */
  addSubscription(id: string): void {
    this.#subscriptions.add(id);
  }

  /** Notes an unused sku or style key, because a list filtered by it is empty. @param by the key that read it */
  addUnusedKey(key: string, by: KeyName): void {
    this.#lists.add(by, 'unusedKeys', [key]);
  }

  /** Notes the ids of all listed subscriptions, the run's own and others. @param by the key that read it */
  listSubscriptions(ids: readonly string[], by: KeyName): void {
    this.#lists.add(by, 'subscriptions', ids);
  }

  /** Notes the items of a listed order. @param by the key that read it */
  listOrder(number: string, itemIds: readonly string[], by: KeyName): void {
    this.#lists.add(by, 'orderItems', itemIds);
    if (this.#options.orders.includes(number)) for (const id of itemIds) this.#orderItems.add(id);
  }

  /**
   * Why a request may not be sent, as the end of a sentence; undefined if it may.
   * @param by the key that sends it: an id that is unused on another merchant may be in use here
   */
  refusalOf(write: Write, by: KeyName): string | undefined {
    const seen = this.#lists.by(by);
    const { operation } = write;
    if (operation === undefined || operation.safe) return "doesn't call an operation of the contract";
    if (operation.tag === 'webhooks') return this.#refusalOfWebhook(operation, write, seen);
    if (operation.tag === 'orders') return this.#refusalOfMove(write.values, seen);
    const foreign = foreignKeyIn(write.values, this.prefix, seen.unusedKeys);
    return foreign === undefined ? undefined : `names the key ${shown(foreign)}`;
  }

  #refusalOfWebhook(
    { operationId }: Operation,
    { segment = '', values }: Write,
    seen: Seen,
  ): string | undefined {
    if (operationId === 'createWebhook') {
      const texts = [...textsAt(values, 'url'), ...textsAt(values, 'description')];
      const isFound = texts.length === 0 || texts.some((text) => isOwnText(text, this.prefix));
      return isFound ? undefined : `creates a subscription in which nothing is the run's own`;
    }
    const id = decoded(segment);
    // Text after one of the run's own ids leads either to the same subscription or nowhere.
    const isOwn = [...this.#subscriptions].some((own) => isOrBegins(own, id));
    if (isOwn || isNobodys(id, seen.subscriptions)) return undefined;
    return `names the subscription ${shown(id)}`;
  }

  #refusalOfMove(values: readonly BodyValue[], seen: Seen): string | undefined {
    const foreign = itemIdsIn(values).find(
      (id) => !this.#orderItems.has(id) && !isNobodys(id, seen.orderItems),
    );
    return foreign === undefined ? undefined : `names the order item ${shown(foreign)}`;
  }
}

/** The values of a body that a target may read as ids of order items (gap G-11). */
export function itemIdsIn(values: readonly BodyValue[]): readonly string[] {
  return values
    .filter(({ key, value, isText }) => orderItemFields.includes(key) && (isText || /^[-+.\d]/.test(value)))
    .map(({ value }) => value);
}

/** Whether an id is an own one, alone or followed by text that neither makes it a longer id nor leads elsewhere. */
function isOrBegins(own: string, id: string): boolean {
  const behind = id.startsWith(own) ? id.slice(own.length) : undefined;
  return behind !== undefined && !/^[\w-]|[/\\]\.|,/.test(behind);
}

/** An id as it was before it was encoded for a path. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // An incomplete escape: a target may read it in any way.
    return segment;
  }
}

function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}...` : text);
}

/** A product of a style, as the list shows it. */
export interface ShownProduct {
  readonly sku: string;
  readonly style_key: string;
  readonly status: string;
}

/** Statuses of a product that is in the catalogue, or gets there without further action (clause 3.1, gap G-06). */
const visible = ['active', 'pending_active', 'pending_approval'];

/** Whether a product is in the catalogue, or on its way there. */
export function isVisible({ status }: Pick<ShownProduct, 'status'>): boolean {
  return visible.includes(status);
}

/**
 * The next step to take a style out of the catalogue: the status to set, or to wait until the style moves by itself.
 * An update applies to all products of a style, and is refused if one of them forbids it: a draft next to an active
 * product is published first, so that both can become inactive.
 * @param statuses the statuses of its products
 * @param refused statuses that were refused while the style was in its present state
 * @returns undefined if no product is visible, or nothing is left to try
 */
export function nextStep(
  statuses: readonly string[],
  refused: ReadonlySet<string>,
): 'draft' | 'inactive' | 'published' | 'wait' | undefined {
  const has = (status: string) => statuses.includes(status);
  if (!statuses.some((status) => isVisible({ status }))) return undefined;
  const isApproved = has('active') || has('pending_active') || has('inactive');
  // Before approval, it is taken back; after approval, it is set inactive (clause 3.1 rule 1).
  if (has('pending_approval') && !isApproved && !refused.has('draft')) return 'draft';
  if (has('pending_approval') || has('pending_active')) return 'wait';
  if (!refused.has('inactive')) return 'inactive';
  return refused.has('published') ? undefined : 'published';
}
