import { target } from '../documents/document.js';
import { isClosed, writtenBy } from '../mapping/file/file-steps.js';
import type { TargetFile } from '../mapping/file/target-file.js';
import { type DocumentedHeader, operation } from '../operations.js';
import type { OperationId } from '../types.js';
import { member, parsePath } from '../values/path.js';
import { type SchemaViolation, schemaViolations } from './schema-violation.js';

export type { SchemaViolation } from './schema-violation.js';

/**
 * Judges the body of a response, in our words, by the contract (clauses 2 to 4 and 7).
 *
 * A file (PDF, CSV) has no schema, so it is never a violation here; its media type is judged elsewhere. An undocumented
 * success status is judged elsewhere too: here its body must match that of the documented success.
 *
 * @param operationId - the operation that was called
 * @param status - the status of the response
 * @param body - parsed JSON; undefined if there is no body, or it isn't JSON
 * @param seen - the value on the wire for one of our paths, if the target has words of its own
 * @returns every violation; empty if the body conforms; an undocumented error status is a violation
 */
export function validateResponse(
  operationId: OperationId,
  status: number,
  body: unknown,
  seen?: (ours: string) => unknown,
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
  return schemaViolations(response.schemaPointer, body, seen);
}

/**
 * Judges the body of a response of a target that may have words of its own.
 *
 * @param operationId - the operation that was called
 * @param exchange - the exchange with the response, in our words and as it came over the wire
 * @param file - the target's file
 * @returns every violation, with its path on the wire and, if it differs, ours next to it; violations of rules that the
 * target's file closes are marked
 */
export function validateReceived(
  operationId: OperationId,
  { status, json, receivedJson, onTheWire }: ReceivedResponse,
  file: TargetFile | undefined = target.file,
): readonly SchemaViolation[] {
  if (onTheWire === undefined) return validateResponse(operationId, status, json);
  const { pathInTheirs } = onTheWire;
  const seen = (ours: string) => (parsePath(pathInTheirs(ours)) ?? []).reduce(member, receivedJson);
  return validateResponse(operationId, status, json, seen).map((each) => {
    const { path: ours, keyword } = each;
    const path = pathInTheirs(ours);
    const isSuccess = status >= 200 && status < 300;
    const steps = file === undefined || !isSuccess ? [] : writtenBy(file, operationId, ours);
    const expected = [
      each.expected,
      ...(keyword === 'required' ? [] : steps.map((step) => `(${step})`)),
    ].join(' ');
    const closed = isSuccess && file !== undefined && isClosed(file, operationId, ours, keyword);
    return { ...each, path, expected, ...(path !== ours && { ours }), ...(closed && { closed }) };
  });
}

/** The parts of an exchange that are judged. */
interface ReceivedResponse {
  readonly status: number;
  readonly json: unknown;
  readonly receivedJson: unknown;
  readonly onTheWire?: { readonly pathInTheirs: (ours: string) => string };
}

function derived(keyword: string, expected: string, received: string): SchemaViolation {
  return { path: '', expected, received, keyword, provenance: 'derived', gaps: [] };
}

/** A response header that violates the contract. */
interface HeaderViolation {
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
 * Judges one response header by the contract: a required header must be present, and the value of a header that is
 * present must match its schema (clauses 4.4 and 8.1, gap G-14). A number consists of decimal digits only.
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
    const gaps = [header.requiredOrigin.gap ?? []].flat();
    return { name, expected: ['the header to be present'], received: 'no such header', gaps };
  }
  const violations = schemaViolations(header.schemaPointer, parsed(header, value));
  if (violations.length === 0) return undefined;
  const gaps = [...violations.flatMap((each) => each.gaps), header.origin.gap ?? []].flat();
  return {
    name,
    expected: [violations.map(({ expected }) => expected).join(', ')],
    received: `"${value}"`,
    gaps: [...new Set(gaps)],
  };
}

/** A header is text: if its schema allows an integer and the value consists of digits, this reads it as a number. */
function parsed({ schema }: DocumentedHeader, value: string): unknown {
  return [schema.type].flat().includes('integer') && /^\d{1,15}$/.test(value) ? Number(value) : value;
}
