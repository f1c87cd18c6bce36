/** The statuses that the description names for a batch (clause 2.1). */
export const namedStatuses: readonly string[] = ['pending', 'processing', 'completed', 'retry', 'failed'];

/** The statuses with which a batch has finished. */
export const finalStatuses: readonly string[] = ['completed', 'failed'];

/** The part of a batch result (clause 2.1) that is needed to follow the batch. */
export interface BatchResult {
  readonly status: string;
  readonly items: readonly ResultItem[];
}

export interface ResultItem {
  /** The submitted item, echoed back. */
  readonly requestItem: unknown;
  readonly success: boolean;
  readonly errors: readonly string[];
}

/** Whether a body has what is needed to follow the batch; the checks judge whether it has the exact shape. */
export function isBatchResult(body: unknown): body is BatchResult {
  return (
    typeof body === 'object' &&
    body !== null &&
    'status' in body &&
    typeof body.status === 'string' &&
    'items' in body &&
    Array.isArray(body.items) &&
    body.items.every(isResultItem)
  );
}

function isResultItem(item: unknown): item is ResultItem {
  return (
    typeof item === 'object' &&
    item !== null &&
    'requestItem' in item &&
    'success' in item &&
    typeof item.success === 'boolean'
  );
}
