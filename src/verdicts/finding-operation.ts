// The report page shows findings as well, and its bundle must not contain the contract, so this file imports nothing.

/** The part of a finding that names its operations. */
interface FoundAt {
  /** The operation that showed the violation. */
  readonly operationId: string;
  /** The write whose effect is wrong, if that is a different operation. */
  readonly write?: string;
}

/** The operation that breaks a promise: the write whose effect is wrong, even if a read showed it. */
export function operationOf({ operationId, write = operationId }: FoundAt): string {
  return write;
}

/** The operation of a finding, as every report names it: `updateProductStatus, seen at getStatusResults`. */
export function operationInWords(finding: FoundAt): string {
  const operation = operationOf(finding);
  return operation === finding.operationId ? operation : `${operation}, seen at ${finding.operationId}`;
}
