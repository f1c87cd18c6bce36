import fc from 'fast-check';
import { gapsOfStatus } from '../contract/unspecified.js';
import { member } from '../contract/values/path.js';
import type { Client } from '../http/client.js';
import type { Exchange } from '../http/exchange.js';
import { answersBare } from '../verdicts/oracles/response.js';
import { giveASecret, giveNoSecret } from '../verdicts/oracles/webhook.js';
import { command, commandList, type ModelCommand, type ModelDriver } from './model-driver.js';

/** The body of a creation (gap G-13). */
interface NewSubscription {
  readonly url: string;
  readonly events: readonly string[];
  readonly description?: string;
}

/** The body of an update. */
interface SubscriptionChange extends Partial<NewSubscription> {
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

interface SubscriptionState {
  /** Counted from 1, in the order of creation. */
  readonly number: number;
  /** Absent if the response to its creation shows no new id. */
  readonly id?: SubscriptionId | undefined;
  /** In words: the last written values, or the first shown ones of fields that were never written. */
  readonly fields: Map<(typeof shownNames)[number], string>;
  isDeleted: boolean;
}

/** The gaps that say where a response shows a subscription, and in which fields. */
const gaps = ['G-13'];

/** The number of characters of a value for which a line has room. */
const longestShown = 60;

interface SubscriptionModelOptions {
  readonly api: Client;
  /** Part of the URL or description of each subscription of the test, and of no other. */
  readonly key: string;
  /** Ids of all subscriptions that the test created, to which the model's are added. */
  readonly created: Set<SubscriptionId>;
}

/** All subscriptions of a model, including deleted ones (clauses 4.6 and 6; shapes: gap G-13). */
export class SubscriptionModel {
  readonly api: Client;
  readonly subscriptions: SubscriptionState[] = [];
  readonly #options: SubscriptionModelOptions;
  /** Ids of subscriptions that don't concern the model. */
  readonly #others: readonly SubscriptionId[];
  readonly #secrets: string[] = [];

  /** @param listed the subscriptions that there were before */
  constructor(options: SubscriptionModelOptions, listed: Exchange) {
    this.api = options.api;
    this.#options = options;
    // A subscription that the test itself created and deleted does not belong to others: if it is still listed, the
    // model must notice.
    this.#others = subscriptionsIn(listed).flatMap(({ id }) => (options.created.has(id) ? [] : [id]));
  }

  /** The subscriptions that are not deleted. */
  get living(): readonly SubscriptionState[] {
    return this.subscriptions.filter(({ isDeleted }) => !isDeleted);
  }

  /** Adds the subscription that a creation made, unless its response shows no new id. */
  add(creation: Exchange, written: NewSubscription): SubscriptionState {
    const [shown] = subscriptionsIn(creation);
    const isNew = this.subscriptions.every(({ id }) => id !== shown?.id) && !this.#isOthers(shown);
    const id = isNew ? shown?.id : undefined;
    const subscription = { number: this.subscriptions.length + 1, id, fields: new Map(), isDeleted: false };
    this.write(subscription, written);
    if (id !== undefined) {
      this.subscriptions.push(subscription);
      this.#options.created.add(id);
    }
    const secret = member(creation.json, 'client_secret');
    if (typeof secret === 'string') this.#secrets.push(secret);
    return subscription;
  }

  /** Records fields that were written. */
  write({ fields }: SubscriptionState, change: SubscriptionChange): void {
    for (const name of fieldNames)
      if (change[name] !== undefined) fields.set(name, valueInWords(change[name]));
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

  /** Notes what a request did. */
  note(target: ModelDriver, did: string, response: Exchange): void {
    const shown = this.#shownIn(response).map((each) => this.#nameOf(each));
    const told = shown.length === 0 ? response.status : `${response.status} with ${shown.join(' and ')}`;
    target.note({ did: `${did}: ${told}`, model: `${this}` });
  }

  /**
   * Notes what a request did, and states its status and what its response shows.
   * @param expected the subscriptions that it shows, and no others; undefined if it may show any
   * @param isCreation whether it has the new secret; otherwise, it has none (gap G-13)
   */
  async judge(
    target: ModelDriver,
    did: string,
    response: Exchange,
    expected: readonly SubscriptionState[] | undefined,
    status: 'success' | '404' = 'success',
    isCreation = false,
  ): Promise<void> {
    this.note(target, did, response);
    await target.judge('WHK-02', response, {
      at: `response to ${did}`,
      expected: [status],
      actual: response.succeeded ? 'success' : String(response.status),
      gaps: gapsOfStatus({
        ...{ operationId: response.operationId, status: response.status },
        expected: [status === 'success' ? 200 : 404],
      }),
    });
    if (expected !== undefined && !answersBare(response))
      await this.#compare(target, did, response, expected);
    const secret = isCreation ? giveASecret(response) : giveNoSecret(response, this.#secrets);
    await target.judgeResult('WHK-05', response, secret);
  }

  /** States that a response shows these subscriptions, each once and as it was last written, and no others. */
  async #compare(
    target: ModelDriver,
    did: string,
    response: Exchange,
    expected: readonly SubscriptionState[],
  ): Promise<void> {
    const shown = this.#shownIn(response);
    const inOrder = (names: readonly string[]) => names.toSorted().join(' and ') || 'none';
    await target.judge('WHK-02', response, {
      at: `subscriptions in the response to ${did}`,
      expected: [inOrder(expected.map(({ number }) => `subscription ${number}`))],
      actual: inOrder(shown.map((each) => this.#nameOf(each))),
      gaps,
    });
    for (const { number, id, fields } of expected)
      for (const name of shownNames) {
        const value = shown.find((each) => each.id === id)?.fields.get(name);
        if (name === 'created_at' && value === undefined) continue;
        const [written, actual] = [fields.get(name), valueInWords(value)];
        // A field that was never written keeps the value that it shows first.
        if (written === undefined) fields.set(name, actual);
        else {
          const at = `${name} of subscription ${number}`;
          await target.judge('WHK-02', response, { at, expected: [written], actual, gaps });
        }
      }
  }

  /** Deletes the subscriptions that are left. */
  async tidyUp(): Promise<void> {
    for (const { id } of this.living) await this.api.deleteWebhook({ path: { id: String(id) } });
  }

  /** The subscriptions of the test that a response shows: in a list, others may appear and disappear. */
  #shownIn(response: Exchange): ShownSubscription[] {
    const { created, key } = this.#options;
    const isOwn = ({ id, fields }: ShownSubscription) =>
      created.has(id) || JSON.stringify([...fields]).includes(key);
    const shown = subscriptionsIn(response);
    return Array.isArray(response.json)
      ? shown.filter((each) => isOwn(each) && !this.#isOthers(each))
      : shown;
  }

  #isOthers(shown: ShownSubscription | undefined): boolean {
    return shown !== undefined && this.#others.includes(shown.id);
  }

  /** The name of a shown subscription: `subscription 2`, or its id if the model doesn't know it. */
  #nameOf({ id }: ShownSubscription): string {
    const found = this.subscriptions.find((each) => each.id === id);
    if (found === undefined) return `a subscription with the unknown id ${id}`;
    return `${found.isDeleted ? 'deleted ' : ''}subscription ${found.number}`;
  }
}

/** A field's value in words; the order of events doesn't count. */
function valueInWords(value: unknown): string {
  if (value === undefined) return 'none';
  return JSON.stringify(Array.isArray(value) ? value.map(String).sort() : value);
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

type Command = ModelCommand<SubscriptionModel>;

/**
 * Creates a subscription, which gets a new id and a secret (clause 4.6, gap G-13). The description doesn't say whether
 * a URL may have a second one.
 */
function create(written: NewSubscription): Command {
  const did = `create ${bodyInWords(written)}`;
  return command(did, async (model, target) => {
    const isTaken = model.living.some(({ fields }) => fields.get('url') === valueInWords(written.url));
    const response = await model.api.createWebhook({ body: { ...written, events: [...written.events] } });
    if (isTaken && response.status === 400) return model.note(target, `${did}, whose URL has one`, response);
    const created = model.add(response, written);
    await model.judge(target, did, response, [created], 'success', true);
  });
}

/** Lists the subscriptions: those that are not deleted, each once, as they were last written (clause 4.6). */
export const listAll: Command = command('list', async (model, target) => {
  await model.judge(target, 'list', await model.api.listWebhooks(), model.living);
});

/**
 * Reads, updates or deletes one subscription, or finds it deleted (clauses 4.6, 7; gap G-13). An update changes the
 * given fields and leaves the others.
 */
function use(number: number, how: 'get' | 'delete' | SubscriptionChange): Command {
  const name = `subscription ${number}`;
  const did = typeof how === 'string' ? `${how} ${name}` : `update ${name} with ${bodyInWords(how)}`;
  const send = ({ api }: SubscriptionModel, path: { readonly id: string }) => {
    if (typeof how === 'string')
      return how === 'get' ? api.getWebhook({ path }) : api.deleteWebhook({ path });
    const { events, ...fields } = how;
    return api.updateWebhook({ path, body: { ...fields, ...(events && { events: [...events] }) } });
  };
  return command(
    did,
    async (model, target) => {
      const subscription = model.subscriptions[number - 1];
      if (subscription === undefined) return;
      const { id, isDeleted } = subscription;
      const response: Exchange = await send(model, { id: String(id) });
      if (how === 'delete') subscription.isDeleted = true;
      else if (how !== 'get' && !isDeleted) model.write(subscription, how);
      const shows = subscription.isDeleted ? undefined : [subscription];
      await model.judge(target, did, response, shows, isDeleted ? '404' : 'success');
    },
    (model) => model.subscriptions[number - 1] !== undefined,
  );
}

/**
 * Each command, so that none depends on what is drawn: another subscription with the same URL is created, changed and
 * deleted; then the fields of the first one change one by one, away from their first values and back and away again, and
 * it is deleted; and both are created again, and one of them once more.
 * @param first all the fields of the first one
 * @param last the values to which its fields change
 */
export function everyCommand(
  first: Required<NewSubscription>,
  last: Required<NewSubscription>,
): readonly Command[] {
  const changes = [
    { enabled: false },
    { url: last.url },
    { events: last.events },
    { description: last.description },
    { url: `${last.url}-moved-again`, description: first.description },
    { enabled: true },
    { events: first.events },
    { events: last.events },
    { enabled: false },
    { description: last.description },
    { ...last, enabled: true },
  ];
  const readAll = [use(1, 'get'), listAll];
  return [
    listAll,
    create(first),
    create({ url: first.url, events: last.events }),
    ...readAll,
    use(2, { enabled: false }),
    ...readAll,
    use(2, 'delete'),
    ...readAll,
    ...changes.flatMap((change) => [use(1, change), ...readAll]),
    use(1, 'delete'),
    listAll,
    ...(['get', { enabled: true }, 'delete'] as const).map((how) => use(1, how)),
    create(first),
    create({ url: first.url, events: last.events }),
    listAll,
    use(3, 'delete'),
    create(first),
    use(4, 'get'),
    listAll,
  ];
}

/** The written fields, as a command shows them: `{url "https://a.example"; enabled true}`. */
function bodyInWords(change: SubscriptionChange): string {
  const fields = Object.entries(change).filter(([, value]) => value !== undefined);
  const shown = fields.map(([name, value]) => {
    const values = Array.isArray(value) ? value : [value];
    return `${name} ${values.map((each) => JSON.stringify(each)).join(' ')}`;
  });
  // A bare comma separates commands.
  return `{${shown.join('; ').replaceAll(',', '\\u002c')}}`;
}

/**
 * Lists of commands for the model of webhook subscriptions (clauses 4.6, 6).
 * @param drawn subscriptions that the target accepts: known events, and URLs that it allows
 */
export function subscriptionCommands(drawn: fc.Arbitrary<Required<NewSubscription>>, maxCommands: number) {
  const url = drawn.map((each) => each.url);
  const events = drawn.map((each) => each.events);
  const description = drawn.map((each) => each.description);
  // Commands name the first few subscriptions; the others are only listed.
  const number = fc.integer({ min: 1, max: 3 });
  const creation = fc.record({ url, events, description }, { requiredKeys: ['url', 'events'] });
  const change = fc
    .record({ url, events, description, enabled: fc.boolean() }, { requiredKeys: [] })
    .filter((fields) => Object.keys(fields).length > 0);
  return commandList<SubscriptionModel>(
    [
      [4, creation.map(create)],
      [4, fc.tuple(number, change).map((drawn) => use(...drawn))],
      [3, number.map((of) => use(of, 'get'))],
      [2, fc.constant(listAll)],
      [2, number.map((of) => use(of, 'delete'))],
    ],
    maxCommands,
  );
}
