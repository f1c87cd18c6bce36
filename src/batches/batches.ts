import type { Client } from '../client/client.js';
import { operation } from '../contract/operations.js';
import type { Exchange } from '../exchange/exchange.js';
import type { TargetClock } from '../target/clock.js';
import { Blocked } from '../verdicts/interruptions.js';
import { type BatchResult, isBatchResult } from './batch-result.js';
import type { AcknowledgedBatch, FollowedBatch, Submission } from './followed-batch.js';

/** Seconds of the target's clock between two reads of a result. */
const pause = 1;
const finalStatuses = ['completed', 'failed'];

/** Follows batch writes to their end (clauses 1, 2.1, 3.2). */
export class Batches {
  readonly #api: Client;
  readonly #clock: TargetClock;
  readonly #deadline: number;

  /** @param deadline seconds of the target's clock in which a batch must finish */
  constructor(api: Client, clock: TargetClock, deadline: number) {
    this.#api = api;
    this.#clock = clock;
    this.#deadline = deadline;
  }

  /**
   * The batch request id out of the acknowledgement of a batch write.
   * @throws Blocked when the write was not accepted, or its answer carries no id
   */
  async acknowledged(write: Exchange | Promise<Exchange>): Promise<AcknowledgedBatch> {
    const exchange = await write;
    const body = exchange.json;
    if (!exchange.succeeded) throw new Blocked(`the batch was not accepted (${exchange.line})`);
    if (
      typeof body === 'object' &&
      body !== null &&
      'batchRequestId' in body &&
      typeof body.batchRequestId === 'string'
    ) {
      return { batchRequestId: body.batchRequestId, exchange };
    }
    throw new Blocked(`the acknowledgement carries no batchRequestId (${exchange.line})`);
  }

  /**
   * A batch write whose items may be refused: at once, with a status, or in the result of the batch. Followed to its
   * end where it was accepted.
   * @throws Blocked when it was accepted and is not finished at the deadline
   */
  async submitted(write: Exchange | Promise<Exchange>): Promise<Submission> {
    const exchange = await write;
    if (!exchange.succeeded) return { write: exchange, exchange, trail: [exchange.line] };
    const batch = await this.finished(exchange);
    return { write: exchange, batch, exchange: batch.exchange, trail: batch.trail };
  }

  /** Reads the result once. */
  read(batch: AcknowledgedBatch): Promise<Exchange> {
    const { operationId, resultsOperation } = operation(batch.exchange.operationId);
    if (resultsOperation === undefined) throw new Error(`${operationId} is no batch write.`);
    return this.#api.send(operation(resultsOperation), { query: { batch_request_id: batch.batchRequestId } });
  }

  /**
   * Reads the result, at once and then every second of the target's clock, until the batch finished or the deadline passed.
   * @throws Blocked when a read is answered with something that is no batch result
   */
  async follow(write: Exchange | Promise<Exchange> | AcknowledgedBatch): Promise<FollowedBatch> {
    const given = await write;
    const batch = 'batchRequestId' in given ? given : await this.acknowledged(given);
    const polls: Exchange[] = [];
    const results: BatchResult[] = [];
    const trail = [`0 s: ${batch.exchange.line}, ${batch.batchRequestId}`];
    for (let seconds = 0; seconds <= this.#deadline; seconds += pause) {
      if (seconds > 0) await this.#clock.wait(pause);
      const exchange = await this.read(batch);
      polls.push(exchange);
      if (!exchange.succeeded || !isBatchResult(exchange.json)) {
        throw new Blocked(`the result of batch ${batch.batchRequestId} could not be read (${exchange.line})`);
      }
      results.push(exchange.json);
      trail.push(`${seconds} s: ${exchange.json.status}, ${exchange.json.items.length} items`);
      if (finalStatuses.includes(exchange.json.status)) break;
    }
    return followed(batch, polls, results, trail);
  }

  /**
   * The same for a batch that must have finished for the test to go on.
   * @throws Blocked when it is not finished at the deadline
   */
  async finished(write: Exchange | Promise<Exchange> | AcknowledgedBatch): Promise<FollowedBatch> {
    const batch = await this.follow(write);
    if (!batch.finished)
      throw new Blocked(
        `batch ${batch.batchRequestId} did not finish within ${this.#deadline} s of the target's clock`,
      );
    return batch;
  }
}

function followed(
  batch: AcknowledgedBatch,
  polls: readonly Exchange[],
  results: readonly BatchResult[],
  trail: readonly string[],
): FollowedBatch {
  const exchange = polls.at(-1);
  const last = results.at(-1);
  if (exchange === undefined || last === undefined)
    throw new Blocked(`batch ${batch.batchRequestId} was never read`);
  return {
    batchRequestId: batch.batchRequestId,
    polls,
    trail,
    exchange,
    ids: results.map(({ batchRequestId }) => batchRequestId),
    statuses: results.map(({ status }) => status),
    status: last.status,
    items: last.items,
    finished: finalStatuses.includes(last.status),
  };
}
