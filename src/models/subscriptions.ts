import { gapsOfStatus } from '../contract/unspecified.js';
import { member } from '../contract/values/path.js';
import type { Client } from '../http/client.js';
import type { Exchange } from '../http/exchange.js';
import { answersBare } from '../verdicts/oracles/response.js';
import { giveASecret, giveNoSecret } from '../verdicts/oracles/webhook.js';
import { ModelDriver, type VerifyStatement } from './model-driver.js';

/** The requirements that the model of webhook subscriptions judges. */
type SubscriptionRequirement = 'WHK-02' | 'WHK-05';

/** The body of a creation (gap G-13). */
export interface NewSubscription {
  readonly url: string;
  readonly events: readonly string[];
  readonly description?: string;
}

/** The body of an update. */
export interface SubscriptionChange extends Partial<NewSubscription> {
  readonly enabled?: boolean;
}

/** Fields that are written and read back (gap G-13). */
const fieldNames = ['url', 'events', 'description', 'enabled'] as const;

/** Fields that every response shows alike, if it shows them: nobody writes the last one. */
const shownNames = [...fieldNames, 'created_at'] as const;

type SubscriptionId = string | number;

/** A subscription as a response shows it; its fields may have any type. */
interface ShownSubscription {
  readonly id: SubscriptionId;
  readonly fields: ReadonlyMap<(typeof shownNames)[number], unknown>;
}

/** A response to any of the five operations. */
export interface SubscriptionResponse {
  readonly status: number;
  /** The subscriptions that its body shows: all of a list, otherwise one, or none. */
  readonly subscriptions: readonly ShownSubscription[];
  /** Present if the target's file says that the operation answers without a body. */
  readonly isBare?: true;
  /** Whether the response has a client_secret, or the value of one; absent if it shows nothing that could have it. */
  readonly holdsSecret?: boolean;
}

interface SubscriptionState {
  /** Counted from 1, in the order of creation. */
  readonly number: number;
  readonly id: SubscriptionId;
  /** In words: the last written values, or the first shown ones of fields that were never written. */
  readonly fields: Map<(typeof shownNames)[number], string>;
  isDeleted: boolean;
}

/** The gaps that say where a response shows a subscription, and in which fields. */
const gaps = ['G-13'];

/** The number of characters of a value for which a line has room. */
const longestShown = 60;

/** All subscriptions that a test created, including deleted ones. */
export class SubscriptionModel {
  readonly subscriptions: SubscriptionState[] = [];
  /** Ids of subscriptions that don't concern the model. */
  readonly #others: readonly SubscriptionId[];

  constructor(others: readonly SubscriptionId[]) {
    this.#others = others;
  }

  /** The subscription of a number counted from 1. */
  subscription(number: number): SubscriptionState | undefined {
    return this.subscriptions[number - 1];
  }

  /** Whether a subscription that isn't deleted has the URL. */
  hasUrl(url: string): boolean {
    return this.subscriptions.some(
      ({ fields, isDeleted }) => !isDeleted && fields.get('url') === inWords(url),
    );
  }

  /** Whether no subscription has or had the id. */
  isNew({ id }: ShownSubscription): boolean {
    return !this.#others.includes(id) && this.subscriptions.every((each) => each.id !== id);
  }

  /** Adds a subscription that was created. */
  add(id: SubscriptionId, written: SubscriptionChange): SubscriptionState {
    const number = this.subscriptions.length + 1;
    const subscription = { number, id, fields: new Map(), isDeleted: false };
    this.subscriptions.push(subscription);
    this.write(subscription, written);
    return subscription;
  }

  /** Records fields that were written. */
  write({ fields }: SubscriptionState, change: SubscriptionChange): void {
    for (const name of fieldNames) if (change[name] !== undefined) fields.set(name, inWords(change[name]));
  }

  /** The name of a shown subscription: `subscription 2`, or its id if the model doesn't know it. */
  nameOf({ id }: ShownSubscription): string {
    const found = this.subscriptions.find((each) => each.id === id);
    if (found === undefined) return `a subscription with the unknown id ${id}`;
    return `${found.isDeleted ? 'deleted ' : ''}subscription ${found.number}`;
  }

  /** A response in words: `200 with subscription 1`. */
  responseInWords({ status, subscriptions }: SubscriptionResponse): string {
    const shown = subscriptions.map((subscription) => this.nameOf(subscription));
    return shown.length === 0 ? String(status) : `${status} with ${shown.join(' and ')}`;
  }

  /** `subscription 1 {url "https://a.example", enabled true}; subscription 2 deleted`. */
  toString(): string {
    const shown = this.subscriptions.map(({ number, fields, isDeleted }) => {
      const values = fieldNames
        .filter((name) => fields.has(name))
        .map((name) => `${name} ${fields.get(name)?.slice(0, longestShown)}`);
      return `subscription ${number} ${isDeleted ? 'deleted' : `{${values.join(', ')}}`}`;
    });
    return shown.join('; ') || 'no subscriptions';
  }

  /**
   * States that a creation shows one subscription with a new id, as it was written, and adopts its unwritten fields.
   */
  async compareCreated(
    target: SubscriptionDriver,
    at: string,
    { subscriptions: [shown, ...others] }: SubscriptionResponse,
    created: SubscriptionState | undefined,
  ): Promise<void> {
    const expected = 'one subscription with a new id';
    const count = others.length + (shown === undefined ? 0 : 1);
    const actual = `${count} subscriptions, the first with ${created === undefined ? 'no' : 'a'} new id`;
    await target.judge('WHK-02', {
      at: `subscriptions in the response to ${at}`,
      expected: [expected],
      actual: created !== undefined && count === 1 ? expected : actual,
      gaps,
    });
    if (created !== undefined && shown !== undefined) await compareFields(target, created, shown);
  }

  /** States that a response shows this subscription and no other; a response without a body shows nothing. */
  async compareOne(
    target: SubscriptionDriver,
    subscription: SubscriptionState,
    { subscriptions, isBare }: SubscriptionResponse,
  ): Promise<void> {
    if (isBare) return;
    const expected = [`subscription ${subscription.number}`];
    const actual = subscriptions.map((shown) => this.nameOf(shown)).join(' and ') || 'none';
    await target.judge('WHK-02', {
      at: `subscriptions in the response about ${expected}`,
      expected,
      actual,
      gaps,
    });
    for (const shown of subscriptions) await compareFields(target, subscription, shown);
  }

  /** States that a list shows each subscription that is not deleted once, and no others. */
  async compareList(target: SubscriptionDriver, { subscriptions }: SubscriptionResponse): Promise<void> {
    const living = this.subscriptions.filter(({ isDeleted }) => !isDeleted);
    const shown = subscriptions.filter(({ id }) => !this.#others.includes(id));
    const inOrder = (names: readonly string[]) => names.toSorted().join(' and ') || 'none';
    await target.judge('WHK-02', {
      at: 'subscriptions in the list',
      expected: [inOrder(living.map(({ number }) => `subscription ${number}`))],
      actual: inOrder(shown.map((subscription) => this.nameOf(subscription))),
      gaps,
    });
    for (const subscription of living) {
      const found = shown.find(({ id }) => id === subscription.id);
      if (found !== undefined) await compareFields(target, subscription, found);
    }
  }
}

/** States that each field shows what was last written (gap G-13), and adopts fields that were never written. */
async function compareFields(
  target: SubscriptionDriver,
  { number, fields }: SubscriptionState,
  shown: ShownSubscription,
): Promise<void> {
  for (const name of shownNames) {
    if (name === 'created_at' && shown.fields.get(name) === undefined) continue;
    const actual = inWords(shown.fields.get(name));
    const expected = fields.get(name);
    if (expected === undefined) fields.set(name, actual);
    else {
      const at = `${name} of subscription ${number}`;
      await target.judge('WHK-02', { at, expected: [expected], actual, gaps });
    }
  }
}

/** A field's value in words; the order of events doesn't count. */
function inWords(value: unknown): string {
  if (value === undefined) return 'none';
  return JSON.stringify(Array.isArray(value) ? value.map(String).sort() : value);
}

interface SubscriptionDriverOptions {
  readonly verify: VerifyStatement<SubscriptionRequirement>;
  readonly api: Client;
  /** Part of the URL or description of each subscription of the test, and of no other. */
  readonly key: string;
  /** Ids of all subscriptions that the test created, to which this driver's are added. */
  readonly created: Set<SubscriptionId>;
}

/** Plays the model of webhook subscriptions against the target (clauses 4.6 and 6; shapes: gap G-13). */
export class SubscriptionDriver extends ModelDriver<SubscriptionRequirement> {
  readonly #options: SubscriptionDriverOptions;
  readonly #living = new Set<SubscriptionId>();
  readonly #secrets: string[] = [];
  #latest: Exchange | undefined;

  constructor(options: SubscriptionDriverOptions) {
    super(options.verify);
    this.#options = options;
  }

  async create({ url, events, description }: NewSubscription): Promise<SubscriptionResponse> {
    const body = { url, events: [...events], ...(description === undefined ? {} : { description }) };
    const exchange = await this.#options.api.createWebhook({ body });
    this.#latest = exchange;
    const subscriptions = subscriptionsIn(exchange);
    for (const { id } of subscriptions) {
      this.#options.created.add(id);
      this.#living.add(id);
    }
    const secret = member(exchange.json, 'client_secret');
    if (typeof secret === 'string') this.#secrets.push(secret);
    return { status: exchange.status, subscriptions, holdsSecret: giveASecret(exchange) === undefined };
  }

  /** Lists the subscriptions of the test: others may appear and disappear. */
  async list(): Promise<SubscriptionResponse> {
    const response = this.#response(await this.#options.api.listWebhooks());
    const isOwn = ({ id, fields }: ShownSubscription) =>
      this.#options.created.has(id) || JSON.stringify([...fields]).includes(this.#options.key);
    return { ...response, subscriptions: response.subscriptions.filter(isOwn) };
  }

  async get(id: SubscriptionId): Promise<SubscriptionResponse> {
    return this.#response(await this.#options.api.getWebhook({ path: { id: String(id) } }));
  }

  async update(id: SubscriptionId, { events, ...fields }: SubscriptionChange): Promise<SubscriptionResponse> {
    const body = { ...fields, ...(events === undefined ? {} : { events: [...events] }) };
    return this.#response(await this.#options.api.updateWebhook({ path: { id: String(id) }, body }));
  }

  async delete(id: SubscriptionId): Promise<SubscriptionResponse> {
    return this.#response(await this.#options.api.deleteWebhook({ path: { id: String(id) } }));
  }

  /** Deletes the subscriptions that were created. */
  async tidyUp(): Promise<void> {
    for (const id of this.#living) await this.#options.api.deleteWebhook({ path: { id: String(id) } });
  }

  /** States that a response is a success (clause 4.6), or the 404 for a deleted subscription (clause 7). */
  async judgeStatus(
    at: string,
    { status }: SubscriptionResponse,
    expected: 'success' | '404',
  ): Promise<void> {
    const actual = status >= 200 && status < 300 ? 'success' : String(status);
    const { operationId } = this.exchangeAbout();
    const wanted = expected === 'success' ? 200 : 404;
    const gaps = gapsOfStatus({ operationId, status, expected: [wanted] });
    await this.judge('WHK-02', { at: `response to ${at}`, expected: [expected], actual, gaps });
  }

  /** States that the response to a creation has the secret, and no other response that could have it (gap G-13). */
  async judgeSecret(
    at: string,
    { holdsSecret }: SubscriptionResponse,
    expected: 'a secret' | 'no secret',
  ): Promise<void> {
    if (holdsSecret === undefined) return;
    const actual = holdsSecret ? 'a secret' : 'no secret';
    await this.judge('WHK-05', { at: `response to ${at}`, expected: [expected], actual });
  }

  protected exchangeAbout(): Exchange {
    if (this.#latest === undefined) throw new Error('The model stated something before anything was sent.');
    return this.#latest;
  }

  #response(exchange: Exchange): SubscriptionResponse {
    this.#latest = exchange;
    const found = giveNoSecret(exchange, this.#secrets);
    const couldHold = found === undefined || !('inconclusive' in found);
    return {
      status: exchange.status,
      subscriptions: subscriptionsIn(exchange),
      ...(answersBare(exchange) && { isBare: true as const }),
      ...(couldHold ? { holdsSecret: found !== undefined } : {}),
    };
  }
}

/** The subscriptions that a success shows: one, or a list of them. */
function subscriptionsIn({ succeeded, json }: Exchange): ShownSubscription[] {
  if (!succeeded) return [];
  const shown: readonly unknown[] = Array.isArray(json) ? json : [json];
  return shown.flatMap((each) => {
    const id = member(each, 'id');
    if (typeof id !== 'string' && typeof id !== 'number') return [];
    return [{ id, fields: new Map(shownNames.map((name) => [name, member(each, name)])) }];
  });
}
