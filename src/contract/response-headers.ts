import type { DocumentedHeader } from './documented-header.js';
import { operation } from './operations.js';
import { schemaViolations } from './schema-violation.js';
import type { OperationId } from './types.js';

/** A header of a response that the contract does not allow as it is. */
export interface HeaderViolation {
  /** In lower case. */
  readonly name: string;
  /** In words: `an integer`, `at most 60`, `the header to be present`. */
  readonly expected: readonly string[];
  /** The value in quotes, or that there is none. */
  readonly received: string;
  /** The gaps whose assumption the violated rule rests on; none where it is stated or derived. */
  readonly gaps: readonly string[];
}

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

/**
 * Judges one header of a response by the contract: it is there where it is required, and where it is there its value
 * fits its schema (clauses 4.4 and 8.1, gap G-14). A number is written in decimal digits alone.
 *
 * @param header - what the contract documents
 * @param value - of the response; undefined where it doesn't have the header
 * @returns nothing where the header is as documented
 */
export function headerViolation(
  header: DocumentedHeader,
  value: string | undefined,
): HeaderViolation | undefined {
  const name = header.name.toLowerCase();
  if (value === undefined) {
    if (!header.required) return undefined;
    const gaps = gapsOf(header.requiredOrigin.gap);
    return { name, expected: ['the header to be present'], received: 'no such header', gaps };
  }
  const violations = schemaViolations(header.schemaPointer, parsed(header, value));
  if (violations.length === 0) return undefined;
  return {
    name,
    expected: [violations.map(({ expected }) => expected).join(', ')],
    received: `"${value}"`,
    gaps: [...new Set([...violations.flatMap(({ gaps }) => gaps), ...gapsOf(header.origin.gap)])],
  };
}

/** A header is text; what its schema calls an integer is read as one where it is written as one. */
function parsed({ schema }: DocumentedHeader, value: string): unknown {
  return schema.type === 'integer' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

function gapsOf(gap: string | undefined): readonly string[] {
  return gap === undefined ? [] : [gap];
}
