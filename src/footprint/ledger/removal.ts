import { member } from '../../contract/values/path.js';
import type { Client } from '../../http/client.js';
import { bodyOf, everyPage } from '../../operations/prerequisites/responses.js';
import type { Settings } from '../../target/settings.js';
import type { KeyName } from './entry.js';
import type { EnteredRun, EnteredThings, MerchantSetting, ResidualThing, Residue } from './ledger.js';
import { isOwnText } from './own-things.js';
import { StyleRemoval, type Unsettled, unlessLost } from './style-removal.js';

/** The maximum number of pages of active products to search for things that the ledger doesn't name. */
const pagesLooked = 20;

/** The maximum number of products to look up because nothing shows whether they were created. */
const mostLookups = 300;

/**
 * Removes what a run created: it takes products out of the catalogue, because the API can't delete them (clause 3.1), and
 * deletes subscriptions. Then it checks the result once more. It never throws because of the target's responses.
 * @param clients that observe the rate limits, by the keys with which the run created things
 */
export async function removeRun(
  { run: { prefix }, merchants, withheld }: EnteredRun,
  settings: Settings,
  clients: ReadonlyMap<KeyName, Client>,
): Promise<Residue> {
  const products = new Set<string>();
  const removals: KeyRemoval[] = [];
  for (const [name, api] of clients) {
    const things = merchants.get(name);
    if (things === undefined) continue;
    const merchant = name === 'TARGET_OTHER_API_KEY' ? name : 'TARGET_API_KEY';
    const removal = new KeyRemoval({ prefix, merchant, settings, api, things });
    await removal.remove();
    removals.push(removal);
    for (const sku of await existing(things, api)) products.add(`${merchant} ${sku}`);
  }
  const sum = (of: 'deleted' | 'hidden') => removals.reduce((total, each) => total + each[of], 0);
  // Several keys of one merchant show the same things.
  const left = new Map(removals.flatMap((each) => each.left).map((thing) => [JSON.stringify(thing), thing]));
  return {
    ...{ prefix, withheld, products: products.size, deleted: sum('deleted'), hidden: sum('hidden') },
    left: [...left.values()],
    problem: removals.flatMap(({ problems }) => problems).join(' ') || undefined,
  };
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

interface KeyRemovalOptions {
  readonly prefix: string;
  readonly merchant: MerchantSetting;
  readonly settings: Settings;
  readonly api: Client;
  readonly things: EnteredThings;
}

/** Removes what a run created with one key. */
class KeyRemoval {
  readonly #options: KeyRemovalOptions;
  deleted = 0;
  hidden = 0;
  readonly left: ResidualThing[] = [];
  readonly problems: string[] = [];

  constructor(options: KeyRemovalOptions) {
    this.#options = options;
  }

  /** Tries each step, even if others fail. */
  async remove(): Promise<void> {
    await this.#hideStyles();
    // After that, subscriptions that were on their way when the run ended have arrived.
    if (this.#options.things.hasSubscriptions) await this.#deleteSubscriptions();
  }

  async #hideStyles(): Promise<void> {
    const { api, settings, things } = this.#options;
    const { clockSpeed, batchDeadline: deadline } = settings;
    const styles = new StyleRemoval(api, settings);
    // Most keys in status updates are unused: searching for each would use up whole windows of the rate limit.
    const made = new Set([...things.madeStyles].map(asRead));
    const isMade = (key: string) => this.#isOwn(key) && made.has(asRead(key));
    const named = new Set(things.updates.flatMap(({ styleKeys }) => styleKeys.filter(isMade)));
    const unsettled = things.updates.flatMap(({ styleKeys, isAnswered, batch, at }): Unsettled[] => {
      if (isAnswered && batch === undefined) return [];
      const age = isAnswered ? 0 : ((Date.now() - at) / 1000) * clockSpeed;
      return [{ styleKeys: styleKeys.filter(isMade), batch, seconds: deadline - age }];
    });
    const left = [...(await styles.remove([...named], unsettled))];
    // Finds styles that the ledger doesn't name, and named ones that became active after they were checked.
    const tried = new Set(left.map(({ style_key }) => style_key));
    const active = await this.#attempt(this.#activeOnes());
    const others = active?.filter((key) => this.#isOwn(key) && !tried.has(key)) ?? [];
    if (others.length > 0) left.push(...(await styles.remove(others)));
    this.hidden = styles.hidden;
    for (const { sku, style_key, status } of left)
      this.#leave(sku === undefined ? 'style' : 'product', sku ?? style_key, status);
  }

  /** Style keys of the active products; empty if the list is too long to search. */
  async #activeOnes(): Promise<readonly string[]> {
    const { api } = this.#options;
    const query = { status: 'active', per_page: 1 };
    const { pagination } = bodyOf(await api.listProducts({ query }), 'pagination.pages');
    if (pagination.pages > pagesLooked * 100) return [];
    const { entries } = await everyPage(api, 'listProducts', { status: 'active' }, 'style_key');
    return [...new Set(entries.map(({ style_key }) => style_key))];
  }

  /** Deletes the run's subscriptions; a second list shows which of them are left. */
  async #deleteSubscriptions(): Promise<void> {
    const { api, things } = this.#options;
    const found = (await this.#attempt(this.#ownSubscriptions())) ?? [];
    for (const id of found) await unlessLost(api.deleteWebhook({ path: { id } }));
    const listed = await this.#attempt(this.#ownSubscriptions());
    for (const id of listed ?? new Set([...found, ...things.subscriptionIds]))
      this.#leave('subscription', id, listed === undefined ? 'not read' : undefined);
    this.deleted = found.filter((id) => listed?.includes(id) === false).length;
  }

  /** Ids of the listed subscriptions that have a known id or carry the run's prefix. */
  async #ownSubscriptions(): Promise<readonly string[]> {
    const { api, prefix, things } = this.#options;
    const listed = bodyOf(await api.listWebhooks(), '*.id');
    const isOwn = (webhook: (typeof listed)[number]) =>
      things.subscriptionIds.has(String(webhook.id)) ||
      [member(webhook, 'url'), member(webhook, 'description')].some(
        (text) => typeof text === 'string' && isOwnText(text, prefix),
      );
    return listed.filter(isOwn).map(({ id }) => String(id));
  }

  readonly #isOwn = (key: string): boolean =>
    key.toLowerCase().startsWith(this.#options.prefix.toLowerCase());

  async #attempt<Value>(action: Promise<Value>): Promise<Value | undefined> {
    try {
      return await action;
    } catch (error) {
      const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
      this.problems.push(`Not everything could be checked: ${reason.replace(/\.$/, '')}.`);
      return undefined;
    }
  }

  #leave(what: ResidualThing['what'], name: string, status?: string): void {
    this.left.push({ merchant: this.#options.merchant, what, name, status });
  }
}

/** A key as a target that doesn't compare every character may read it. */
function asRead(key: string): string {
  return key.trim().normalize('NFKC').toLowerCase();
}
