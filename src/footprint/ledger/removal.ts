import { inBatches } from '../../contract/schemas/request-rules.js';
import { member } from '../../contract/values/path.js';
import type { Client } from '../../http/client.js';
import { Batches } from '../../operations/batches.js';
import { bodyOf, type EntryOf, everyPage } from '../../operations/prerequisites/responses.js';
import { runningClock, type TargetClock } from '../../target/merchants/merchant.js';
import type { Settings } from '../../target/settings.js';
import { finalStatuses, isBatchResult } from '../../verdicts/oracles/batches/followed-batch.js';
import type { EnteredThings, MerchantSetting, OpenUpdate, ResidualThing, Residue } from './ledger.js';
import { isOwnText } from './own-things.js';

/** The maximum number of pages of active products to search for things that the ledger doesn't name. */
const pagesLooked = 20;

/** The longest pause between two reads of the styles, in seconds on the clock. */
const longestPause = 8;

/** The seconds within which a batch must finish and a product must become active, and the speed of their clock. */
type Deadlines = Pick<Settings, 'batchDeadline' | 'clockSpeed'>;

/** The things that a run created with one key, and a client that sends the key and observes the rate limits. */
export interface Removable {
  readonly merchant: MerchantSetting;
  readonly things: EnteredThings;
  readonly api: Client;
}

/**
 * Removes what a run created: it takes products out of the catalogue, because the API can't delete them (clause 3.1),
 * and deletes subscriptions. It checks each thing until it is gone; otherwise, it names the thing. It never throws
 * because of the target's responses.
 * @param clock by default, the target's clock, which can only be waited for
 */
export async function removeRun(
  prefix: string,
  removable: readonly Removable[],
  settings: Deadlines,
  clock = runningClock(settings.clockSpeed),
): Promise<Residue> {
  const tally: Tally = { deleted: 0, hidden: 0, products: new Set(), left: new Map(), problems: [] };
  for (const each of removable) await removeWith(each, prefix, settings, clock, tally);
  const { deleted, hidden, products, left, problems } = tally;
  const problem = problems.join(' ') || undefined;
  return { prefix, products: products.size, deleted, hidden, left: [...left.values()], problem };
}

/** The outcome so far. Several keys of the same merchant show the same things. */
interface Tally {
  deleted: number;
  hidden: number;
  readonly products: Set<string>;
  readonly left: Map<string, ResidualThing>;
  /** A sentence for each thing that could not be checked. */
  readonly problems: string[];
}

/** The skus of the run's products. A product that no response confirms counts as created, unless the list lacks it. */
async function existing({ things, api }: Removable): Promise<readonly string[]> {
  const unsure = await Promise.all(
    [...things.unsure].map(async (sku) => {
      const response = await api.listProducts({ query: { sku } }).catch(() => undefined);
      const items = response?.succeeded ? member(response.json, 'items') : undefined;
      return Array.isArray(items) && items.length === 0 ? [] : [sku];
    }),
  );
  return [...things.made, ...unsure.flat()];
}

type ShownProduct = EntryOf<'listProducts', 'style_key' | 'status'>;

/** A style with a visible product, or one that could not be read. */
interface OpenStyle {
  readonly styleKey: string;
  /** Undefined if they could not be read. */
  readonly products: readonly ShownProduct[] | undefined;
  /**
   * The style with the statuses of its products: as long as these stay the same, the target keeps refusing what it
   * refused.
   */
  readonly state: string;
  /** What to do next about the style; undefined if nothing is left to try. */
  readonly step: ReturnType<typeof nextStep>;
}

/** Removes what a run created with one key. */
async function removeWith(
  removable: Removable,
  prefix: string,
  { batchDeadline, clockSpeed }: Deadlines,
  clock: TargetClock,
  tally: Tally,
): Promise<void> {
  const { merchant, things, api } = removable;
  const batches = new Batches(api, clock, batchDeadline);
  const began = Date.now();
  /** The status updates that the target refused, each preceded by the state of its style. */
  const refused = new Set<string>();
  const isOwn = (styleKey: string) => styleKey.toLowerCase().startsWith(prefix.toLowerCase());
  const leave = (what: ResidualThing['what'], name: string, status?: string) =>
    void tally.left.set(`${merchant} ${what} ${name}`, { merchant, what, name, status });

  /**
   * The updates whose deadline hasn't passed and whose batch hasn't ended.
   * @param passed seconds on the clock so far
   */
  async function stillOpen(updates: readonly OpenUpdate[], passed: number): Promise<readonly OpenUpdate[]> {
    const still = updates.map(async (update) => {
      if (passed + ((began - update.at) / 1000) * clockSpeed >= batchDeadline) return [];
      if (update.batch === undefined) return [update];
      const read = await unlessLost(api.getStatusResults({ query: { batch_request_id: update.batch } }));
      if (read === undefined) return [update];
      // A batch that is not found has been forgotten, so it is over.
      return isBatchResult(read.json) && !finalStatuses.includes(read.json.status) ? [update] : [];
    });
    return (await Promise.all(still)).flat();
  }

  /** The style, or nothing if it was read and none of its products is visible. */
  async function openStyle(styleKey: string): Promise<readonly OpenStyle[]> {
    const pages = everyPage(api, 'listProducts', { style_key: styleKey }, 'style_key', 'status');
    const products = (await unlessLost(pages))?.entries.filter(({ style_key }) => style_key === styleKey);
    if (products?.some(isVisible) === false) return [];
    const state = JSON.stringify([styleKey, products?.map(({ sku, status }) => [sku, status]).toSorted()]);
    const isRefused = (status: string) => refused.has(`${state} ${status}`);
    const statuses = products?.map(({ status }) => status);
    // It is unknown whether anything is left to do about an unread style, so it is read again until the deadline.
    const step = statuses === undefined ? 'wait' : nextStep(statuses, isRefused);
    return [{ styleKey, products, state, step }];
  }

  async function update(styles: readonly OpenStyle[]): Promise<void> {
    for (const part of inBatches('updateProductStatus', styles)) {
      const items = part.map(({ styleKey, step }) => ({ style_key: styleKey, status: step as 'draft' }));
      const sent = await unlessLost(batches.submitted(api.updateProductStatus({ body: { items } })));
      // The next read shows whether a lost update had an effect.
      if (sent === undefined) continue;
      for (const [index, { state, step }] of part.entries())
        if (sent.batch?.items[index]?.success !== true) refused.add(`${state} ${step}`);
    }
  }

  /**
   * Reads styles and updates them until nothing is left to do, or nothing has changed for as long as the deadline.
   * @returns the styles that are left, and the number of those that were visible and no longer are
   */
  async function hide(styleKeys: readonly string[], updates: readonly OpenUpdate[] = []) {
    let [looked, unsettled] = [new Set(styleKeys), updates];
    let [state, passed, moved, pause] = ['', 0, 0, 1];
    const seen = new Set<string>();
    for (;;) {
      for (const key of unsettled.flatMap((each) => each.styleKeys)) looked.add(key);
      unsettled = await stillOpen(unsettled, passed);
      const open = (await Promise.all([...looked].map(openStyle))).flat();
      for (const { styleKey, products } of open) if (products !== undefined) seen.add(styleKey);
      looked = new Set(open.map(({ styleKey }) => styleKey));
      const now = open.map((each) => each.state).join('\n');
      if (now !== state) [state, moved, pause] = [now, passed, 1];
      const isOver = open.every(({ step }) => step === undefined) || passed - moved >= batchDeadline;
      if (unsettled.length === 0 && isOver) {
        for (const { styleKey, products } of open)
          if (products === undefined) leave('style', styleKey, 'not read');
          else for (const { sku, status } of products.filter(isVisible)) leave('product', sku, status);
        return { looked: [...looked], hidden: [...seen].filter((key) => !looked.has(key)).length };
      }
      await update(open.filter(({ step }) => step !== undefined && step !== 'wait'));
      await clock.wait(pause);
      passed += pause;
      pause = Math.min(2 * pause, longestPause);
    }
  }

  /** Style keys of the active products; empty if the list is too long to search. */
  async function activeStyles(): Promise<readonly string[]> {
    const first = await api.listProducts({ query: { status: 'active', per_page: 1 } });
    if (bodyOf(first, 'pagination.pages').pagination.pages > pagesLooked * 100) return [];
    const { entries } = await everyPage(api, 'listProducts', { status: 'active' }, 'style_key');
    return [...new Set(entries.map(({ style_key }) => style_key))];
  }

  /** Ids of the listed subscriptions that the run is known to have created or that carry its prefix. */
  async function ownSubscriptions(): Promise<readonly string[]> {
    const listed = bodyOf(await api.listWebhooks(), '*.id');
    const isMarked = (text: unknown) => typeof text === 'string' && isOwnText(text, prefix);
    // The prefix may be in any field: until a target's file is learned, fields may have the target's own names.
    const own = listed.filter(
      (webhook) => things.subscriptionIds.has(String(webhook.id)) || Object.values(webhook).some(isMarked),
    );
    return own.map(({ id }) => String(id));
  }

  /**
   * Takes the run's styles out of the catalogue: those that a status update named, and those that turn out to be
   * active.
   * @returns how many
   */
  async function hideStyles(): Promise<number> {
    // Most keys in status updates are unused, and searching for each would use up whole windows of the rate limit.
    const made = new Set([...things.madeStyles].map(asRead));
    const isMade = (key: string) => isOwn(key) && made.has(asRead(key));
    const updates = things.openUpdates.map((each) => ({
      ...each,
      styleKeys: each.styleKeys.filter(isMade),
    }));
    const named = await hide([...things.updatedStyles].filter(isMade), updates);
    // Finds styles that the ledger doesn't name, and named ones that became active after they were checked.
    const active = (await unlessLost(activeStyles(), tally.problems)) ?? [];
    const found = await hide(active.filter((key) => isOwn(key) && !named.looked.includes(key)));
    return named.hidden + found.hidden;
  }

  /** Deletes the run's subscriptions; listing them again shows which are left. @returns how many are gone */
  async function deleteSubscriptions(): Promise<number> {
    const found = (await unlessLost(ownSubscriptions(), tally.problems)) ?? [];
    for (const id of found) await unlessLost(api.deleteWebhook({ path: { id } }));
    const listed = await unlessLost(ownSubscriptions(), tally.problems);
    for (const id of listed ?? new Set([...found, ...things.subscriptionIds]))
      leave('subscription', id, listed === undefined ? 'not read' : undefined);
    return found.filter((id) => listed?.includes(id) === false).length;
  }

  tally.hidden += await hideStyles();
  // By now, subscriptions that were still being created when the run ended exist.
  if (things.hasSubscriptions) tally.deleted += await deleteSubscriptions();
  for (const sku of await existing(removable)) tally.products.add(`${merchant} ${sku}`);
}

/** A key as read by a target that doesn't compare every character. */
function asRead(key: string): string {
  return key.trim().normalize('NFKC').toLowerCase();
}

/**
 * The result of an action; undefined if it fails, for example because a response is lost or unusable, so that nothing
 * is known.
 * @param problems receives a sentence with the reason
 */
async function unlessLost<Value>(action: Promise<Value>, problems: string[] = []) {
  try {
    return await action;
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    problems.push(`Not everything could be checked: ${reason.replace(/\.$/, '')}.`);
    return undefined;
  }
}

/** Statuses of a product that is in the catalogue, or will get there without further action (clause 3.1, gap G-06). */
const visible = ['active', 'pending_active', 'pending_approval'];

/** Whether a product is in the catalogue, or on its way there. */
function isVisible({ status }: { readonly status: string }): boolean {
  return visible.includes(status);
}

/**
 * The next step towards taking a style out of the catalogue: the status to set, or waiting until the style changes on
 * its own. An update applies to all products of a style and is refused if one of them doesn't allow it: a draft next to
 * an active product is published first, so that both can become inactive.
 * @param statuses the statuses of its products
 * @param isRefused whether a status was refused while the style was in its current state
 * @returns undefined if no product is visible, or nothing is left to try
 * @internal exported for the test that is its table of statuses
 */
export function nextStep(
  statuses: readonly string[],
  isRefused: (status: string) => boolean,
): 'draft' | 'inactive' | 'published' | 'wait' | undefined {
  const has = (status: string) => statuses.includes(status);
  if (!statuses.some((status) => isVisible({ status }))) return undefined;
  const isApproved = has('active') || has('pending_active') || has('inactive');
  // Before approval, a style is set back to draft; after approval, it is set to inactive (clause 3.1 rule 1).
  if (has('pending_approval') && !isApproved && !isRefused('draft')) return 'draft';
  if (has('pending_approval') || has('pending_active')) return 'wait';
  if (!isRefused('inactive')) return 'inactive';
  return isRefused('published') ? undefined : 'published';
}
