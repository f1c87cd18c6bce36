import { inBatches } from '../../contract/schemas/request-rules.js';
import type { Client } from '../../http/client.js';
import { TransportError } from '../../http/transports/transport.js';
import { Batches } from '../../operations/batches.js';
import { everyPage } from '../../operations/prerequisites/responses.js';
import { runningClock, type TargetClock } from '../../target/merchants/merchant.js';
import type { Settings } from '../../target/settings.js';
import { Blocked } from '../../verdicts/finding.js';
import { finalStatuses, isBatchResult } from '../../verdicts/oracles/batches/followed-batch.js';

/** Parallel reads. */
const atOnce = 8;
/** The longest pause between two checks, in seconds on the clock. */
const longestPause = 8;

/** A status update that may still take effect. */
export interface Unsettled {
  readonly styleKeys: readonly string[];
  /** For how many seconds of the clock. */
  readonly seconds: number;
  /** Its batch, whose end settles it. */
  readonly batch?: string | undefined;
}

/** Takes styles out of the catalogue, and checks until none of their products is in it or on its way there. */
export class StyleRemoval {
  readonly #api: Client;
  readonly #batches: Batches;
  readonly #clock: TargetClock;
  /** Seconds on the clock within which a batch must finish, and a product become active. */
  readonly #deadline: number;
  /** For each style, the statuses that were refused in its present state. */
  readonly #refused = new Map<string, { readonly state: string; readonly statuses: Set<string> }>();
  readonly #hidden = new Set<string>();

  /** @param clock by default that of the target, which can only be waited for */
  constructor(
    api: Client,
    { clockSpeed, batchDeadline }: Pick<Settings, 'clockSpeed' | 'batchDeadline'>,
    clock = runningClock(clockSpeed),
  ) {
    this.#api = api;
    this.#clock = clock;
    this.#deadline = batchDeadline;
    this.#batches = new Batches(api, clock, batchDeadline);
  }

  /** Number of styles that were visible at first and no longer are. */
  get hidden(): number {
    return this.#hidden.size;
  }

  /**
   * @param updates that may still take effect
   * @returns what is left once nothing has moved for the whole deadline, or nothing is left to try: products that are
   * still visible, and styles that could not be read
   */
  async remove(
    styleKeys: readonly string[],
    updates: readonly Unsettled[] = [],
  ): Promise<readonly LeftThing[]> {
    let looked = new Set(styleKeys);
    let unsettled = updates;
    let state = '';
    let [passed, moved, pause] = [0, 0, 1];
    for (;;) {
      for (const key of unsettled.flatMap((each) => each.styleKeys)) looked.add(key);
      unsettled = await this.#stillUnsettled(unsettled, passed);
      const open = await this.#visible(looked);
      const now = JSON.stringify([...open].toSorted());
      if (now !== state) [state, moved, pause] = [now, passed, 1];
      const steps = this.#steps(open);
      const isOver = steps.length === 0 || passed - moved >= this.#deadline;
      if (unsettled.length === 0 && isOver) {
        for (const key of open.keys()) this.#hidden.delete(key);
        return [...open].flatMap<LeftThing>(
          ([style_key, products]) => products?.filter(isVisible) ?? [{ style_key, status: 'not read' }],
        );
      }
      await this.#set(steps.filter(({ status }) => status !== 'wait'));
      await this.#clock.wait(pause);
      passed += pause;
      pause = Math.min(2 * pause, longestPause);
      looked = new Set(open.keys());
    }
  }

  /** The updates whose time isn't over, and whose batch hasn't ended. */
  async #stillUnsettled(updates: readonly Unsettled[], passed: number): Promise<readonly Unsettled[]> {
    const still = updates.map(async (update) => {
      if (passed >= update.seconds) return [];
      if (update.batch === undefined) return [update];
      const query = { batch_request_id: update.batch };
      const read = await unlessLost(this.#api.getStatusResults({ query }));
      if (read === undefined) return [update];
      // A batch that is not found is forgotten, and therefore over.
      return isBatchResult(read.json) && !finalStatuses.includes(read.json.status) ? [update] : [];
    });
    return (await Promise.all(still)).flat();
  }

  /** The products of the styles that have a visible one; undefined for a style that can't be read. */
  async #visible(styleKeys: Iterable<string>): Promise<Map<string, Products>> {
    const open = new Map<string, Products>();
    const rest = [...styleKeys];
    const read = async () => {
      for (let key = rest.pop(); key !== undefined; key = rest.pop()) {
        const pages = everyPage(this.#api, 'listProducts', { style_key: key }, 'style_key', 'status');
        const products = (await unlessLost(pages))?.entries.filter(({ style_key }) => style_key === key);
        if (products?.some(isVisible)) this.#hidden.add(key);
        if (products === undefined || products.some(isVisible)) open.set(key, products);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, read));
    return open;
  }

  #steps(open: ReadonlyMap<string, Products>): readonly Step<NonNullable<ReturnType<typeof nextStep>>>[] {
    return [...open].flatMap(([styleKey, products]) => {
      const refused = this.#refusedOf(styleKey, products ?? []);
      const statuses = products?.map(({ status }) => status);
      // Nobody knows whether anything is left to do with an unread style: it is read again until the deadline.
      const status = statuses === undefined ? 'wait' : nextStep(statuses, refused);
      return status === undefined ? [] : [{ styleKey, status, refused }];
    });
  }

  /** Refusals count as long as the style is in the same state. */
  #refusedOf(key: string, products: readonly ShownProduct[]): Set<string> {
    const state = JSON.stringify(products.map(({ sku, status }) => [sku, status]).toSorted());
    const known = this.#refused.get(key);
    if (known?.state === state) return known.statuses;
    const statuses = new Set<string>();
    this.#refused.set(key, { state, statuses });
    return statuses;
  }

  async #set(steps: readonly Step<string>[]): Promise<void> {
    for (const part of inBatches('updateProductStatus', steps)) {
      const items = part.map(({ styleKey, status }) => ({ style_key: styleKey, status: status as 'draft' }));
      const write = this.#api.updateProductStatus({ body: { items } });
      const update = await unlessLost(this.#batches.submitted(write));
      // The next look shows the effect of a lost update.
      if (update === undefined) continue;
      for (const [index, { status, refused }] of part.entries())
        if (update.batch?.items[index]?.success !== true) refused.add(status);
    }
  }
}

/** What to do about a style next, and the statuses that were refused in its present state. */
interface Step<Status> {
  readonly styleKey: string;
  readonly status: Status;
  readonly refused: Set<string>;
}

/** Undefined if a response is lost or can't be used: then nothing is known. */
export async function unlessLost<Value>(value: Promise<Value>): Promise<Value | undefined> {
  try {
    return await value;
  } catch (error) {
    if (error instanceof Blocked || error instanceof TransportError) return undefined;
    throw error;
  }
}

/** The products of a style; undefined if they could not be read. */
type Products = readonly ShownProduct[] | undefined;

/** A visible product, or a style whose products could not be read. */
type LeftThing = Omit<ShownProduct, 'sku'> & { readonly sku?: string };

interface ShownProduct {
  readonly sku: string;
  readonly style_key: string;
  readonly status: string;
}

/** Statuses of a product that is in the catalogue, or gets there without further action (clause 3.1, gap G-06). */
const visible = ['active', 'pending_active', 'pending_approval'];

/** Whether a product is in the catalogue, or on its way there. */
function isVisible({ status }: Pick<ShownProduct, 'status'>): boolean {
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
