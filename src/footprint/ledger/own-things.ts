import type { Operation } from '../../contract/operations.js';
import type { BodyValue } from './body-values.js';
import type { KeyName } from './entry.js';
import { ListsRead, type Seen } from './lists-read.js';
import { foreignKeyIn, textsAt } from './named-keys.js';
import { isNobodys } from './nobodys-id.js';
import { isOwnText } from './run-prefix.js';
import type { Write } from './write.js';

/** Fields by which an item names order items (gap G-11). */
const orderItemFields = ['id', 'order_items'];

export interface OwnThingsOptions {
  /** Begins everything that the run creates. */
  readonly prefix: string;
  /** Numbers of the orders whose items may be moved. */
  readonly orders: readonly string[];
}

/** What a run may change on a merchant that others use too: what it created, and the orders that its configuration names. */
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

  /** Notes a sku or style key that nobody has, as a list that was narrowed to it shows. @param by the key that read it */
  addUnusedKey(key: string, by: KeyName): void {
    this.#lists.add(by, 'unusedKeys', [key]);
  }

  /** Notes ids of others' subscriptions, or own ones, as a list shows them. @param by the key that read it */
  listSubscriptions(ids: readonly string[], by: KeyName): void {
    this.#lists.add(by, 'subscriptions', ids);
  }

  /** Notes the items of an order, as a list shows them. @param by the key that read it */
  listOrder(number: string, itemIds: readonly string[], by: KeyName): void {
    this.#lists.add(by, 'orderItems', itemIds);
    if (this.#options.orders.includes(number)) for (const id of itemIds) this.#orderItems.add(id);
  }

  /**
   * Why a request may not be sent, as the end of a sentence; undefined where it may.
   * @param by the key that it is sent with: what another merchant doesn't have may be somebody's here
   */
  refusalOf(write: Write, by: KeyName): string | undefined {
    const seen = this.#lists.by(by);
    const { operation } = write;
    if (operation === undefined || operation.safe) return 'is none of the contract';
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
    // What stands behind an own id leads to nothing else than that, or nowhere.
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

/** What may be read as the id of an order item in a body (gap G-11). */
export function itemIdsIn(values: readonly BodyValue[]): readonly string[] {
  return values
    .filter(({ key, value, isText }) => orderItemFields.includes(key) && (isText || /^[-+.\d]/.test(value)))
    .map(({ value }) => value);
}

/** Whether an id stands alone, or before what makes no longer id of it and leads nowhere else. */
function isOrBegins(own: string, id: string): boolean {
  const behind = id.startsWith(own) ? id.slice(own.length) : undefined;
  return behind !== undefined && !/^[\w-]|[/\\]\.|,/.test(behind);
}

/** An id of a path as it was before it was written there. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Half an escape: nobody can tell what it is read as.
    return segment;
  }
}

function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}...` : text);
}
