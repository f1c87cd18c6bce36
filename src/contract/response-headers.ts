import type { DocumentedHeader } from './documented-header.js';
import { operation } from './operations.js';
import type { OperationId } from './types.js';

/**
 * The headers that the contract documents for a status of an operation (clauses 4.4 and 8.1, gap G-14).
 *
 * @param operationId - the operation
 * @param status - of the response
 * @returns the headers, required and optional; none for a status that is not documented
 */
export function responseHeaders(operationId: OperationId, status: number): readonly DocumentedHeader[] {
  return operation(operationId).responses.find((each) => each.status === status)?.headers ?? [];
}
