import { contract } from '../contract/document.js';
import type { Operation } from '../contract/operations.js';
import { type Origin, originOf } from '../contract/origin.js';
import { Place } from '../contract/schema-compiler.js';
import { objectOf, type Shape, type ShapeField, shapeOfSchema } from './shape.js';

/** The contract's view of the parts of an operation; no body if it documents none in JSON. */
export interface OurParts {
  readonly path: Shape;
  readonly query: Shape;
  readonly request?: Shape;
  readonly response?: Shape;
}

const known = new Map<string, OurParts>();

/** The parts of an operation in the contract, read once. */
export function oursOf(operation: Operation): OurParts {
  const parts = known.get(operation.operationId) ?? read(operation);
  known.set(operation.operationId, parts);
  return parts;
}

function read(operation: Operation): OurParts {
  const { requestBody: body, responses, successStatuses } = operation;
  const success = responses.find((each) => successStatuses.includes(each.status) && each.body === 'json');
  return {
    path: parameters(operation, 'path'),
    query: parameters(operation, 'query'),
    ...(body === undefined ? {} : { request: bodyAt(body.schemaPointer, [body.origin]) }),
    ...(success?.schemaPointer === undefined
      ? {}
      : { response: bodyAt(success.schemaPointer, [success.origin]) }),
  };
}

function parameters(operation: Operation, location: 'path' | 'query'): Shape {
  const fields = operation.parameters
    .filter((parameter) => parameter.in === location)
    .map(({ name, schema, origin, required }): [string, ShapeField] => [
      name,
      { shape: { ...shapeOfSchema(contract, schema, [origin]), origin }, required },
    ]);
  return objectOf(new Map(fields), { provenance: 'assumed' });
}

function bodyAt(pointer: string, around: readonly Origin[]): Shape {
  const { written } = new Place(contract, pointer);
  // Keywords next to a reference describe the reference itself.
  return shapeOfSchema(contract, written, [originOf(written) ?? [], ...around].flat());
}
