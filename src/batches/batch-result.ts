/** A batch as its results operation shows it (clause 2.1). */
export interface BatchResult {
  readonly batchRequestId: string;
  readonly status: string;
  readonly items: readonly ResultItem[];
}

export interface ResultItem {
  /** The submitted item, echoed back. */
  readonly requestItem: unknown;
  readonly success: boolean;
  readonly errors: readonly string[];
}

/** Whether a body is shaped so that it can be followed; how exactly it keeps its shape is judged by the checks. */
export function isBatchResult(body: unknown): body is BatchResult {
  return (
    typeof body === 'object' &&
    body !== null &&
    'status' in body &&
    typeof body.status === 'string' &&
    'batchRequestId' in body &&
    typeof body.batchRequestId === 'string' &&
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
