import { isJsonObject, type JsonObject } from '../contract/document.js';
import type { Operation } from '../contract/operations.js';
import { Place } from '../contract/place.js';
import type { DescribedOperation } from '../target/described-operations.js';
import type { DescribedError } from './errors.js';
import { objectOf, type Shape, type ShapeField, shapeOfSchema, unknownShape } from './shape.js';

/** The parts of an operation as a live description has them. */
export class DescribedParts {
  readonly #document: JsonObject;
  readonly #described: DescribedOperation | undefined;

  constructor(document: JsonObject, described: DescribedOperation | undefined) {
    this.#document = document;
    this.#described = described;
  }

  get query(): Shape {
    return this.#parameters('query');
  }

  /** By their place in the path: their names don't matter. */
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
    const body = this.#resolved(this.#described?.operation.requestBody);
    return this.#schemaIn(body) ?? unknownShape;
  }

  get response(): Shape {
    return this.#success ?? unknownShape;
  }

  get hasResponse(): boolean {
    return this.#success !== undefined;
  }

  /** Statuses that it documents; those of a class or `default` not among them. */
  get statuses(): readonly number[] {
    return Object.keys(this.#responses).flatMap((status) => (/^\d{3}$/.test(status) ? [Number(status)] : []));
  }

  /** What it says of the body of an error; undefined where it documents none for the status. */
  error(status: number): DescribedError | undefined {
    const { [status]: response } = this.#responses;
    const { content } = this.#resolved(response);
    const [type] = Object.keys(isJsonObject(content) ? content : {});
    if (type === undefined) return undefined;
    const shape = this.#schemaIn(this.#resolved(response));
    const bare = type.split(';')[0]?.trim().toLowerCase() ?? type;
    return { type: bare, ...(shape === undefined ? {} : { shape }) };
  }

  get #success(): Shape | undefined {
    for (const [status, response] of Object.entries(this.#responses)) {
      const shape = /^2(\d\d|XX)$/.test(status) ? this.#schemaIn(this.#resolved(response)) : undefined;
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
      Array.isArray(list) ? list.map((each) => this.#resolved(each)) : [],
    );
    const fields = declared
      .filter((each) => each.in === location && typeof each.name === 'string')
      .map(({ name, schema, required }): [string, ShapeField] => [
        String(name),
        { shape: shapeOfSchema(this.#document, schema), required: required === true },
      ]);
    return objectOf(new Map(fields));
  }

  #schemaIn(holder: JsonObject): Shape | undefined {
    const content = isJsonObject(holder.content) ? holder.content : {};
    const [, media] = Object.entries(content).find(([type]) => /[/+]json\b/.test(type)) ?? [];
    if (!isJsonObject(media) || !isJsonObject(media.schema)) return undefined;
    return shapeOfSchema(this.#document, media.schema);
  }

  #resolved(value: unknown): JsonObject {
    if (!isJsonObject(value)) return {};
    if (typeof value.$ref !== 'string') return value;
    try {
      return new Place(this.#document, value.$ref.replace(/^#/, '')).node;
    } catch {
      // A reference that leads nowhere says nothing.
      return {};
    }
  }
}
