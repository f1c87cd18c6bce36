import { isJsonObject } from '../contract/documents/document.js';
import { member } from '../contract/values/path.js';
import { inBody } from '../contract/values/place.js';
import type { Exchange, ExchangeRequest } from '../http/exchange.js';
import { contentOf } from '../http/transports/translated-transport.js';
import { show, showInItsList } from '../verdicts/oracles/lists/list.js';
import { beAnErrorWith, succeed } from '../verdicts/oracles/response.js';
import { asShown, type OracleResult, violationAt } from '../verdicts/oracles/violation.js';
import { deliver, giveASecret, giveNoSecret } from '../verdicts/oracles/webhook.js';
import {
  follows,
  forgetOldest,
  type OrderRule,
  type PutOnRecord,
  precedes,
  unlessOthersDid,
} from './order.js';
import { jsonSentIn, type RecordedExchange } from './recorded-exchange.js';

/** The number of subscriptions that are followed at the same time. */
const mostFollowed = 200;
/** The number of secrets that are looked for in a response. */
const mostSecrets = 10;

/** A subscription that the recording shows from its creation on. */
interface Followed {
  readonly id: unknown;
  readonly created: Exchange;
  readonly secret: string;
  /** Every event and URL that it had: a delivery may be repeated long after the event. */
  readonly events: Set<unknown>;
  readonly urls: Set<unknown>;
  /** The last response that showed it. */
  last?: Exchange;
  deleted?: Exchange;
}

/** Subscriptions from their creation to their removal, and what is delivered to them (clause 6). */
export class WebhookRule implements OrderRule {
  readonly requirements = ['WHK-02', 'WHK-04', 'WHK-05'] as const;
  readonly #followed = new Map<string, Followed>();

  async see(recorded: RecordedExchange, record: PutOnRecord): Promise<void> {
    const { exchange, complete, key, called } = recorded;
    if (exchange.outsideContract || exchange.credential !== 'valid' || exchange.status === 429) return;
    const about = { exchange, trail: [] };
    const { operationId, succeeded } = exchange;
    if (operationId === 'createWebhook' || operationId === 'updateWebhook') {
      const sent = jsonSentIn(exchange.request);
      if (succeeded && isJsonObject(sent)) {
        // Whether a new subscription can be disabled is open.
        const own = operationId === 'createWebhook' ? fields.filter((name) => name !== 'enabled') : fields;
        const wanted = Object.entries(sent).filter(([name]) => own.includes(name));
        await record('WHK-02', about, show(exchange, Object.fromEntries(wanted)));
      }
    }
    if (operationId === 'createWebhook' && succeeded) {
      await record('WHK-05', about, giveASecret(complete));
      await record('WHK-02', about, this.#another(recorded));
      this.#create(recorded);
      return;
    }
    if (!['listWebhooks', 'getWebhook', 'updateWebhook', 'deleteWebhook'].includes(operationId)) return;
    const owner = `${called.base} ${key} `;
    if (succeeded) await record('WHK-05', about, giveNoSecret(complete, this.#secretsOf(owner)));
    if (operationId === 'listWebhooks' && succeeded) await this.#listed(exchange, owner, record);
    const id = /^\/api\/v1\/webhooks\/([^/]+)$/.exec(called.path)?.[1];
    const followed = id === undefined ? undefined : this.#followed.get(owner + id);
    if (followed === undefined) return;
    const { deleted } = followed;
    // A body with a mistake may be refused first.
    const isInvalid = operationId === 'updateWebhook' && exchange.status === 400;
    if (deleted !== undefined && precedes(deleted, exchange) && !isInvalid)
      await record('WHK-02', { exchange, trail: [deleted.line] }, beAnErrorWith(exchange, 404));
    // Only somebody else could have removed it.
    else if (
      deleted === undefined &&
      exchange.status === 404 &&
      followed.last !== undefined &&
      follows(exchange, followed.last)
    )
      await record('WHK-02', { exchange, trail: [followed.last.line] }, unlessOthersDid(succeed(exchange)));
    if (!succeeded) return;
    await judgeRest(followed, exchange, record);
    this.#note(followed, exchange);
    if (operationId === 'deleteWebhook') followed.deleted ??= exchange;
  }

  /** Judges a request to another address: if that is the URL of a subscription, it delivers an event. */
  async seeDelivery(
    { method, url, headers, body = Buffer.alloc(0) }: ExchangeRequest,
    record: PutOnRecord,
  ): Promise<boolean> {
    if (method !== 'POST') return false;
    const those = [...this.#followed.values()].filter(({ urls }) => urls.has(url));
    const content = contentOf({ body });
    const followed = those.find(({ id }) => id === member(content, 'subscription_id')) ?? those[0];
    if (followed === undefined) return false;
    const { id: subscription, created, secret, events } = followed;
    const told = member(content, 'event');
    const event = String(events.has(told) ? told : [...events][0]);
    const delivered = deliver([{ method, headers, body }], { event, subscription, secret });
    await record('WHK-04', { exchange: created, trail: [] }, delivered);
    return true;
  }

  /** The secrets of an owner's latest subscriptions. */
  #secretsOf(owner: string): readonly string[] {
    const own = [...this.#followed].filter(([name]) => name.startsWith(owner));
    return own.slice(-mostSecrets).map(([, { secret }]) => secret);
  }

  /** A list has each subscription that was there just before, as it was. */
  async #listed(exchange: Exchange, owner: string, record: PutOnRecord): Promise<void> {
    for (const [name, { id, last, deleted }] of this.#followed) {
      if (!name.startsWith(owner) || deleted !== undefined || last === undefined) continue;
      if (!follows(exchange, last)) continue;
      const has = showInItsList(exchange, { ...shownIn(last), id });
      await record('WHK-02', { exchange, trail: [last.line] }, unlessOthersDid(has));
    }
  }

  /** The id of a new subscription is not that of another one. */
  #another({ exchange, key, called }: RecordedExchange): OracleResult {
    const id = member(exchange.json, 'id');
    const other = this.#followed.get(`${called.base} ${key} ${encodeURIComponent(String(id))}`);
    if (other === undefined || other.deleted !== undefined) return undefined;
    return unlessOthersDid(violationAt(inBody('id'), 'an id that no other subscription has', asShown(id)));
  }

  #create({ exchange, complete, key, called }: RecordedExchange): void {
    const [id, secret] = ['id', 'client_secret'].map((name) => member(complete.json, name));
    if (typeof secret !== 'string') return;
    const followed = { id, created: exchange, secret, events: new Set(), urls: new Set(), last: exchange };
    this.#followed.set(`${called.base} ${key} ${encodeURIComponent(String(id))}`, followed);
    forgetOldest(this.#followed, mostFollowed);
    this.#note(followed, exchange);
  }

  /** Notes the events and the URL that a request sets. */
  #note({ events, urls }: Followed, { request }: Exchange): void {
    const sent = jsonSentIn(request);
    const [named, url] = ['events', 'url'].map((name) => member(sent, name));
    if (Array.isArray(named)) for (const each of named) events.add(each);
    if (url !== undefined) urls.add(url);
  }
}

/** The fields that a request doesn't name are as they were, unless somebody else changed them just then. */
async function judgeRest(followed: Followed, exchange: Exchange, record: PutOnRecord): Promise<void> {
  const { last } = followed;
  if (!isJsonObject(exchange.json)) return;
  followed.last = exchange;
  if (last === undefined || !follows(exchange, last)) return;
  const sent = jsonSentIn(exchange.request);
  const kept = Object.entries(shownIn(last)).filter(([name]) => member(sent, name) === undefined);
  const asBefore = Object.fromEntries(kept);
  await record('WHK-02', { exchange, trail: [last.line] }, unlessOthersDid(show(exchange, asBefore)));
}

/** What a response shows of a subscription. */
function shownIn({ json }: Exchange): { readonly [name: string]: unknown } {
  const shown = fields.map((name) => [name, member(json, name)] as const);
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined));
}

/** The fields that a client writes, and reads back (gap G-13). */
const fields = ['url', 'events', 'description', 'enabled'];
