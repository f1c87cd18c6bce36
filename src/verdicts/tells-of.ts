/** The properties of an operation that decide where its effects can be seen. */
export interface Shown {
  readonly operationId: string;
  readonly method: string;
  /** For a batch write: the operation that shows its outcome. */
  readonly results?: string;
}

/**
 * Whether what one operation showed about a requirement also counts for another, which is a write. The effect of a
 * write shows in the results of its batch or, if the requirement concerns only one write, anywhere.
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
