import { batchWrites, operation } from '../contract/operations.js';
import { schemaViolations } from '../contract/schemas/schema-violation.js';
import { member } from '../contract/values/path.js';
import { inBody } from '../contract/values/place.js';
import type { Exchange } from '../http/exchange.js';
import {
  acknowledgeABatch,
  beReadableThroughout,
  carryTheId,
  haveFinished,
  haveNotChangedSince,
  neverGoBackwards,
  tellKnownStatuses,
} from '../verdicts/oracles/batches/batch.js';
import { beInOrderOf, echoUnchanged, holdAnEntryForEach } from '../verdicts/oracles/batches/batch-entries.js';
import {
  BatchJournal,
  type FollowedBatch,
  finalStatuses,
} from '../verdicts/oracles/batches/followed-batch.js';
import { beAnErrorWith } from '../verdicts/oracles/response.js';
import { canonicalText, entriesOf, violationAt } from '../verdicts/oracles/violation.js';
import type { Witness } from '../verdicts/recording/recorder.js';
import { elapsed, forgetOldest, type OrderRule, type PutOnRecord, precedes } from './order.js';
import { jsonSentIn, type RecordedExchange } from './recorded-exchange.js';

/** The number of batches that are followed at the same time. */
const mostFollowed = 500;
/** Seconds after which a service may have forgotten a result. */
const kept = 10 * 60;

/** The requirement that refuses an item, by the mistake in it. */
const refusing: readonly (readonly [
  id: 'PRD-12' | 'PRD-13' | 'STS-06' | 'STS-10',
  to: string,
  keyword: string,
  path: RegExp,
])[] = [
  ['PRD-12', 'upsertProducts', 'type', /./],
  ['PRD-13', 'upsertProducts', 'maxLength', /^style_key$/],
  ['PRD-13', 'updateProductStatus', 'maxLength', /^style_key$/],
  ['STS-06', 'updateProductStatus', 'enum', /^status$/],
  ['STS-10', 'updateProductStatus', 'required', /^(?:style_key|status)$/],
];

/** What of an item must be refused: each mistake with the requirement that says so. */
function mistakesIn({ operationId }: Exchange, item: unknown) {
  const { itemSchemaPointer = '' } = operation(operationId);
  const own = refusing.filter(([, to]) => to === operationId);
  if (own.length === 0) return [];
  return schemaViolations(itemSchemaPointer, item).flatMap((violation) =>
    own
      .filter(([, , keyword, path]) => violation.keyword === keyword && path.test(violation.path))
      .map(([id]) => ({ id, ...violation })),
  );
}

/** A batch that the recording shows from its acknowledgement on. */
interface Followed {
  readonly write: Exchange;
  readonly key: number | undefined;
  /** Until it has finished. */
  items: readonly unknown[];
  /** The last read that had ended before the next began. */
  last?: Exchange;
  hasFinished: boolean;
  /** Whether another batch had not finished when it was submitted. */
  readonly isParallel: boolean;
}

const results = new Set(batchWrites.map(({ resultsOperation = '' }) => resultsOperation));

/** Batches from their acknowledgement to their final result (clauses 1, 2.1 and 3.2). */
export class BatchRule implements OrderRule {
  readonly requirements = [
    ...(['BAT-01', 'BAT-02', 'BAT-04', 'BAT-05', 'BAT-06', 'BAT-07', 'BAT-08'] as const),
    ...(['BAT-09', 'BAT-10', 'BAT-14', 'BAT-15', 'BAT-16'] as const),
    ...(['PRD-12', 'PRD-13', 'STS-06', 'STS-10'] as const),
  ];
  readonly #followed = new Map<string, Followed>();

  async see({ exchange, key, called, isTimed }: RecordedExchange, record: PutOnRecord): Promise<void> {
    if (exchange.outsideContract) return;
    const { resultsOperation } = operation(exchange.operationId);
    if (resultsOperation !== undefined && exchange.succeeded) {
      await record('BAT-01', { exchange, trail: [] }, acknowledgeABatch(exchange));
      const id = member(exchange.json, 'batchRequestId');
      if (typeof id !== 'string' || !isTimed) return;
      const items = entriesOf(member(jsonSentIn(exchange.request), 'items'));
      const isParallel = [...this.#followed.values()].some((each) => !each.hasFinished);
      const followed = { write: exchange, key, items, hasFinished: false, isParallel };
      this.#followed.set(nameOf(called.base, id), followed);
      forgetOldest(this.#followed, mostFollowed);
      return;
    }
    if (exchange.status === 400) await judgeRefusal(exchange, record);
    const [id, ...more] = exchange.query.getAll('batch_request_id');
    if (!results.has(exchange.operationId) || id === undefined || more.length > 0) return;
    const followed = this.#followed.get(nameOf(called.base, id));
    const isRead = exchange.status === 200;
    if (isRead) await judgeRead(followedIn(exchange, id, [exchange]), id, record);
    // What another merchant sees of it is a different matter, and without a key it may be another one.
    if (followed === undefined || key === undefined || followed.key !== key || !isTimed) return;
    if (operation(followed.write.operationId).resultsOperation !== exchange.operationId) {
      if (isRead || exchange.status === 404)
        await record('BAT-14', witness(exchange, followed), beAnErrorWith(exchange, 404));
      return;
    }
    await judgeInOrder(followed, exchange, id, record);
  }
}

async function judgeRead(read: FollowedBatch, id: string, record: PutOnRecord): Promise<void> {
  const about = { exchange: read.exchange, trail: [] };
  await record('BAT-04', about, tellKnownStatuses(read.polls));
  await record('BAT-08', about, carryTheId(read, id));
}

async function judgeInOrder(
  followed: Followed,
  exchange: Exchange,
  id: string,
  record: PutOnRecord,
): Promise<void> {
  const { last, write, items } = followed;
  if (exchange.status !== 200 && exchange.status !== 404) return;
  if (last !== undefined && !precedes(last, exchange)) return;
  const reads = followedIn(write, id, [...(last === undefined ? [] : [last]), exchange]);
  const about = { ...witness(exchange, followed), trail: reads.trail };
  followed.last = exchange;
  const isGone = exchange.status === 404;
  // A result may not be there yet; after a while it may have been forgotten.
  if (!isGone || (last?.status === 200 && elapsed(write, exchange).to < kept))
    await record('BAT-02', about, beReadableThroughout(reads));
  if (isGone || last?.status === 404) {
    if (isGone) return;
  } else if (last !== undefined) {
    await record('BAT-07', about, neverGoBackwards(reads.statuses));
    const before = followedIn(write, id, [last]);
    if (before.finished) await record('BAT-06', about, haveNotChangedSince(exchange, before));
  }
  if (followed.hasFinished || !finalStatuses.includes(reads.status) || !reads.finished) return;
  followed.hasFinished = true;
  await record('BAT-05', about, haveFinished(reads));
  if (items.length === 0) return;
  await record('BAT-09', about, holdAnEntryForEach(reads.items, items));
  await record('BAT-10', about, echoUnchanged(reads.items, items));
  if (followed.isParallel) await record('BAT-15', about, echoUnchanged(reads.items, items));
  await record('BAT-16', about, beInOrderOf(reads.items, items));
  await judgeItems(followed, reads, about, record);
  followed.items = [];
}

/** A request with items of which each mistake is refused by the same requirement was refused for that. */
async function judgeRefusal(exchange: Exchange, record: PutOnRecord): Promise<void> {
  const items = entriesOf(member(jsonSentIn(exchange.request), 'items'));
  const ids = new Set(items.flatMap((item) => mistakesIn(exchange, item).map(({ id }) => id)));
  const [id] = ids;
  if (id !== undefined && ids.size === 1)
    await record(id, { exchange, trail: [] }, beAnErrorWith(exchange, 400));
}

/** No item with a mistake succeeds. */
async function judgeItems(
  { write, items }: Followed,
  reads: FollowedBatch,
  about: Witness,
  record: PutOnRecord,
): Promise<void> {
  for (const [index, entry] of reads.items.entries()) {
    const item = items[index];
    if (canonicalText(member(entry, 'requestItem')) !== canonicalText(item)) continue;
    for (const { id, path, expected, received, gaps } of mistakesIn(write, item)) {
      const at = inBody(`items[${index}].success`);
      const wanted = `success false: ${path} must be ${expected}`;
      const wrong = violationAt(at, wanted, `success true with ${received}`, gaps);
      await record(id, about, member(entry, 'success') === true ? wrong : undefined);
    }
  }
}

/** Ids are the same in upper and lower case. */
function nameOf(base: string, id: string): string {
  return `${base} ${id.toLowerCase()}`;
}

function witness(exchange: Exchange, { write }: Followed) {
  return { exchange, trail: [], write };
}

function followedIn(write: Exchange, batchRequestId: string, reads: readonly Exchange[]): FollowedBatch {
  const journal = new BatchJournal({ batchRequestId, exchange: write });
  const [first] = reads;
  for (const each of reads) journal.add(Math.round((each.startedAt - (first?.startedAt ?? 0)) / 1000), each);
  return journal.followed;
}
