import type { Exchange } from '../exchange/exchange.js';
import { Blocked } from '../verdicts/interruptions.js';
import { type BatchResult, isBatchResult } from './batch-result.js';
import type { AcknowledgedBatch, FollowedBatch } from './followed-batch.js';

const finalStatuses = ['completed', 'failed'];

/** Keeps what is read of one batch (clauses 2.1 and 3.2). */
export class BatchJournal {
  readonly batch: AcknowledgedBatch;
  readonly #polls: Exchange[] = [];
  readonly #results: BatchResult[] = [];
  readonly #trail: string[];
  #readable = true;

  constructor(batch: AcknowledgedBatch) {
    this.batch = batch;
    this.#trail = [`0 s: ${batch.exchange.line}, ${batch.batchRequestId}`];
  }

  /** Adds a read. @param seconds of the target's clock since the first one */
  add(seconds: number, exchange: Exchange): void {
    this.#polls.push(exchange);
    const result = exchange.succeeded ? exchange.json : undefined;
    this.#readable = isBatchResult(result);
    if (isBatchResult(result)) this.#results.push(result);
    this.#trail.push(
      `${seconds} s: ${isBatchResult(result) ? `${result.status}, ${result.items.length} items` : exchange.line}`,
    );
  }

  /** Whether there is nothing more to read: the batch has finished, or its result can't be read. */
  get ended(): boolean {
    return !this.#readable || this.#finished;
  }

  /** @throws Blocked when there was no read at all */
  get followed(): FollowedBatch {
    const { batchRequestId } = this.batch;
    const exchange = this.#polls.at(-1);
    if (exchange === undefined) throw new Blocked(`batch ${batchRequestId} was never read`);
    const last = this.#results.at(-1);
    return {
      batchRequestId,
      polls: this.#polls,
      trail: this.#trail,
      exchange,
      ids: this.#results.map((result) => result.batchRequestId),
      statuses: this.#results.map(({ status }) => status),
      status: last?.status ?? '',
      items: last?.items ?? [],
      finished: this.#finished,
    };
  }

  /**
   * The same for a batch that must have been read to its end.
   * @throws Blocked when the last read was answered with something that is no batch result
   */
  get readable(): FollowedBatch {
    const { followed } = this;
    if (this.#readable) return followed;
    throw new Blocked(
      `the result of batch ${followed.batchRequestId} could not be read (${followed.exchange.line})`,
    );
  }

  get #finished(): boolean {
    return this.#readable && finalStatuses.includes(this.#results.at(-1)?.status ?? '');
  }
}
