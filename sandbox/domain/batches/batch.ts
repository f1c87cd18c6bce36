/** What a batch changes; each kind has a results operation of its own (clause 4.6). */
export const BATCH_KINDS = ['products', 'status', 'stock', 'price', 'cancel', 'ship', 'return'] as const;
export type BatchKind = (typeof BATCH_KINDS)[number];

/** The processing status of a batch (clauses 2.1 and 3.2). */
export const BATCH_STATUSES = ['pending', 'processing', 'completed', 'retry', 'failed'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** The outcome for one submitted item (clause 2.1). */
export interface ItemResult {
  /** The item exactly as it was submitted. */
  requestItem: unknown;
  success: boolean;
  /** Why it failed; empty when it succeeded. */
  errors: readonly string[];
}

/** What a results operation answers (clause 2.1). */
export interface BatchResult {
  batchRequestId: string;
  status: BatchStatus;
  /** One entry for each item in order of submission; empty until the batch is finished (gap G-07). */
  items: readonly ItemResult[];
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
