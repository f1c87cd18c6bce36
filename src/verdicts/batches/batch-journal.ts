import { operation } from '../../contract/operations.js';
import { gapsOfAnswer } from '../../contract/unshown.js';
import type { Exchange } from '../../http/exchange.js';
import { Blocked, notAccepted, openAt } from '../interruptions.js';
import { type BatchResult, finalStatuses, isBatchResult, namedStatuses } from './batch-result.js';
import type { AcknowledgedBatch, FollowedBatch } from './followed-batch.js';

/** Keeps everything that was read of one batch (clauses 2.1 and 3.2). */
export class BatchJournal {
  readonly batch: AcknowledgedBatch;
  readonly #polls: Exchange[] = [];
  readonly #results: BatchResult[] = [];
  readonly #trail: string[];

  constructor(batch: AcknowledgedBatch) {
    this.batch = batch;
    this.#trail = [`0 s: ${batch.exchange.line}, ${batch.batchRequestId}`];
  }

  /** Adds a read. @param seconds seconds on the target's clock since the first read */
  add(seconds: number, exchange: Exchange): void {
    this.#polls.push(exchange);
    const result = resultIn(exchange);
    if (result !== undefined) this.#results.push(result);
    this.#trail.push(
      `${seconds} s: ${result === undefined ? exchange.line : `${result.status}, ${result.items.length} items`}`,
    );
  }

  /** Whether there is nothing more to read: the batch has finished, or its result can't be read. */
  get ended(): boolean {
    const last = this.#polls.at(-1);
    if (last === undefined) return false;
    const isNotYetThere = last.status === 404 && this.#results.length === 0;
    return this.followed.finished || (resultIn(last) === undefined && !isNotYetThere);
  }

  /** @throws Blocked if the batch was never read */
  get followed(): FollowedBatch {
    const { batchRequestId } = this.batch;
    const exchange = this.#polls.at(-1);
    if (exchange === undefined) throw new Blocked(`batch ${batchRequestId} was never read`);
    const last = this.#results.at(-1);
    const isReadable = resultIn(exchange) !== undefined;
    return {
      batchRequestId,
      polls: this.#polls,
      trail: this.#trail,
      exchange,
      statuses: this.#results.map(({ status }) => status),
      status: last?.status ?? '',
      items: last?.items ?? [],
      isReadable,
      finished: isReadable && finalStatuses.includes(last?.status ?? ''),
    };
  }
}

/**
 * The interruption of a test that needs a batch's result, when the last read did not return a batch result. It names
 * the gaps that leave open what the results of such a batch look like.
 */
export function unreadable({ batchRequestId, exchange }: FollowedBatch): Blocked {
  const reason = `the result of batch ${batchRequestId} could not be read`;
  if (!exchange.succeeded) return notAccepted(reason, exchange);
  const { operationId, line } = exchange;
  return new Blocked(`${reason} (${line})`, openAt(operationId, gapsOfAnswer(operation(operationId))));
}

/** The gap about the statuses of a batch and their order (clause 3.2). */
const gapOfStatuses = 'G-07';

/**
 * The gap that lets a batch count as finished although its status isn't a final one: the status may be any string
 * (clause 2.1), and nobody can say what a status means that the description doesn't name.
 */
export function gapsOfEnd({ status }: Pick<FollowedBatch, 'status'>): readonly string[] {
  return namedStatuses.includes(status) ? [] : [gapOfStatuses];
}

/** The interruption of a test that needs a finished batch, when the batch did not finish before the deadline. */
export function unfinished(batch: FollowedBatch, deadline: number): Blocked {
  const { batchRequestId, exchange, status } = batch;
  const gaps = gapsOfEnd(batch);
  const told = `the last status of batch ${batchRequestId} was ${JSON.stringify(status)}`;
  const end = `within ${deadline} s of the target's clock`;
  return new Blocked(
    gaps.length === 0
      ? `batch ${batchRequestId} did not finish ${end}: ${told}`
      : `it is unclear whether batch ${batchRequestId} finished ${end}: ${told}, which the description doesn't name`,
    openAt(exchange.operationId, gaps),
  );
}

function resultIn({ succeeded, json }: Exchange): BatchResult | undefined {
  return succeeded && isBatchResult(json) ? json : undefined;
}
