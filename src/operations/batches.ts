import { operation } from '../contract/operations.js';
import { gapsOfResponse } from '../contract/unspecified.js';
import { member } from '../contract/values/path.js';
import type { Client } from '../http/client.js';
import type { Exchange } from '../http/exchange.js';
import { everySecond, lessAndLessOften, looks, type TargetClock } from '../target/merchants/merchant.js';
import { Blocked, notAccepted, openAt } from '../verdicts/finding.js';
import {
  type AcknowledgedBatch,
  type BatchRead,
  type FollowedBatch,
  followedBatch,
  hasEnded,
  type Submission,
  unfinished,
  unreadable,
} from '../verdicts/oracles/batches/followed-batch.js';
import { batchContent, gapOfEqual, mayBeEqual } from '../verdicts/recording/submission.js';

/** Batches by their ids in lower case, each with the write that it was made for. */
export type KnownBatches = Map<string, Exchange>;

/** A write that begins a batch, or its acknowledgement. */
type Write = Exchange | Promise<Exchange> | AcknowledgedBatch;

/** Follows batch writes to their end (clauses 1, 2.1, 3.2). */
export class Batches {
  readonly #api: Client;
  readonly #clock: TargetClock;
  readonly #deadline: number;
  readonly #known: KnownBatches;

  /**
   * @param deadline seconds on the target's clock within which a batch must finish
   * @param known the batches of the test so far
   */
  constructor(api: Client, clock: TargetClock, deadline: number, known: KnownBatches = new Map()) {
    this.#api = api;
    this.#clock = clock;
    this.#deadline = deadline;
    this.#known = known;
  }

  /**
   * Reads the batch request id from the acknowledgement of a batch write.
   * @throws Blocked if the write was not accepted, its response carries no id, or it carries the id of an earlier, equal
   * submission: then nothing says what this one would have done (gap G-21)
   */
  async acknowledged(write: Exchange | Promise<Exchange>): Promise<AcknowledgedBatch> {
    const batch = await this.identified(write);
    const { exchange } = batch;
    const id = batch.batchRequestId.toLowerCase();
    const earlier = this.#known.get(id) ?? exchange;
    this.#known.set(id, earlier);
    const contentOf = (each: Exchange) => batchContent(operation(each.operationId), each.request.body);
    if (earlier === exchange || !mayBeEqual(contentOf(earlier), contentOf(exchange))) return batch;
    throw new Blocked(
      `an equal submission was answered with the id of the earlier batch (${exchange.line})`,
      openAt(exchange.operationId, [gapOfEqual]),
    );
  }

  /**
   * Reads the batch request id from the acknowledgement of a batch write, even if an equal submission got it before.
   * @throws Blocked if the write was not accepted, or its response carries no id
   */
  async identified(write: Exchange | Promise<Exchange>): Promise<AcknowledgedBatch> {
    const exchange = await write;
    const { operationId, json, line, succeeded } = exchange;
    if (!succeeded) throw notAccepted('the batch was not accepted', exchange);
    const batchRequestId = member(json, 'batchRequestId');
    if (typeof batchRequestId === 'string') return { batchRequestId, exchange };
    throw new Blocked(
      `the acknowledgement carries no batchRequestId (${line})`,
      openAt(operationId, gapsOfResponse(operation(operationId))),
    );
  }

  /**
   * Submits a batch write whose items may be refused, either immediately with a status or in the result of the batch.
   * If the write is accepted, the batch is followed to its end.
   * @throws Blocked if it was accepted but not finished at the deadline
   */
  async submitted(write: Exchange | Promise<Exchange>): Promise<Submission> {
    const [only] = await this.submittedEach([write]);
    // There is one outcome for each write.
    return only as Submission;
  }

  /**
   * Several batch writes, like submitted. The accepted ones are followed in parallel, so that on a real clock many take
   * no longer than one.
   * @returns the outcome of each, in the same order
   */
  async submittedEach(writes: readonly (Exchange | Promise<Exchange>)[]): Promise<readonly Submission[]> {
    const answered = await Promise.all(writes);
    const accepted = answered.filter(({ succeeded }) => succeeded);
    const batches = await Promise.all(accepted.map((write) => this.acknowledged(write)));
    const followed = await this.#followEach(batches, lessAndLessOften(this.#deadline, this.#clock));
    return answered.map((write) => {
      const batch = followed[accepted.indexOf(write)];
      if (batch === undefined) return { write, exchange: write, trail: [write.line] };
      return { write, batch: this.#ended(batch), exchange: batch.exchange, trail: batch.trail };
    });
  }

  /** Reads the result once. */
  read({ batchRequestId, exchange }: AcknowledgedBatch): Promise<Exchange> {
    const { operationId, resultsOperation } = operation(exchange.operationId);
    if (resultsOperation === undefined) throw new Error(`${operationId} is not a batch write.`);
    return this.#api.send(operation(resultsOperation), { query: { batch_request_id: batchRequestId } });
  }

  /**
   * Reads the result immediately and then every second on the target's clock, until the batch has finished or the
   * deadline has passed. If the result is not found at first, it asks again (clause 1: the outcome is read later). A read
   * that is not a batch result ends the reading: the caller judges that last read.
   */
  async watch(write: Write): Promise<FollowedBatch> {
    return this.#followOne(write, everySecond(this.#deadline));
  }

  /**
   * Watches several batches at the same time: reads all unfinished ones in parallel, every second on the target's
   * clock.
   */
  watchAll(batches: readonly AcknowledgedBatch[]): Promise<readonly FollowedBatch[]> {
    return this.#followEach(batches, everySecond(this.#deadline));
  }

  /**
   * The result of a batch that must have finished for the test to go on, with as few reads as possible.
   * @throws Blocked if it is not finished at the deadline
   */
  async finished(write: Write): Promise<FollowedBatch> {
    return this.#ended(await this.#followOne(write, lessAndLessOften(this.#deadline, this.#clock)));
  }

  /** @throws Blocked if the batch is not finished, or its last read was not a batch result */
  #ended(batch: FollowedBatch): FollowedBatch {
    if (!batch.isReadable) throw unreadable(batch);
    if (!batch.finished) throw unfinished(batch, this.#deadline);
    return batch;
  }

  async #followOne(write: Write, times: Iterable<number>): Promise<FollowedBatch> {
    const given = await write;
    const batch = 'batchRequestId' in given ? given : await this.acknowledged(given);
    const [followed] = await this.#followEach([batch], times);
    // There is one for each batch.
    return followed as FollowedBatch;
  }

  /** @param times when to read, in seconds on the target's clock from now */
  async #followEach(
    batches: readonly AcknowledgedBatch[],
    times: Iterable<number>,
  ): Promise<readonly FollowedBatch[]> {
    const journals = batches.map((batch) => ({ batch, reads: [] as BatchRead[] }));
    for await (const seconds of looks(this.#clock, times, 'a batch to finish')) {
      const running = journals.filter(({ reads }) => !hasEnded(reads));
      const read = async ({ batch, reads }: (typeof journals)[number]) =>
        reads.push({ seconds, exchange: await this.read(batch) });
      await Promise.all(running.map(read));
      if (journals.every(({ reads }) => hasEnded(reads))) break;
    }
    return journals.map(({ batch, reads }) => followedBatch(batch, reads));
  }
}
