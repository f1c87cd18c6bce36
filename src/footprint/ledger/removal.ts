import { member } from '../../contract/values/path.js';
import type { Client } from '../../http/client.js';
import { Batches } from '../../operations/batches.js';
import { bodyOf, everyPage } from '../../operations/prerequisites/responses.js';
import { lessAndLessOften, looks, runningClock, type TargetClock } from '../../target/merchants/merchant.js';
import type { Settings } from '../../target/settings.js';
import { isBatchResult } from '../../verdicts/oracles/batches/followed-batch.js';
import { keyOfRun } from './entry.js';
import type { EnteredRun, EnteredThings, MerchantSetting, ResidualThing, Residue } from './ledger.js';
import { isOwnText } from './own-things.js';
import { StyleRemoval, unlessLost } from './style-removal.js';

/** The maximum number of pages of active products to search for things that the ledger doesn't name. */
const pagesLooked = 20;

/** The maximum number of products to look up because nothing shows whether they were created. */
const mostLookups = 300;

/** Makes a client that sends a key. */
export type ClientOf = (key: string) => Client;

interface Removed {
  deleted: number;
  hidden: number;
  left: ResidualThing[];
  problems: string[];
}

/**
 * Removes what a run created: it deletes subscriptions and takes products out of the catalogue, because the API can't
 * delete them (clause 3.1). Then it checks the result once more. It never throws because of the target's responses.
 * @param clientOf makes clients that observe the rate limits
 */
export async function removeRun(run: EnteredRun, settings: Settings, clientOf: ClientOf): Promise<Residue> {
  const removed: Removed = { deleted: 0, hidden: 0, left: [], problems: [] };
  const products = new Set<string>();
  for (const [name, things] of run.merchants) {
    const merchant = name === 'TARGET_OTHER_API_KEY' ? name : 'TARGET_API_KEY';
    const count = (skus: Iterable<string>) => {
      for (const sku of skus) products.add(`${merchant} ${sku}`);
    };
    const key = keyOfRun(name, run.lines, settings);
    if (key === undefined) {
      removed.problems.push(`${name} is no longer set, and things of its merchant may be left.`);
      count([...things.made, ...things.unsure]);
      continue;
    }
    const api = clientOf(key);
    await new MerchantRemoval(run.prefix, merchant, settings, api).remove(things, removed);
    count(await existing(things, api));
  }
  const { problems, ...rest } = removed;
  // Several keys of one merchant show the same things.
  const left = [...new Map(rest.left.map((thing) => [JSON.stringify(thing), thing])).values()];
  const problem = problems.join(' ') || undefined;
  return { prefix: run.prefix, ...rest, left, products: products.size, withheld: run.withheld, problem };
}

/** The skus of the run's products. A product that no response confirms counts unless the list lacks it. */
async function existing({ made, unsure: all }: EnteredThings, api: Client): Promise<readonly string[]> {
  const unsure = [...all];
  // After a kill, there may be more than are worth a request each.
  const looked = await Promise.all(
    unsure.slice(0, mostLookups).map(async (sku) => {
      const response = await api.listProducts({ query: { sku } }).catch(() => undefined);
      const items = response?.succeeded ? member(response.json, 'items') : undefined;
      return Array.isArray(items) && items.length === 0 ? [] : [sku];
    }),
  );
  return [...made, ...looked.flat(), ...unsure.slice(mostLookups)];
}

class MerchantRemoval {
  readonly #prefix: string;
  readonly #merchant: MerchantSetting;
  readonly #settings: Settings;
  readonly #api: Client;
  readonly #clock: TargetClock;
  readonly #batches: Batches;

  constructor(prefix: string, merchant: MerchantSetting, settings: Settings, api: Client) {
    this.#prefix = prefix;
    this.#merchant = merchant;
    this.#settings = settings;
    this.#api = api;
    this.#clock = runningClock(settings.clockSpeed);
    this.#batches = new Batches(api, this.#clock, settings.batchDeadline);
  }

  /** Tries each step, even if others fail. @param removed collects the outcome */
  async remove(things: EnteredThings, removed: Removed): Promise<void> {
    const attempt = async <Value>(action: Promise<Value>): Promise<Value | undefined> => {
      try {
        return await action;
      } catch (error) {
        removed.problems.push(`Not everything could be checked: ${reasonIn(error)}.`);
        return undefined;
      }
    };
    const subscriptions = new Set(things.hasSubscriptions ? await attempt(this.#deleteListed(things)) : []);
    await attempt(this.#settle(things));
    await this.#hideStyles(things, removed, () => attempt(this.#activeOnes()));
    if (!things.hasSubscriptions) return;
    // Subscriptions that were on their way when the run ended have arrived by now.
    for (const id of (await attempt(this.#deleteListed(things))) ?? []) subscriptions.add(id);
    const listed = await attempt(this.#subscriptions(things));
    for (const id of listed ?? new Set([...subscriptions, ...things.subscriptionIds])) {
      subscriptions.delete(id);
      removed.left.push(this.#thing('subscription', id, listed === undefined ? 'not read' : undefined));
    }
    removed.deleted += subscriptions.size;
  }

  async #hideStyles(
    things: EnteredThings,
    removed: Removed,
    activeOnes: () => Promise<readonly string[] | undefined>,
  ): Promise<void> {
    const isOwn = (key: string) => key.toLowerCase().startsWith(this.#prefix.toLowerCase());
    // Most keys in status updates are unused: searching for each would use up whole windows of the rate limit.
    const made = new Set([...things.madeStyles].map(asRead));
    const updated = new Set(things.updates.flatMap(({ styleKeys }) => styleKeys));
    const styleKeys = [...updated].filter((key) => isOwn(key) && made.has(asRead(key)));
    const { clockSpeed, batchDeadline: deadline } = this.#settings;
    const styles = new StyleRemoval({ api: this.#api, batches: this.#batches, clock: this.#clock, deadline });
    const unanswered = things.updates.filter(({ isAnswered }) => !isAnswered);
    const sentAt = Math.max(0, ...unanswered.map(({ at }) => at));
    const unsettled = {
      styleKeys: unanswered.flatMap((each) => each.styleKeys).filter(isOwn),
      seconds: sentAt === 0 ? 0 : deadline - ((Date.now() - sentAt) / 1000) * clockSpeed,
    };
    const left = [...(await styles.remove(styleKeys, unsettled))];
    // Finds styles that the ledger doesn't name, and named ones that became active after they were checked.
    const tried = new Set(left.map(({ style_key }) => style_key));
    const others = (await activeOnes())?.filter((key) => isOwn(key) && !tried.has(key)) ?? [];
    if (others.length > 0) left.push(...(await styles.remove(others, { styleKeys: [], seconds: 0 })));
    removed.hidden += styles.hidden;
    for (const { sku, style_key, status } of left)
      removed.left.push(this.#thing(sku === undefined ? 'style' : 'product', sku ?? style_key, status));
  }

  /** Waits for the status updates that were not followed to their end. */
  async #settle({ updates }: EnteredThings): Promise<void> {
    let open = updates.flatMap(({ batch }) => batch ?? []);
    for await (const _ of looks(this.#clock, [0, ...lessAndLessOften(this.#settings.batchDeadline)])) {
      const running = open.map(async (batch_request_id) => {
        const read = await unlessLost(this.#api.getStatusResults({ query: { batch_request_id } }));
        const json = read?.json;
        // A batch that is not found is forgotten, and therefore over.
        return isBatchResult(json) && !['completed', 'failed'].includes(json.status)
          ? [batch_request_id]
          : [];
      });
      open = (await Promise.all(running)).flat();
      if (open.length === 0) return;
    }
  }

  /** Style keys of the active products; empty if the list is too long to search. */
  async #activeOnes(): Promise<readonly string[]> {
    const query = { status: 'active', per_page: 1 };
    const { pagination } = bodyOf(await this.#api.listProducts({ query }), 'pagination.pages');
    if (pagination.pages > pagesLooked * 100) return [];
    const { entries } = await everyPage(this.#api, 'listProducts', { status: 'active' }, 'style_key');
    return [...new Set(entries.map(({ style_key }) => style_key))];
  }

  /** Deletes the run's subscriptions that are listed; the next list shows which of them are left. */
  async #deleteListed(things: EnteredThings): Promise<readonly string[]> {
    const listed = await this.#subscriptions(things);
    for (const id of listed) await unlessLost(this.#api.deleteWebhook({ path: { id } }));
    return listed;
  }

  /** Ids of the listed subscriptions that have a known id or carry the run's prefix. */
  async #subscriptions({ subscriptionIds }: EnteredThings): Promise<readonly string[]> {
    const listed = bodyOf(await this.#api.listWebhooks(), '*.id');
    const isOwn = (webhook: (typeof listed)[number]) =>
      subscriptionIds.has(String(webhook.id)) ||
      ['url', 'description'].some((field) => {
        const text: unknown = Reflect.get(webhook, field);
        return typeof text === 'string' && isOwnText(text, this.#prefix);
      });
    return listed.filter(isOwn).map(({ id }) => String(id));
  }

  #thing(what: ResidualThing['what'], name: string, status?: string): ResidualThing {
    return { merchant: this.#merchant, what, name, status };
  }
}

/** A key as a target that doesn't compare every character may read it. */
function asRead(key: string): string {
  return key.trim().normalize('NFKC').toLowerCase();
}

function reasonIn(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.replace(/\.$/, '');
}
