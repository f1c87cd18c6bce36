import { operation } from '../contract/operations.js';
import { gapsOfResponse } from '../contract/unspecified.js';
import { member } from '../contract/values/path.js';
import type { Client } from '../http/client.js';
import type { Exchange } from '../http/exchange.js';
import { everySecond, lessAndLessOften, looks, type TargetClock } from '../target/merchants/merchant.js';
import { Blocked, notAccepted, openAt } from '../verdicts/finding.js';
import {
  type AcknowledgedBatch,
  BatchJournal,
  type FollowedBatch,
  type Submission,
  unfinished,
  unreadable,
} from '../verdicts/oracles/batches/followed-batch.js';
import { batchContent, gapOfEqual, mayBeEqual } from '../verdicts/recording/submission.js';

/** Batches by their ids in lower case, each with the write that it was made for. */
export type KnownBatches = Map<string, Exchange>;

/** Follows batch writes to their end (clauses 1, 2.1, 3.2). */
export class Batches {
  readonly #api: Client;
  readonly #clock: TargetClock;
  readonly #deadline: number;
  readonly #observe: (journal: BatchJournal) => void;
  readonly #known: KnownBatches;

  /**
   * @param deadline seconds on the target's clock within which a batch must finish
   * @param observe gets the journal of each batch when it is no longer followed
   * @param known the batches of the test so far
   */
  constructor(
    api: Client,
    clock: TargetClock,
    deadline: number,
    observe: (journal: BatchJournal) => void = () => {},
    known: KnownBatches = new Map(),
  ) {
    this.#api = api;
    this.#clock = clock;
    this.#deadline = deadline;
    this.#observe = observe;
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
    const { operationId } = exchange;
    const id = batch.batchRequestId.toLowerCase();
    const earlier = this.#known.get(id) ?? exchange;
    this.#known.set(id, earlier);
    const contentOf = (each: Exchange) => batchContent(operation(each.operationId), each.request.body);
    if (earlier === exchange || !mayBeEqual(contentOf(earlier), contentOf(exchange))) return batch;
    throw new Blocked(
      `an equal submission was answered with the id of the earlier batch (${exchange.line})`,
      openAt(operationId, [gapOfEqual]),
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
    const journals = batches.map((batch) => new BatchJournal(batch));
    await this.#fill(journals, lessAndLessOften(this.#deadline, this.#clock));
    const ends = new Map(accepted.map((write, index) => [write, journals[index]?.followed]));
    return answered.map((write) => {
      const batch = ends.get(write);
      return submission(write, batch && this.#ended(batch));
    });
  }

  /** Reads the result once. */
  read(batch: AcknowledgedBatch): Promise<Exchange> {
    const { operationId, resultsOperation } = operation(batch.exchange.operationId);
    if (resultsOperation === undefined) throw new Error(`${operationId} is not a batch write.`);
    return this.#api.send(operation(resultsOperation), { query: { batch_request_id: batch.batchRequestId } });
  }

  /**
   * Reads the result immediately and then every second on the target's clock, until the batch has finished or the
   * deadline has passed. If the result is not found at first, it asks again (clause 1: the outcome is read later).
   * @throws Blocked if the response to a read is not a batch result
   */
  async follow(write: Exchange | Promise<Exchange> | AcknowledgedBatch): Promise<FollowedBatch> {
    return read(await this.watch(write));
  }

  /** Like follow, but a read that is not a batch result only ends the reading: the caller judges that last read. */
  async watch(write: Exchange | Promise<Exchange> | AcknowledgedBatch): Promise<FollowedBatch> {
    return (await this.#journal(write, everySecond(this.#deadline))).followed;
  }

  /**
   * Watches several batches at the same time: reads all unfinished ones in parallel, every second on the target's
   * clock.
   */
  async watchAll(batches: readonly AcknowledgedBatch[]): Promise<FollowedBatch[]> {
    const journals = batches.map((batch) => new BatchJournal(batch));
    await this.#fill(journals, everySecond(this.#deadline));
    return journals.map(({ followed }) => followed);
  }

  /**
   * The result of a batch that must have finished for the test to go on, with as few reads as possible.
   * @throws Blocked if it is not finished at the deadline
   */
  async finished(write: Exchange | Promise<Exchange> | AcknowledgedBatch): Promise<FollowedBatch> {
    return this.#ended((await this.#journal(write, lessAndLessOften(this.#deadline, this.#clock))).followed);
  }

  /** @throws Blocked if the batch is not finished, or its last read was not a batch result */
  #ended(batch: FollowedBatch): FollowedBatch {
    if (!read(batch).finished) throw unfinished(batch, this.#deadline);
    return batch;
  }

  async #journal(
    write: Exchange | Promise<Exchange> | AcknowledgedBatch,
    times: Iterable<number>,
  ): Promise<BatchJournal> {
    const given = await write;
    const journal = new BatchJournal('batchRequestId' in given ? given : await this.acknowledged(given));
    await this.#fill([journal], times);
    return journal;
  }

  /** @param times when to read, in seconds on the target's clock from now */
  async #fill(journals: readonly BatchJournal[], times: Iterable<number>): Promise<void> {
    try {
      for await (const seconds of looks(this.#clock, times, 'a batch to finish')) {
        const running = journals.filter(({ ended }) => !ended);
        await Promise.all(running.map(async (each) => each.add(seconds, await this.read(each.batch))));
        if (journals.every(({ ended }) => ended)) break;
      }
    } finally {
      journals.forEach(this.#observe);
    }
  }
}

/** The outcome of a batch write. @param batch undefined if it was refused */
function submission(write: Exchange, batch?: FollowedBatch): Submission {
  if (batch === undefined) return { write, exchange: write, trail: [write.line] };
  return { write, batch, exchange: batch.exchange, trail: batch.trail };
}

/** @throws Blocked if the last read of a batch was not a batch result */
function read(batch: FollowedBatch): FollowedBatch {
  if (!batch.isReadable) throw unreadable(batch);
  return batch;
}
