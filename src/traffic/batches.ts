import { batchWrites, operation } from '../contract/operations.js';
import type { RequirementId } from '../contract/requirements/requirement-ids.generated.js';
import { member } from '../contract/values/path.js';
import { type Exchange, jsonIn } from '../http/exchange.js';
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
import { type FollowedBatch, followedBatch } from '../verdicts/oracles/batches/followed-batch.js';
import { beAnErrorWith } from '../verdicts/oracles/response.js';
import { entriesOf, type OracleResult } from '../verdicts/oracles/violation.js';
import type { Recorder, Witness } from '../verdicts/recording/recorder.js';
import type { SecretsOfRecording } from './allow-list.js';
import { forgetOldest, mostElapsed, precedes } from './order.js';
import type { RecordedExchange } from './recorded-exchange.js';

/** The requirements that the recording of a batch can verify or show to be violated. */
export const requirementsOfBatches: readonly RequirementId[] = [
  ...(['BAT-01', 'BAT-02', 'BAT-04', 'BAT-05', 'BAT-06', 'BAT-07'] as const),
  ...(['BAT-08', 'BAT-09', 'BAT-10', 'BAT-14', 'BAT-16'] as const),
];

/** Seconds after which a service may have forgotten a result. */
const kept = 10 * 60;

/** A batch that the recording shows from its acknowledgement on. */
interface Followed {
  readonly write: Exchange;
  /** What was submitted; empty once the result has been compared with it. */
  items: readonly unknown[];
  /** The last read that had ended before the next one began. */
  last?: Exchange;
}

/** A judgement about a requirement, with the exchange that shows it. */
type Judgement = readonly [id: RequirementId, about: Witness, result: OracleResult];

const resultsOperations = batchWrites.map(({ resultsOperation = '' }): string => resultsOperation);

/** The batches that are being followed, by service, key and id. */
type AllFollowed = Map<string, Followed>;

/**
 * Follows batches, by their id, from their acknowledgement to their final result (clauses 1, 2.1 and 3.2).
 * @returns a function that takes each exchange and its place in the file
 */
export function batchJudge(recorder: Recorder, secrets: SecretsOfRecording) {
  const all: AllFollowed = new Map();
  return async (recorded: RecordedExchange, place: string): Promise<void> => {
    const { operationId, outsideContract, bodyLeftOut } = recorded.exchange;
    if (outsideContract || bodyLeftOut) return;
    const isWrite = operation(operationId).resultsOperation !== undefined;
    for (const [id, about, result] of isWrite ? ofWrite(recorded, all) : ofRead(recorded, all, secrets)) {
      const trail = about.trail.map((step) => secrets.redact(String(step)));
      await recorder.verify(id, { ...about, trail: [...trail, place] }, { result });
    }
  };
}

function* ofWrite(recorded: RecordedExchange, all: AllFollowed): Iterable<Judgement> {
  const { exchange, key } = recorded;
  if (!exchange.succeeded) return;
  yield ['BAT-01', { exchange, trail: [] }, acknowledgeABatch(exchange)];
  const id = member(exchange.json, 'batchRequestId');
  if (typeof id !== 'string' || key === undefined) return;
  const items = entriesOf(member(jsonIn(exchange.request.body), 'items'));
  all.set(nameOf(recorded, id), { write: exchange, items });
  forgetOldest(all);
}

function* ofRead(
  recorded: RecordedExchange,
  all: AllFollowed,
  secrets: SecretsOfRecording,
): Iterable<Judgement> {
  const { exchange, key, isTimed } = recorded;
  const { operationId, status } = exchange;
  const [id, ...more] = exchange.query.getAll('batch_request_id');
  if (!resultsOperations.includes(operationId) || id === undefined || more.length > 0) return;
  const followed = key === undefined ? undefined : all.get(nameOf(recorded, id));
  secrets.judging(exchange, followed?.write, followed?.last);
  const about = { exchange, trail: [] };
  if (status === 200) {
    yield ['BAT-04', about, tellKnownStatuses([exchange])];
    yield ['BAT-08', about, carryTheId({ polls: [exchange] }, id)];
  }
  if (followed === undefined || ![200, 404].includes(status)) return;
  const { write } = followed;
  const isOther = operation(write.operationId).resultsOperation !== operationId;
  if (isOther) yield ['BAT-14', { ...about, write }, beAnErrorWith(exchange, 404)];
  else if (status === 200) yield* ofResult(followed, exchange, id);
  if (isTimed && !isOther) yield* ofChange(followed, exchange, id);
}

/** Ids are the same in upper and lower case. A different merchant may see something else. */
function nameOf({ base, key }: RecordedExchange, id: string): string {
  return `${base} ${key} ${id.toLowerCase()}`;
}

/** The first final result has an entry for each submitted item. */
function* ofResult(followed: Followed, exchange: Exchange, id: string): Iterable<Judgement> {
  const { write, items } = followed;
  const result = followedIn(write, id, [exchange]);
  if (!result.finished || items.length === 0) return;
  followed.items = [];
  const about = { exchange, write, trail: result.trail };
  yield ['BAT-05', about, haveFinished(result)];
  yield ['BAT-09', about, holdAnEntryForEach(result.items, items)];
  yield ['BAT-10', about, echoUnchanged(result.items, items)];
  yield ['BAT-16', about, beInOrderOf(result.items, items)];
}

/** A result stays readable, its status never goes backwards, and once it is final, it never changes. */
function* ofChange(followed: Followed, exchange: Exchange, id: string): Iterable<Judgement> {
  const { last, write } = followed;
  if (last !== undefined && !precedes(last, exchange)) return;
  followed.last = exchange;
  const isGone = exchange.status === 404;
  const reads = followedIn(write, id, last === undefined ? [exchange] : [last, exchange]);
  const about = { exchange, write, trail: reads.trail };
  // At first, a result may not exist yet; after a while, it may have been forgotten.
  if (!isGone || (last?.status === 200 && mostElapsed(write, exchange) < kept))
    yield ['BAT-02', about, beReadableThroughout(reads)];
  if (isGone || last?.status !== 200) return;
  yield ['BAT-07', about, neverGoBackwards(reads.statuses)];
  const before = followedIn(write, id, [last]);
  if (before.finished) yield ['BAT-06', about, haveNotChangedSince(exchange, before)];
}

function followedIn(write: Exchange, batchRequestId: string, reads: readonly Exchange[]): FollowedBatch {
  const { startedAt = 0 } = reads[0] ?? {};
  const timed = reads.map((exchange) => ({
    exchange,
    seconds: Math.round((exchange.startedAt - startedAt) / 1000),
  }));
  return followedBatch({ batchRequestId, exchange: write }, timed);
}
