import { fieldId, parameterId, valueId } from './coverage-ids.js';
import { type NamedValue, type Shape, shapeOf } from './coverage-shape.js';
import { contract, isJsonObject, type JsonObject } from './document.js';
import type { Operation } from './operation.js';
import { operations } from './operations.js';
import type { Origin } from './origin.js';
import { Place } from './place.js';
import type { OperationId } from './types.js';

/** A part of the contract that a run may or may not see. */
export interface Coverable {
  /** `getStatusResults 200 items[].success`, `getStatusResults 200 status=retry`, `listProducts query page`. */
  readonly id: string;
  readonly kind: 'field' | 'value' | 'parameter';
  readonly operationId: OperationId;
  /** The status of the response that contains the field or the value; undefined for a parameter. */
  readonly status?: number;
  /** `items[].success`, `descriptions{}`; the name of a parameter. */
  readonly path: string;
  /** The location of a parameter; undefined for fields and values. */
  readonly in?: 'path' | 'query';
  /** The named value; undefined for fields and parameters. */
  readonly value?: NamedValue;
  readonly origin: Origin;
}

/** What an operation can show: the parameters of its requests, and the body of each status that has a JSON schema. */
export interface OperationShapes {
  readonly operation: Operation;
  readonly bodies: ReadonlyMap<number, Shape>;
}

/** What each operation can show (clauses 2, 4 and 7), by its id. */
export const shapesOfOperations: ReadonlyMap<string, OperationShapes> = new Map(
  operations.map((operation) => [
    operation.operationId,
    { operation, bodies: bodiesOf(contract, operation) },
  ]),
);

/** Every field, named value and parameter of the contract, in its order; statuses are counted separately. */
export const coverables: readonly Coverable[] = [...shapesOfOperations.values()].flatMap(
  ({ operation, bodies }) => [
    ...parametersOf(operation),
    ...[...bodies].flatMap(([status, shape]) => inBody(operation.operationId, status, shape)),
  ],
);

function parametersOf({ operationId, parameters }: Operation): readonly Coverable[] {
  return parameters.map(({ name, in: location, origin }) => ({
    id: parameterId(operationId, location, name),
    kind: 'parameter',
    operationId,
    path: name,
    in: location,
    origin,
  }));
}

function inBody(operationId: OperationId, status: number, shape: Shape): readonly Coverable[] {
  const { path, origin, counts, values, fields, entries, others } = shape;
  const place = { operationId, status, path };
  const id = fieldId(operationId, status, path);
  return [
    ...(counts ? [{ id, kind: 'field' as const, ...place, origin }] : []),
    ...[...values].map(([value, from]): Coverable => {
      return { id: valueId(operationId, status, path, value), kind: 'value', ...place, value, origin: from };
    }),
    ...[...fields.values(), entries, others].flatMap((below) =>
      below === undefined ? [] : inBody(operationId, status, below),
    ),
  ];
}

function bodiesOf(document: JsonObject, { responses }: Operation): ReadonlyMap<number, Shape> {
  return new Map(
    responses.flatMap(({ status, body, schemaPointer, origin }) =>
      body !== 'json' || schemaPointer === undefined
        ? []
        : [[status, shapeOf(document, writtenAt(document, schemaPointer), origin)] as const],
    ),
  );
}

/** The schema with its `$ref` unresolved: the keywords next to the `$ref` say where the body comes from. */
export function writtenAt(document: JsonObject, pointer: string): JsonObject {
  const media = new Place(document, pointer.slice(0, -'/schema'.length));
  const { schema } = media.node;
  return isJsonObject(schema) ? schema : media.at('schema').node;
}
