/** What a batch changes; each kind has a results operation of its own (clause 4.6). */
export const BATCH_KINDS = ['products', 'status', 'stock', 'price', 'cancel', 'ship', 'return'] as const;
export type BatchKind = (typeof BATCH_KINDS)[number];

/** The processing status of a batch (clauses 2.1 and 3.2). */
export const BATCH_STATUSES = ['pending', 'processing', 'completed', 'retry', 'failed'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** How a batch ends that goes another way than its items make it go: as a whole, or after a retry. */
export const BATCH_FATES = ['failed', 'retried'] as const;
export type BatchFate = (typeof BATCH_FATES)[number];

/** The most messages that the result of one item holds; there can be more things wrong than are worth telling. */
export const MOST_MESSAGES = 100;

/**
 * What a results operation answers, as JSON: batchRequestId, status and items, an entry for each item in order
 * of submission, none until the batch is finished (clause 2.1, gap G-07). `entries` are JSON texts too.
 */
export function resultText(id: string, status: BatchStatus, entries: readonly string[]): string {
  return `{"batchRequestId":"${id}","status":"${status}","items":[${entries.join(',')}]}`;
}

/**
 * The entry of one item, as JSON: requestItem, success and errors (clause 2.1). `item` is the item exactly as it
 * was written, so that neither numbers nor texts change on their way back.
 */
export function entryText(item: string, errors: readonly string[]): string {
  const told = errors.length > MOST_MESSAGES ? errors.slice(0, MOST_MESSAGES) : errors;
  return `{"requestItem":${item},"success":${told.length === 0},"errors":${JSON.stringify(told)}}`;
}

/** How long the stages of a batch take, in milliseconds of the merchant's clock, and how often one is retried. */
export interface BatchPace {
  pending: number;
  processing: number;
  /** What a retry adds: the time in status retry and the time processed again, half each. */
  retry: number;
  /** The share of batches that are retried once, 0 to 1. */
  retryShare: number;
}

/** The pace of the clean sandbox. */
export const BATCH_PACE: BatchPace = { pending: 1_000, processing: 2_000, retry: 2_000, retryShare: 0.15 };

/** The stages that a batch goes through before it is finished, and the milliseconds in each (gap G-07). */
export function stagesOf(pace: BatchPace, retried: boolean): readonly [BatchStatus, number][] {
  const stages: [BatchStatus, number][] = [
    ['pending', pace.pending],
    ['processing', pace.processing],
  ];
  if (retried) stages.push(['retry', pace.retry / 2], ['processing', pace.retry / 2]);
  return stages;
}
