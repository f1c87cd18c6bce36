import { operation } from './operations.js';
import { type SchemaViolation, schemaViolations } from './schema-violation.js';
import type { OperationId } from './types.js';

export type { SchemaViolation } from './schema-violation.js';

/**
 * Judges the body of a response by the contract (clauses 2 to 4 and 7).
 *
 * A file (PDF, CSV) has no schema to be judged by and is never a violation here; its media type is judged elsewhere. A
 * success status that is not documented is judged elsewhere too: its body is held against that of the documented success.
 *
 * @param operationId - the operation that was called
 * @param status - of the response
 * @param body - parsed JSON; undefined for no body, or one that isn't JSON
 * @returns every violation, none when the body fits; an error status that is not documented is a violation
 */
export function validateResponse(
  operationId: OperationId,
  status: number,
  body: unknown,
): readonly SchemaViolation[] {
  const { responseFor, documentedStatuses } = operation(operationId);
  const response = responseFor(status);
  if (response === undefined) {
    return [derived('status', `one of the statuses ${documentedStatuses.join(', ')}`, `status ${status}`)];
  }
  if (response.body === 'none') {
    const empty = body === undefined || body === null || body === '' || response.status !== status;
    return empty ? [] : [derived('content', `no body with status ${status}`, 'a body')];
  }
  if (response.body === 'file' || response.schemaPointer === undefined) return [];
  return schemaViolations(response.schemaPointer, body);
}

function derived(keyword: string, expected: string, received: string): SchemaViolation {
  return { path: '', expected, received, keyword, provenance: 'derived', gaps: [] };
}
