import { isJsonObject, type JsonObject } from '../documents/base-document.js';
import { resolved } from '../documents/document-node.js';
import { eachEntry, eachMember, joined, member } from '../values/path.js';
import { leastCertain, type Origin, originOf } from './origin.js';

/** A schema that describes a value. */
export interface Part {
  readonly schema: JsonObject;
  /** The origins of the schema, of everything that refers to it, and of everything that contains the value, nearest first. */
  readonly origins: readonly Origin[];
}

/**
 * A value of a body, and every schema that may describe it: references are followed, and all branches of unions are
 * possible. What every branch demands is a different question, which `SchemaFacts` answers.
 */
export class Spot {
  readonly #document: JsonObject;
  readonly #below = new Map<string, Spot | undefined>();
  /** `items[].success`; `descriptions{}` for the values of a map; `''` for the body itself. */
  readonly path: string;
  /** The given schema, the target of its reference, and the branches of its unions. */
  readonly parts: readonly Part[];
  /** The origins of everything that contains the value, nearest first. */
  readonly around: readonly Origin[];
  /** Whether the object that contains it requires it. */
  readonly isRequired: boolean;
  /** The names of an object's fields; empty if it isn't an object. */
  readonly fields: readonly string[];

  private constructor(
    document: JsonObject,
    path: string,
    parts: readonly Part[],
    around: readonly Origin[],
    isRequired: boolean,
  ) {
    this.#document = document;
    this.path = path;
    this.parts = parts;
    this.around = around;
    this.isRequired = isRequired;
    const names = parts.flatMap(({ schema }) => Object.keys(Object(schema.properties)));
    this.fields = [...new Set(names)];
  }

  /**
   * The whole body.
   * @param document - the root of an OpenAPI 3.1 document, which is valid
   * @param schema - as written
   * @param around - the origin of the request or response that contains the body
   * @throws ContractError when a reference leads nowhere
   */
  static of(document: JsonObject, schema: JsonObject, around: readonly Origin[] = []): Spot {
    return new Spot(document, '', partsOf(document, schema, around), around, true);
  }

  /** A field, any entry of a list `[]`, or any value of a map `{}`; the same object each time. */
  below(segment: string): Spot | undefined {
    if (!this.#below.has(segment)) this.#below.set(segment, this.#read(segment));
    return this.#below.get(segment);
  }

  /** The member of a value under any key or index: a field, or else an entry of the list or a value of the map. */
  under(key: string): Spot | undefined {
    // Keys that aren't fields are not kept, because a target may send any number of them.
    return this.fields.includes(key) ? this.below(key) : (this.below(eachEntry) ?? this.below(eachMember));
  }

  #read(segment: string): Spot | undefined {
    const found = this.parts.flatMap(({ schema, origins }) => {
      const { properties, items, additionalProperties } = schema;
      const members = { ...Object(properties), [eachEntry]: items, [eachMember]: additionalProperties };
      const below = member(members, segment);
      return isJsonObject(below) ? [{ below, origins }] : [];
    });
    const [first] = found;
    if (first === undefined) return undefined;
    const parts = found.flatMap(({ below, origins }) => partsOf(this.#document, below, origins));
    const isRequired = this.parts.some(({ schema }) => [schema.required].flat().includes(segment));
    return new Spot(this.#document, joined(this.path, segment), parts, first.origins, isRequired);
  }

  /** Its fields, the entries of a list, and the values of a map. */
  get members(): readonly Spot[] {
    return [...this.fields, eachEntry, eachMember].flatMap((segment) => this.below(segment) ?? []);
  }

  /** The types of a value, without null. */
  get types(): readonly string[] {
    const types = this.parts.flatMap(({ schema }) => schema.type ?? []).flat();
    return [...new Set(types.filter((type) => typeof type === 'string' && type !== 'null').map(String))];
  }

  /** The origin of the assumption that the value exists: keywords next to a reference describe the reference itself. */
  get origin(): Origin {
    const own = this.parts.map(({ schema }) => originOf(schema)).find((origin) => origin !== undefined);
    return leastCertain([...(own === undefined ? [] : [own]), ...this.around]);
  }
}

function partsOf(document: JsonObject, schema: JsonObject, around: readonly Origin[]): readonly Part[] {
  const origins = [originOf(schema) ?? [], ...around].flat();
  const referenced = typeof schema.$ref === 'string' ? [resolved(document, schema)] : [];
  const branches = [schema.allOf, schema.anyOf, schema.oneOf].flat().filter(isJsonObject);
  return [
    { schema, origins },
    ...[...referenced, ...branches].flatMap((each) => partsOf(document, each, origins)),
  ];
}
