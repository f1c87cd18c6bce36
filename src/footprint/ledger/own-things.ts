import type { Operation } from '../../contract/operations.js';
import type { BodyValue } from './body-values.js';
import type { KeyName } from './entry.js';
import { ListsRead, type Seen } from './lists-read.js';
import { foreignKeyIn, textsAt } from './named-keys.js';
import { isNobodys } from './nobodys-id.js';
import { isOwnText } from './run-prefix.js';
import type { Write } from './write.js';

/** Fields in which an item names order items (gap G-11). */
const orderItemFields = ['id', 'order_items'];

export interface OwnThingsOptions {
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
