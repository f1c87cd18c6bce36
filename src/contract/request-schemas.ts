import { contract, type JsonObject } from './document.js';
import { operation } from './operations.js';
import { Place } from './schema-compiler.js';
import { SchemaReader } from './schema-facts.js';
import { type SchemaViolation, schemaViolations } from './schema-violation.js';
import type { OperationId } from './types.js';

/**
 * The schema of an operation's request body, with the bounds that a target accepts (gaps G-02, G-11, G-13, G-16).
 *
 * @param operationId - an operation that takes a body
 * @returns the schema, with the references in it unresolved
 * @throws RangeError when the operation takes no body
 */
export function requestBodySchema(operationId: OperationId): JsonObject {
  return new Place(contract, bodyPointer(operationId)).node;
}

/**
 * The schema of one item of a batch write (clauses 4.2 and 4.3, gap G-11).
 *
 * @param operationId - one of the 7 batch writes
 * @returns the schema, with the references in it unresolved
 * @throws RangeError when the operation is not a batch write
 */
export function requestItemSchema(operationId: OperationId): JsonObject {
  const pointer = operation(operationId).itemSchemaPointer;
  if (pointer === undefined) throw new RangeError(`${operationId} is not a batch write`);
  return new Place(contract, pointer).node;
}

/** The most items that a batch write may have on this target; undefined if there is no bound (gap G-16). */
export function mostItemsOf(operationId: OperationId): number | undefined {
  const body = schemas.facts(requestBodySchema(operationId)).properties.get('items');
  const most = body === undefined ? undefined : schemas.facts(body).bounds.get('maxItems')?.value;
  return typeof most === 'number' ? most : undefined;
}

const schemas = new SchemaReader(contract);

/**
 * Judges a request body by the contract, to make sure that a body sent as valid really is valid.
 *
 * @param operationId - an operation that takes a body
 * @param body - the value that would be sent as JSON
 * @returns every violation; empty if the body conforms
 * @throws RangeError when the operation takes no body
 */
export function validateRequestBody(operationId: OperationId, body: unknown): readonly SchemaViolation[] {
  return schemaViolations(bodyPointer(operationId), body);
}

function bodyPointer(operationId: OperationId): string {
  const body = operation(operationId).requestBody;
  if (body === undefined) throw new RangeError(`${operationId} takes no body`);
  return body.schemaPointer;
}
