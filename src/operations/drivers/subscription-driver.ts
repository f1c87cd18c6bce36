import type { Client } from '../../http/client.js';
import type { Exchange } from '../../http/exchange.js';
import { answersBare } from '../../verdicts/oracles/answer.js';
import { giveASecret, giveNoSecret } from '../../verdicts/oracles/webhook.js';
import type {
  NewSubscription,
  ShownSubscription,
  SubscriptionAnswer,
  SubscriptionChange,
  SubscriptionRequirement,
  SubscriptionTarget,
} from '../models/webhook-subscriptions/subscription-model.js';
import { VerifyingJudge, type VerifyStatement } from './order-driver.js';

type Webhooks = Pick<
  Client,
  'createWebhook' | 'listWebhooks' | 'getWebhook' | 'updateWebhook' | 'deleteWebhook'
>;

interface SubscriptionDriverOptions {
  readonly verify: VerifyStatement<SubscriptionRequirement>;
  readonly api: Webhooks;
  /** Stands in the URL or description of each subscription of the test, and of no other. */
  readonly key: string;
  /** Ids of all subscriptions that the test created, to which this one's are added. */
  readonly created?: Set<string | number>;
}

/** Plays the model of webhook subscriptions against the target (clauses 4.6 and 6; shapes: gap G-13). */
export class SubscriptionDriver
  extends VerifyingJudge<SubscriptionRequirement>
  implements SubscriptionTarget
{
  readonly #api: Webhooks;
  readonly #key: string;
  readonly #created: Set<string | number>;
  readonly #living = new Set<string | number>();
  readonly #secrets: string[] = [];
  #latest: Exchange | undefined;

  constructor({ verify, api, key, created = new Set() }: SubscriptionDriverOptions) {
    super(verify);
    this.#created = created;
    this.#api = api;
    this.#key = key;
  }

  async create({ url, events, description }: NewSubscription): Promise<SubscriptionAnswer> {
    const body = { url, events: [...events], ...(description === undefined ? {} : { description }) };
    const exchange = await this.#api.createWebhook({ body });
    this.#latest = exchange;
    const subscriptions = subscriptionsIn(exchange);
    for (const { id } of subscriptions) {
      this.#created.add(id);
      this.#living.add(id);
    }
    const secret = member(exchange.json, 'client_secret');
    if (typeof secret === 'string') this.#secrets.push(secret);
    return { status: exchange.status, subscriptions, holdsSecret: giveASecret(exchange) === undefined };
  }

  /** Others than the test's own may come and go beside them: they are left out. */
  async list(): Promise<SubscriptionAnswer> {
    const answer = this.#answer(await this.#api.listWebhooks());
    return { ...answer, subscriptions: answer.subscriptions.filter((each) => this.#isOwn(each)) };
  }

  async get(id: string | number): Promise<SubscriptionAnswer> {
    return this.#answer(await this.#api.getWebhook({ path: { id: String(id) } }));
  }

  async update(id: string | number, { events, ...fields }: SubscriptionChange): Promise<SubscriptionAnswer> {
    const body = { ...fields, ...(events === undefined ? {} : { events: [...events] }) };
    return this.#answer(await this.#api.updateWebhook({ path: { id: String(id) }, body }));
  }

  async delete(id: string | number): Promise<SubscriptionAnswer> {
    return this.#answer(await this.#api.deleteWebhook({ path: { id: String(id) } }));
  }

  /** Deletes what was created and is not deleted yet. */
  async tidyUp(): Promise<void> {
    for (const id of this.#living) await this.#api.deleteWebhook({ path: { id: String(id) } });
  }

  protected exchangeAbout(): Exchange {
    if (this.#latest === undefined) throw new Error('The model stated something before anything was sent.');
    return this.#latest;
  }

  #answer(exchange: Exchange): SubscriptionAnswer {
    this.#latest = exchange;
    const found = giveNoSecret(exchange, this.#secrets);
    const couldHold = found === undefined || !('unseen' in found);
    return {
      status: exchange.status,
      subscriptions: subscriptionsIn(exchange),
      ...(answersBare(exchange) && { isBare: true as const }),
      ...(couldHold ? { holdsSecret: found !== undefined } : {}),
    };
  }

  #isOwn({ id, fields }: ShownSubscription): boolean {
    return this.#created.has(id) || JSON.stringify(fields).includes(this.#key);
  }
}

/** What a success shows: one subscription, or a list of them. */
function subscriptionsIn({ succeeded, json }: Exchange): ShownSubscription[] {
  if (!succeeded) return [];
  const shown: readonly unknown[] = Array.isArray(json) ? json : [json];
  return shown.flatMap((each) => {
    const id = member(each, 'id');
    if (typeof id !== 'string' && typeof id !== 'number') return [];
    const [url, events, description, enabled] = ['url', 'events', 'description', 'enabled'].map((name) =>
      member(each, name),
    );
    return [{ id, fields: { url, events, description, enabled } }];
  });
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
