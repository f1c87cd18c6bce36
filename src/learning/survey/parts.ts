import { contract, isJsonObject, type JsonObject } from '../../contract/documents/document.js';
import { DocumentNode } from '../../contract/documents/document-node.js';
import { followed } from '../../contract/documents/openapi-validity.js';
import { type Operation, operations } from '../../contract/operations.js';
import { type Origin, originOf } from '../../contract/schemas/origin.js';
import {
  type DescribedOperation,
  describedOperations,
  operationKey,
} from '../../target/load-live-description.js';
import { objectOf, placesOfDocument, type Shape, type ShapeField, shapeOfSchema } from './shape.js';

/** The parts of an operation; no body if it documents none in JSON. */
export interface Parts {
  readonly path: Shape;
  readonly query: Shape;
  readonly request?: Shape;
  readonly response?: Shape;
}

/** The body of an error according to a live description. */
export interface DescribedError {
  readonly type: string;
  /** The shape of its JSON. */
  readonly shape?: Shape;
}

/** The parts of an operation according to a live description. */
export interface DescribedParts extends Parts {
  /** The documented statuses, without classes of statuses and `default`. */
  readonly statuses: readonly number[];
  /** The bodies of errors, by their status. */
  readonly errors: ReadonlyMap<number, DescribedError>;
}

/**
 * Reads the contract's operations in a live description.
 * @returns the parts of each that it has, by their ids
 * @throws IntricateSchemas when their shapes have too many places together
 */
export function describedParts({
  document,
  operations: described = describedOperations(document),
}: {
  readonly document: unknown;
  readonly operations?: ReadonlyMap<string, DescribedOperation>;
}): ReadonlyMap<string, DescribedParts> {
  const root = isJsonObject(document) ? document : {};
  const places = placesOfDocument();
  const shapeOf = (schema: unknown) => shapeOfSchema(root, schema, undefined, places);
  const bodyIn = (holder: JsonObject): Shape | undefined => {
    const [, media] = mediaIn(holder).find(([type]) => /[/+]json\b/.test(type)) ?? [];
    return isJsonObject(media) && isJsonObject(media.schema) ? shapeOf(media.schema) : undefined;
  };
  const partsOf = (own: Operation, { operation, item }: DescribedOperation): DescribedParts => {
    const parameters = (location: 'path' | 'query') =>
      new Map(
        [item.parameters, operation.parameters]
          .flatMap((list) => (Array.isArray(list) ? list.map((each) => followed(root, each)) : []))
          .filter((each) => each.in === location && typeof each.name === 'string')
          .map(({ name, schema, required }): [string, ShapeField] => [
            String(name),
            { shape: shapeOf(schema), required: required === true },
          ]),
      );
    // By position in the path: the names of its parameters don't matter.
    const names = own.parameters.filter((each) => each.in === 'path').map(({ name }) => name);
    const path = [...parameters('path').values()]
      .slice(0, names.length)
      .map((field, index): [string, ShapeField] => [names[index] ?? '', field]);
    const responses = Object.entries(Object(operation.responses)).map(([status, response]) => {
      const body = followed(root, response);
      return { status, shape: bodyIn(body), type: mediaIn(body)[0]?.[0].split(';')[0]?.trim().toLowerCase() };
    });
    const numbered = responses.filter(({ status }) => /^\d{3}$/.test(status));
    return {
      path: objectOf(new Map(path)),
      query: objectOf(parameters('query')),
      request: bodyIn(followed(root, operation.requestBody)),
      response: responses.find(({ status, shape }) => /^2(\d\d|XX)$/.test(status) && shape !== undefined)
        ?.shape,
      statuses: numbered.map(({ status }) => Number(status)),
      errors: new Map(
        numbered.flatMap(({ status, shape, type }) =>
          type === undefined ? [] : [[Number(status), { type, shape }]],
        ),
      ),
    };
  };
  return new Map(
    operations.flatMap((own) => {
      const found = described.get(operationKey(own.method, own.path));
      return found === undefined ? [] : [[own.operationId, partsOf(own, found)]];
    }),
  );
}

function mediaIn({ content }: JsonObject): readonly [type: string, media: unknown][] {
  return Object.entries(isJsonObject(content) ? content : {});
}

const known = new Map<string, Parts>();

/** The parts of an operation in the contract, read once. */
export function oursOf(operation: Operation): Parts {
  const parts = known.get(operation.operationId) ?? read(operation);
  known.set(operation.operationId, parts);
  return parts;
}

function read(operation: Operation): Parts {
  const { requestBody: body } = operation;
  const success = operation.responseFor(200);
  return {
    path: parameters(operation, 'path'),
    query: parameters(operation, 'query'),
    request: body && bodyAt(body.schemaPointer, [body.origin]),
    response:
      success?.schemaPointer === undefined || success.body !== 'json'
        ? undefined
        : bodyAt(success.schemaPointer, [success.origin]),
  };
}

/** A parameter that no request needs: a service without it, or with another name for it, leaves no question open. */
const dispensable = 'cursor';

function parameters(operation: Operation, location: 'path' | 'query'): Shape {
  const fields = operation.parameters
    .filter((parameter) => parameter.in === location && parameter.name !== dispensable)
    .map(({ name, schema, origin, required }): [string, ShapeField] => [
      name,
      { shape: { ...shapeOfSchema(contract, schema, [origin]), origin }, required },
    ]);
  return objectOf(new Map(fields), { provenance: 'assumed' });
}

function bodyAt(pointer: string, around: readonly Origin[]): Shape {
  const { written } = new DocumentNode(contract, pointer);
  // Keywords next to a reference describe the reference itself.
  return shapeOfSchema(contract, written, [originOf(written) ?? [], ...around].flat());
}
