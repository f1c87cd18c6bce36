import { isJsonObject } from '../../../contract/documents/document.js';
import { operation } from '../../../contract/operations.js';
import { gapsOfResponse } from '../../../contract/unspecified.js';
import { member } from '../../../contract/values/path.js';
import { counted } from '../../../contract/values/words.js';
import type { Exchange } from '../../../http/exchange.js';
import { Blocked, notAccepted, openAt } from '../../finding.js';

/** A batch that was followed until it finished or the deadline passed. */
export interface FollowedBatch {
  readonly batchRequestId: string;
  /** Every read of the result, oldest first. */
  readonly polls: readonly Exchange[];
  /** The same reads as lines of text. */
  readonly trail: readonly string[];
  /** The last read. */
  readonly exchange: Exchange;
  /** The statuses in the order in which they were read. */
  readonly statuses: readonly string[];
  /** The last status read. */
  readonly status: string;
  readonly items: readonly ResultItem[];
  /** Whether the last read was a batch result. */
  readonly isReadable: boolean;
  /** Whether the batch reached completed or failed before the deadline. */
  readonly finished: boolean;
}

/** A batch that the target accepted. */
export interface AcknowledgedBatch {
  readonly batchRequestId: string;
  /** The write that was acknowledged. */
  readonly exchange: Exchange;
}

/** A batch write and its outcome. */
export interface Submission {
  /** The exchange of the write itself. */
  readonly write: Exchange;
  /** The batch, followed to its end; absent if the write was not accepted. */
  readonly batch?: FollowedBatch;
  /** The last exchange: the write if it was refused, otherwise the last read of the result. */
  readonly exchange: Exchange;
  readonly trail: readonly string[];
}

/**
 * The statuses that the description names for a batch (clause 2.1), each with those that may be read after it: later
 * stages, some of which may have passed unseen (gap G-07).
 */
export const laterStatuses: Readonly<Record<string, readonly string[]>> = {
  pending: ['pending', 'processing', 'retry', 'completed', 'failed'],
  processing: ['processing', 'retry', 'completed', 'failed'],
  completed: ['completed'],
  retry: ['retry', 'processing', 'completed', 'failed'],
  failed: ['failed'],
};
export const namedStatuses = Object.keys(laterStatuses);

/** The statuses that mean that a batch has finished. */
export const finalStatuses = namedStatuses.filter((status) => laterStatuses[status]?.length === 1);

/** The part of a batch result (clause 2.1) that is needed to follow the batch. */
type BatchResult = Pick<FollowedBatch, 'status' | 'items'>;

export interface ResultItem {
  /** The submitted item, echoed back. */
  readonly requestItem: unknown;
  readonly success: boolean;
  readonly errors: readonly string[];
}

/** Whether a body has the parts needed to follow the batch; the checks judge whether it has the exact shape. */
export function isBatchResult(body: unknown): body is BatchResult {
  const items = member(body, 'items');
  const isItem = (item: unknown) =>
    isJsonObject(item) && 'requestItem' in item && typeof member(item, 'success') === 'boolean';
  return typeof member(body, 'status') === 'string' && Array.isArray(items) && items.every(isItem);
}

/** A merchant's products, orders and order items as they were read: the fields of each, under a readable name. */
export type Records = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** The effect of a successful item on one field of one record. */
export interface Effect {
  /** Name of the record; if the record does not exist yet, the item creates it. */
  readonly record: string;
  readonly field: string;
  /** Every value that the field may have afterwards; absent if any value is acceptable. */
  readonly acceptable?: readonly unknown[];
  /** Gaps whose assumptions this rests on. */
  readonly gaps?: readonly string[];
}

/** An item whose outcome is known before it is submitted. */
export interface ForeseenItem {
  readonly item: unknown;
  /** True if the item must succeed, false if it must fail. */
  readonly good: boolean;
  /** The effects of the item if it succeeds; empty if it can't succeed. */
  readonly effects: readonly Effect[];
}

/** A read of a batch's result. */
export interface BatchRead {
  /** Since the first read, on the target's clock. */
  readonly seconds: number;
  readonly exchange: Exchange;
}

/** What the reads of a batch's result, oldest first, show so far. @throws Blocked if there are no reads */
export function followedBatch(
  { batchRequestId, exchange: write }: AcknowledgedBatch,
  reads: readonly BatchRead[],
): FollowedBatch {
  const polls = reads.map(({ exchange }) => exchange);
  const exchange = polls.at(-1);
  if (exchange === undefined) throw new Blocked(`batch ${batchRequestId} was never read`);
  const results = polls.flatMap((poll) => resultIn(poll) ?? []);
  const { status = '', items = [] } = results.at(-1) ?? {};
  const isReadable = resultIn(exchange) !== undefined;
  return {
    batchRequestId,
    polls,
    trail: [`0 s: ${write.line}, ${batchRequestId}`, ...reads.map(readInWords)],
    exchange,
    statuses: results.map((result) => result.status),
    status,
    items,
    isReadable,
    finished: isReadable && finalStatuses.includes(status),
  };
}

function readInWords({ seconds, exchange }: BatchRead): string {
  const result = resultIn(exchange);
  const shown = result && `${result.status}, ${counted(result.items.length, 'item')}`;
  return `${seconds} s: ${shown ?? exchange.line}`;
}

/** Whether there is nothing more to read: the batch has finished, or its result can't be read. */
export function hasEnded(reads: readonly BatchRead[]): boolean {
  const last = reads.at(-1)?.exchange;
  if (last === undefined) return false;
  const result = resultIn(last);
  if (result !== undefined) return finalStatuses.includes(result.status);
  return last.status !== 404 || reads.some(({ exchange }) => resultIn(exchange) !== undefined);
}

/**
 * The error that ends a test that needs a batch's result, if the last read did not return a batch result. It names the
 * gaps that leave open what the results of such a batch look like.
 */
export function unreadable({ batchRequestId, exchange }: FollowedBatch): Blocked {
  const reason = `the result of batch ${batchRequestId} could not be read`;
  if (!exchange.succeeded) return notAccepted(reason, exchange);
  const { operationId, line } = exchange;
  return new Blocked(`${reason} (${line})`, openAt(operationId, gapsOfResponse(operation(operationId))));
}

/**
 * The gap that lets a batch count as finished although its status isn't a final one: the status may be any string
 * (clause 2.1), and the meaning of a status that the description doesn't name is unknown, as is the order of statuses
 * (clause 3.2).
 */
export function gapsOfEnd({ status }: Pick<FollowedBatch, 'status'>): readonly string[] {
  return namedStatuses.includes(status) ? [] : ['G-07'];
}

/** The error that ends a test that needs a finished batch, if the batch did not finish before the deadline. */
export function unfinished(batch: FollowedBatch, deadline: number): Blocked {
  const { batchRequestId, exchange, status } = batch;
  const gaps = gapsOfEnd(batch);
  const end = `within ${deadline} s of the target's clock`;
  const last = `the last status of batch ${batchRequestId} was ${JSON.stringify(status)}`;
  const reason =
    gaps.length === 0
      ? `batch ${batchRequestId} did not finish ${end}: ${last}`
      : `it is unclear whether batch ${batchRequestId} finished ${end}: ${last}, which the description doesn't name`;
  return new Blocked(reason, openAt(exchange.operationId, gaps));
}

function resultIn({ succeeded, json }: Exchange): BatchResult | undefined {
  return succeeded && isBatchResult(json) ? json : undefined;
}
