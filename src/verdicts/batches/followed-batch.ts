import type { Exchange } from '../../http/exchange.js';
import type { ResultItem } from './batch-result.js';

/** A batch that was followed until it finished, or until the deadline. */
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
