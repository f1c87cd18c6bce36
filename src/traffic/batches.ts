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

/** The requirements that the recording of a batch can verify, or find violated. */
export const requirementsOfBatches: readonly RequirementId[] = [
  ...(['BAT-01', 'BAT-02', 'BAT-04', 'BAT-05', 'BAT-06', 'BAT-07'] as const),
  ...(['BAT-08', 'BAT-09', 'BAT-10', 'BAT-14', 'BAT-16'] as const),
];

/** The number of batches that are followed at the same time. */
const mostFollowed = 500;
/** Seconds after which a service may have forgotten a result. */
const kept = 10 * 60;

/** A batch that the recording shows from its acknowledgement on. */
interface Followed {
  readonly write: Exchange;
  readonly key: string;
  /** What was submitted; empty once the result was compared with it. */
  items: readonly unknown[];
  /** The last read that had ended before the next began. */
  last?: Exchange;
}

const resultsOperations = batchWrites.map(({ resultsOperation = '' }): string => resultsOperation);

/** Batches from their acknowledgement to their final result (clauses 1, 2.1 and 3.2), which their id connects. */
export class BatchJudge {
  readonly #followed = new Map<string, Followed>();
  readonly #recorder: Recorder;
  readonly #secrets: SecretsOfRecording;
  /** Where the file has the exchange that is judged. */
  #place = '';

  constructor(recorder: Recorder, secrets: SecretsOfRecording) {
    this.#recorder = recorder;
    this.#secrets = secrets;
  }

  async see({ exchange, key, base, isTimed }: RecordedExchange, place: string): Promise<void> {
    if (exchange.outsideContract || exchange.bodyLeftOut) return;
    this.#place = place;
    const { operationId } = exchange;
    // Ids are the same in upper and lower case.
    const nameOf = (id: string) => `${base} ${id.toLowerCase()}`;
    if (operation(operationId).resultsOperation !== undefined && exchange.succeeded) {
      await this.#record('BAT-01', { exchange, trail: [] }, acknowledgeABatch(exchange));
      const id = member(exchange.json, 'batchRequestId');
      if (typeof id !== 'string' || key === undefined) return;
      const items = entriesOf(member(jsonIn(exchange.request.body), 'items'));
      this.#followed.set(nameOf(id), { write: exchange, key, items });
      forgetOldest(this.#followed, mostFollowed);
      return;
    }
    const [id, ...more] = exchange.query.getAll('batch_request_id');
    if (!resultsOperations.includes(operationId) || id === undefined || more.length > 0) return;
    const isRead = exchange.status === 200;
    const followed = this.#followed.get(nameOf(id));
    this.#secrets.judging(exchange, followed?.write, followed?.last);
    if (isRead) {
      const read = followedIn(exchange, id, [exchange]);
      await this.#record('BAT-04', { exchange, trail: [] }, tellKnownStatuses(read.polls));
      await this.#record('BAT-08', { exchange, trail: [] }, carryTheId(read, id));
    }
    // Another merchant may see something else, and without a key it may be another one.
    if (followed === undefined || followed.key !== key || !(isRead || exchange.status === 404)) return;
    const { write } = followed;
    if (operation(write.operationId).resultsOperation !== operationId) {
      await this.#record('BAT-14', { exchange, trail: [], write }, beAnErrorWith(exchange, 404));
      return;
    }
    if (isRead) await this.#judgeResult(followed, exchange, id);
    if (isTimed) await this.#judgeChange(followed, exchange, id);
  }

  /** The first final result has an entry for each submitted item. */
  async #judgeResult(followed: Followed, exchange: Exchange, id: string): Promise<void> {
    const { write, items } = followed;
    const result = followedIn(write, id, [exchange]);
    if (!result.finished || items.length === 0) return;
    followed.items = [];
    const about = { exchange, write, trail: result.trail };
    await this.#record('BAT-05', about, haveFinished(result));
    await this.#record('BAT-09', about, holdAnEntryForEach(result.items, items));
    await this.#record('BAT-10', about, echoUnchanged(result.items, items));
    await this.#record('BAT-16', about, beInOrderOf(result.items, items));
  }

  /** A result stays readable, its status never goes back, and once it is final, it never changes. */
  async #judgeChange(followed: Followed, exchange: Exchange, id: string): Promise<void> {
    const { last, write } = followed;
    if (last !== undefined && !precedes(last, exchange)) return;
    followed.last = exchange;
    const isGone = exchange.status === 404;
    const reads = followedIn(write, id, [...(last === undefined ? [] : [last]), exchange]);
    const about = { exchange, write, trail: reads.trail };
    // A result may not be there yet; after a while it may have been forgotten.
    if (!isGone || (last?.status === 200 && mostElapsed(write, exchange) < kept))
      await this.#record('BAT-02', about, beReadableThroughout(reads));
    if (isGone || last?.status !== 200) return;
    await this.#record('BAT-07', about, neverGoBackwards(reads.statuses));
    const before = followedIn(write, id, [last]);
    if (before.finished) await this.#record('BAT-06', about, haveNotChangedSince(exchange, before));
  }

  async #record(id: RequirementId, about: Witness, result: OracleResult): Promise<void> {
    const trail = about.trail.map((step) => this.#secrets.redact(String(step)));
    await this.#recorder.verify(id, { ...about, trail: [...trail, this.#place] }, { result });
  }
}

function followedIn(write: Exchange, batchRequestId: string, reads: readonly Exchange[]): FollowedBatch {
  const { startedAt = 0 } = reads[0] ?? {};
  const seconds = (exchange: Exchange) => Math.round((exchange.startedAt - startedAt) / 1000);
  const timed = reads.map((exchange) => ({ exchange, seconds: seconds(exchange) }));
  return followedBatch({ batchRequestId, exchange: write }, timed);
}
