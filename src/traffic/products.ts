import { isJsonObject } from '../contract/documents/document.js';
import { documentedPart } from '../contract/schemas/documented-fields.js';
import { member } from '../contract/values/path.js';
import { inBody } from '../contract/values/place.js';
import type { Exchange } from '../http/exchange.js';
import {
  afterTime,
  afterUpdate,
  gapsOf,
  isRequestedStatus,
  requirementOf,
  type Status,
  type StatusRequirement,
  type StatusUpdate,
  statuses,
  transitionBetween,
} from '../models/status-table.js';
import { giveBack, showOnce } from '../verdicts/oracles/products/product.js';
import { asShown, entriesOf, itemsOn, violationAt } from '../verdicts/oracles/violation.js';
import {
  follows,
  forgetOldest,
  type OrderRule,
  type PutOnRecord,
  precedes,
  type Times,
  unlessOthersDid,
} from './order.js';
import { jsonSentIn, type RecordedExchange } from './recorded-exchange.js';

/** The number of products that are followed at the same time. */
const mostFollowed = 10_000;

/** The number of products of which the recording knows what a write made of them. */
const mostMade = 300;

/** The writes that change the fields of a product. */
const writes: readonly string[] = ['upsertProducts', 'updateProductStock', 'updateProductPrices'];

/** What a write made of a product, as its result says. */
interface Made {
  readonly id: 'PRD-15' | 'STK-01';
  readonly item: object;
  readonly result: Exchange;
}

/** A product as a list showed it. */
interface Shown extends Times {
  readonly status: Status;
  /** The status updates of its style since then that the recording shows to the end. */
  readonly updates: readonly StatusUpdate[];
}

const requests = ['published', 'inactive', 'draft'] as const;

/**
 * Every status in which a product may be later, whoever updates it: others may do so without being recorded, so that
 * only a status to which nothing leads is a violation.
 */
function everAfter(from: Status): readonly Status[] {
  let reached: readonly Status[] = [from];
  for (;;) {
    const updated = requests.flatMap((value) => afterUpdate(reached, value, 'success'));
    const next = afterTime([...new Set([...reached, ...updated])], true);
    if (next.length === reached.length) return next;
    reached = next;
  }
}

const ever = new Map(statuses.map((status) => [status, everAfter(status)]));

/** The statuses of products follow the table of transitions (clause 3.1), and what is written can be read. */
export class ProductRule implements OrderRule {
  readonly requirements: readonly (StatusRequirement | 'PRD-01' | 'PRD-15' | 'STK-01')[] = [
    ...(['STS-01', 'STS-03', 'STS-04', 'STS-05', 'STS-09', 'STS-11', 'STS-12'] as const),
    ...(['BAT-18', 'PRD-01', 'PRD-15', 'STK-01'] as const),
  ];
  /** By base, key and sku; and the skus of each style. */
  readonly #shown = new Map<string, Shown>();
  readonly #styles = new Map<string, Set<string>>();
  /** When each status update was sent whose result has not been read yet, by its id. */
  readonly #sent = new Map<string, number>();

  /** The last write of each sku that the recording shows, by its batch; and what it made of the product, once it did. */
  readonly #written = new Map<string, unknown>();
  readonly #made = new Map<string, Made>();
  /** The products that certainly exist: none is ever removed. */
  readonly #known = new Set<string>();

  async see({ exchange, key, called, isTimed }: RecordedExchange, record: PutOnRecord): Promise<void> {
    // Without a key, several merchants may be meant.
    if (!exchange.succeeded || exchange.outsideContract || !isTimed || key === undefined) return;
    const owner = `${called.base} ${key} `;
    if (exchange.operationId === 'listProducts') {
      await this.#readBack(exchange, owner, record);
      await this.#list(exchange, owner, record);
    }
    if (exchange.operationId === 'updateProductStatus') {
      this.#sent.set(owner + String(member(exchange.json, 'batchRequestId')), exchange.startedAt);
      forgetOldest(this.#sent, mostFollowed);
    }
    if (writes.includes(exchange.operationId))
      for (const item of entriesOf(member(jsonSentIn(exchange.request), 'items'))) {
        const name = `${owner}${member(item, 'sku')}`;
        this.#written.set(name, member(exchange.json, 'batchRequestId'));
        this.#made.delete(name);
      }
    forgetOldest(this.#written, mostMade);
    if (exchange.operationId === 'getProductResults') this.#make(exchange, owner, 'PRD-15');
    if (exchange.operationId === 'getStockResults') this.#make(exchange, owner, 'STK-01');
    if (exchange.operationId === 'getStatusResults') await this.#updated(exchange, owner, record);
  }

  /** Notes what a result says that it made of products. */
  #make(result: Exchange, owner: string, id: Made['id']): void {
    for (const entry of itemsOn(result)) {
      const item = member(entry, 'requestItem');
      const sku = member(item, 'sku');
      if (member(entry, 'success') !== true || typeof sku !== 'string' || !isJsonObject(item)) continue;
      if (this.#known.size < mostFollowed) this.#known.add(owner + sku);
      const isLast = this.#written.get(owner + sku) === member(result.json, 'batchRequestId');
      const [documented] = itemsOn({ json: documentedPart('listProducts', { items: [item] }) });
      if (isLast && item.valid_at === undefined && isJsonObject(documented))
        this.#made.set(owner + sku, { id, item: documented, result });
      else this.#made.delete(owner + sku);
    }
    forgetOldest(this.#made, mostMade);
  }

  /** A product is listed under its sku, and just after a write with what was written. */
  async #readBack(exchange: Exchange, owner: string, record: PutOnRecord): Promise<void> {
    const rows = itemsOn(exchange);
    const { sku, page = '1', ...others } = Object.fromEntries(exchange.query);
    const isAlone = page === '1' && Object.keys(others).every((each) => each === 'per_page');
    if (sku !== undefined && isAlone && this.#known.has(owner + sku))
      await record('PRD-01', { exchange, trail: [] }, showOnce(rows, sku));
    const isWhole =
      sku === undefined && isAlone && Number(member(member(exchange.json, 'pagination'), 'pages')) <= 1;
    for (const [name, { result }] of isWhole ? this.#made : [])
      if (name.startsWith(owner) && precedes(result, exchange))
        await record('PRD-01', { exchange, trail: [result.line] }, showOnce(rows, name.slice(owner.length)));
    for (const row of rows) {
      const name = `${owner}${member(row, 'sku')}`;
      const made = this.#made.get(name);
      if (made === undefined || !follows(exchange, made.result)) continue;
      this.#made.delete(name);
      const asSent = giveBack([row], made.item);
      await record(made.id, { exchange, trail: [made.result.line] }, unlessOthersDid(asSent));
    }
  }

  async #list(exchange: Exchange, owner: string, record: PutOnRecord): Promise<void> {
    const rows = itemsOn(exchange);
    for (const [index, row] of rows.entries()) {
      const [sku, style] = [member(row, 'sku'), member(row, 'style_key')];
      const status = statuses.find((each) => each === member(row, 'status'));
      if (typeof sku !== 'string' || status === undefined) continue;
      const before = this.#shown.get(owner + sku);
      if (before !== undefined && !precedes(before, exchange)) continue;
      if (before !== undefined) await judgeChange(before, status, { exchange, index, sku, record });
      const { startedAt, milliseconds } = exchange;
      this.#shown.delete(owner + sku);
      this.#shown.set(owner + sku, { status, startedAt, milliseconds, updates: [] });
      if (typeof style !== 'string') continue;
      const skus = this.#styles.get(owner + style) ?? new Set();
      this.#styles.set(owner + style, skus.add(sku));
    }
    forgetOldest(this.#shown, mostFollowed);
    forgetOldest(this.#styles, mostFollowed);
  }

  async #updated(exchange: Exchange, owner: string, record: PutOnRecord): Promise<void> {
    const isOver = ['completed', 'failed'].includes(String(member(exchange.json, 'status')));
    const id = owner + String(member(exchange.json, 'batchRequestId'));
    const startedAt = this.#sent.get(id);
    if (!isOver || startedAt === undefined) return;
    // The result may be read again.
    this.#sent.delete(id);
    for (const [index, entry] of itemsOn(exchange).entries()) {
      const [style, value] = ['style_key', 'status'].map((name) =>
        member(member(entry, 'requestItem'), name),
      );
      if (typeof style !== 'string' || typeof value !== 'string' || !isRequestedStatus(value)) continue;
      const outcome = member(entry, 'success') === true ? 'success' : 'failed';
      for (const sku of this.#styles.get(owner + style) ?? []) {
        const before = this.#shown.get(owner + sku);
        if (before === undefined || !precedes(before, { startedAt })) continue;
        const possible = ever.get(before.status) ?? [];
        if (outcome === 'success' && afterUpdate(possible, value, outcome).length === 0) {
          const at = inBody(`items[${index}].success`);
          const wrong = violationAt(at, 'success false', 'success true', gapsOf(before.status));
          const trail = [`${sku} was ${before.status}`];
          await record(requirementOf(possible, value), { exchange, trail }, wrong);
        }
        this.#shown.set(owner + sku, { ...before, updates: [...before.updates, { value, outcome }] });
      }
    }
  }
}

async function judgeChange(
  { status: from, updates }: Shown,
  to: Status,
  about: { exchange: Exchange; index: number; sku: string; record: PutOnRecord },
): Promise<void> {
  const { exchange, index, sku, record } = about;
  const trail = [`${sku} was ${from}`, ...updates.map((each) => `update to ${each.value}: ${each.outcome}`)];
  const possible = ever.get(from) ?? [];
  if (!possible.includes(to)) {
    const expected = possible.map(asShown);
    const violation = violationAt(inBody(`items[${index}].status`), expected, asShown(to), gapsOf(from, to));
    await record('STS-12', { exchange, trail }, violation);
    return;
  }
  const [update, ...more] = updates;
  if (update === undefined || more.length > 0) return;
  const transition = transitionBetween(from, to, update, true);
  if (transition?.by !== 'updateProductStatus') return;
  await record(requirementOf([from], update.value), { exchange, trail }, undefined);
  await record('STS-12', { exchange, trail }, undefined);
}
