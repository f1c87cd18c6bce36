/** What of an operation decides where it is seen what it does. */
export interface Shown {
  readonly operationId: string;
  readonly method: string;
  /** Of a batch write: the operation that shows what became of it. */
  readonly results?: string;
}

/**
 * Whether what one operation showed of a requirement tells of another, which is a write: what a write does is seen in the
 * results of its batch, or, where the requirement is about one write alone, wherever it is seen at all.
 * @param shownBy id of the operation that showed it
 * @param concerned ids of the operations that the requirement concerns
 */
export function tellsOf(
  shownBy: string,
  concerned: readonly string[],
  { operationId, method, results }: Shown,
  operations: readonly Shown[],
): boolean {
  if (method === 'GET' || !concerned.includes(operationId)) return false;
  if (shownBy === results) return true;
  const writes = operations.filter((each) => each.method !== 'GET' && concerned.includes(each.operationId));
  return writes.length === 1;
}
