import { contract, isJsonObject, type JsonObject } from '../../contract/documents/document.js';
import { DocumentNode } from '../../contract/documents/document-node.js';
import { followed } from '../../contract/documents/openapi-validity.js';
import { type Operation, operations } from '../../contract/operations.js';
import { type Origin, originOf } from '../../contract/schemas/origin.js';
import type { ReadingBudget } from '../../contract/schemas/schema-facts.js';
import {
  type DescribedOperation,
  describedOperations,
  operationKey,
} from '../../target/load-live-description.js';
import type { DescribedError } from './errors.js';
import {
  objectOf,
  placesOfDocument,
  type Shape,
  type ShapeField,
  shapeOfSchema,
  unknownShape,
} from './shape.js';

/** The parts of an operation according to a live description. */
export class DescribedParts {
  readonly #document: JsonObject;
  readonly #described: DescribedOperation | undefined;
  readonly #places: ReadingBudget;

  /** @param places - the places that are left for the shapes of the document; by default, for those of the operation */
  constructor(
    document: JsonObject,
    described: DescribedOperation | undefined,
    places: ReadingBudget = placesOfDocument(),
  ) {
    this.#document = document;
    this.#described = described;
    this.#places = places;
  }

  get query(): Shape {
    return this.#parameters('query');
  }

  /** By position in the path: their names don't matter. */
  path(operation: Operation): Shape {
    const names = operation.parameters.filter((each) => each.in === 'path').map(({ name }) => name);
    const theirs = [...this.#parameters('path').fields.values()];
    const fields = names.flatMap((name, index): [string, ShapeField][] => {
      const field = theirs[index];
      return field === undefined ? [] : [[name, field]];
    });
    return objectOf(new Map(fields));
  }

  get request(): Shape {
    const body = followed(this.#document, this.#described?.operation.requestBody);
    return this.#schemaIn(body) ?? unknownShape;
  }

  get response(): Shape {
    return this.#success ?? unknownShape;
  }

  get hasResponse(): boolean {
    return this.#success !== undefined;
  }

  /** The documented statuses, without classes of statuses and `default`. */
  get statuses(): readonly number[] {
    return Object.keys(this.#responses).flatMap((status) => (/^\d{3}$/.test(status) ? [Number(status)] : []));
  }

  /** The described body of an error; undefined if the description documents none for the status. */
  error(status: number): DescribedError | undefined {
    const { [status]: response } = this.#responses;
    const { content } = followed(this.#document, response);
    const [type] = Object.keys(isJsonObject(content) ? content : {});
    if (type === undefined) return undefined;
    const shape = this.#schemaIn(followed(this.#document, response));
    const bare = type.split(';')[0]?.trim().toLowerCase() ?? type;
    return { type: bare, ...(shape === undefined ? {} : { shape }) };
  }

  /** Reads every shape of the operation. @throws IntricateSchemas when they have too many places */
  readAll(): void {
    this.#parameters('path');
    this.#parameters('query');
    this.#schemaIn(followed(this.#document, this.#described?.operation.requestBody));
    for (const response of Object.values(this.#responses)) this.#schemaIn(followed(this.#document, response));
  }

  get #success(): Shape | undefined {
    for (const [status, response] of Object.entries(this.#responses)) {
      const shape = /^2(\d\d|XX)$/.test(status)
        ? this.#schemaIn(followed(this.#document, response))
        : undefined;
      if (shape !== undefined) return shape;
    }
    return undefined;
  }

  get #responses(): JsonObject {
    const { responses } = this.#described?.operation ?? {};
    return isJsonObject(responses) ? responses : {};
  }

  #parameters(location: 'path' | 'query'): Shape {
    const { operation, item } = this.#described ?? {};
    const declared = [item?.parameters, operation?.parameters].flatMap((list) =>
      Array.isArray(list) ? list.map((each) => followed(this.#document, each)) : [],
    );
    const fields = declared
      .filter((each) => each.in === location && typeof each.name === 'string')
      .map(({ name, schema, required }): [string, ShapeField] => [
        String(name),
        {
          shape: shapeOfSchema(this.#document, schema, undefined, this.#places),
          required: required === true,
        },
      ]);
    return objectOf(new Map(fields));
  }

  #schemaIn(holder: JsonObject): Shape | undefined {
    const content = isJsonObject(holder.content) ? holder.content : {};
    const [, media] = Object.entries(content).find(([type]) => /[/+]json\b/.test(type)) ?? [];
    if (!isJsonObject(media) || !isJsonObject(media.schema)) return undefined;
    return shapeOfSchema(this.#document, media.schema, undefined, this.#places);
  }
}

/**
 * Makes sure that the schemas of a live description can be read, before anything learns from them again and again.
 * @throws IntricateSchemas when the shapes of the contract's operations in it have too many places together
 */
export function requireReadable(document: JsonObject, described = describedOperations(document)): void {
  const places = placesOfDocument();
  for (const { method, path } of operations) {
    const parts = new DescribedParts(document, described.get(operationKey(method, path)), places);
    parts.readAll();
  }
}

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
  const { requestBody: body } = operation;
  const success = operation.responseFor(200);
  return {
    path: parameters(operation, 'path'),
    query: parameters(operation, 'query'),
    ...(body === undefined ? {} : { request: bodyAt(body.schemaPointer, [body.origin]) }),
    ...(success?.schemaPointer === undefined || success.body !== 'json'
      ? {}
      : { response: bodyAt(success.schemaPointer, [success.origin]) }),
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
