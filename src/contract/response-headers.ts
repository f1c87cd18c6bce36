import type { DocumentedHeader } from './documented-header.js';
import { operation } from './operations.js';
import { schemaViolations } from './schema-violation.js';
import type { OperationId } from './types.js';

/** A header of a response that violates the contract. */
export interface HeaderViolation {
  /** In lower case. */
  readonly name: string;
  /** In words: `an integer`, `at most 60`, `the header to be present`. */
  readonly expected: readonly string[];
  /** The value in quotes, or `no such header`. */
  readonly received: string;
  /** The gaps on whose assumptions the violated rule rests; empty if it is stated or derived. */
  readonly gaps: readonly string[];
}

/**
 * The headers that the contract documents for a status of an operation (clauses 4.4 and 8.1, gap G-14).
 *
 * @param operationId - the operation
 * @param status - the status of the response
 * @returns the headers, required and optional; empty for an undocumented status
 */
export function responseHeaders(operationId: OperationId, status: number): readonly DocumentedHeader[] {
  return operation(operationId).responses.find((each) => each.status === status)?.headers ?? [];
}

/**
 * Judges one header of a response by the contract: a required header must be present, and the value of a present header
 * must match its schema (clauses 4.4 and 8.1, gap G-14). A number consists of decimal digits only.
 *
 * @param header - the header that the contract documents
 * @param value - its value in the response; undefined if the response doesn't have it
 * @returns undefined if the header is as documented
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

/** A header is text: if its schema expects an integer and the value consists of digits, this reads it as a number. */
function parsed({ schema }: DocumentedHeader, value: string): unknown {
  return schema.type === 'integer' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

function gapsOf(gap: string | undefined): readonly string[] {
  return gap === undefined ? [] : [gap];
}
