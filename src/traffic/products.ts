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
import { asShown, itemsOn, violationAt } from '../verdicts/oracles/violation.js';
import { forgetOldest, type OrderRule, precedes, type Record, type Times } from './order.js';
import type { RecordedExchange } from './recorded-exchange.js';

/** The number of products that are followed at the same time. */
const mostFollowed = 50_000;

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

/** The statuses of products follow the table of transitions (clause 3.1). */
export class ProductRule implements OrderRule {
  readonly requirements: readonly StatusRequirement[] = [
    ...(['STS-01', 'STS-03', 'STS-04', 'STS-05', 'STS-09', 'STS-11', 'STS-12'] as const),
    'BAT-18',
  ];
  /** By base, key and sku; and the skus of each style. */
  readonly #shown = new Map<string, Shown>();
  readonly #styles = new Map<string, Set<string>>();
  /** When each status update was sent whose result has not been read yet, by its id. */
  readonly #sent = new Map<string, number>();

  async see({ exchange, key, called, isTimed }: RecordedExchange, record: Record): Promise<void> {
    if (!exchange.succeeded || exchange.outsideContract || !isTimed) return;
    const owner = `${called.base} ${key} `;
    if (exchange.operationId === 'listProducts') await this.#list(exchange, owner, record);
    if (exchange.operationId === 'updateProductStatus') {
      this.#sent.set(owner + String(member(exchange.json, 'batchRequestId')), exchange.startedAt);
      forgetOldest(this.#sent, mostFollowed);
    }
    if (exchange.operationId === 'getStatusResults') await this.#updated(exchange, owner, record);
  }

  async #list(exchange: Exchange, owner: string, record: Record): Promise<void> {
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

  async #updated(exchange: Exchange, owner: string, record: Record): Promise<void> {
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
  about: { exchange: Exchange; index: number; sku: string; record: Record },
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
