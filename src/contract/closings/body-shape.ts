import { isJsonObject, type JsonObject } from '../base-document.js';
import { leastCertain, type Origin, originOf } from '../origin.js';
import { eachEntry, type Segments } from '../path.js';
import { type Part, partsOf } from '../schema-compiler.js';

/** A place in a body, and all schemas that describe it. */
export interface Spot {
  readonly parts: readonly Part[];
  /** The origins of everything that contains it, nearest first. */
  readonly around: readonly Origin[];
  /** Whether the object that contains it requires it. */
  readonly required: boolean;
}

/** The body of a request or an answer, or the parameters of a request as an object. */
export class BodyShape {
  readonly #document: JsonObject;
  readonly #root: Spot;

  /**
   * @param document - the contract that contains the schema
   * @param schema - of the whole body
   * @param around - the origin of the request or answer that has the body
   */
  constructor(document: JsonObject, schema: JsonObject, around: readonly Origin[]) {
    this.#document = document;
    this.#root = { parts: partsOf(document, schema), around, required: true };
  }

  /** The shape at a path; undefined if the contract has nothing there. */
  at(path: Segments): Spot | undefined {
    return path.reduce<Spot | undefined>((spot, segment) => spot && this.#below(spot, segment), this.#root);
  }

  #below({ parts, around }: Spot, segment: string): Spot | undefined {
    for (const { schema, origins } of parts) {
      const members = segment === eachEntry ? { [eachEntry]: schema.items } : schema.properties;
      const found = isJsonObject(members) && Object.hasOwn(members, segment) ? members[segment] : undefined;
      if (!isJsonObject(found)) continue;
      const required = parts.some((part) => [part.schema.required].flat().includes(segment));
      return { parts: partsOf(this.#document, found), around: [...origins, ...around], required };
    }
    return undefined;
  }
}

/** The names of an object's fields; empty if it isn't an object. */
export function fieldsOf({ parts }: Spot): readonly string[] {
  return [
    ...new Set(
      parts.flatMap(({ schema }) => (isJsonObject(schema.properties) ? Object.keys(schema.properties) : [])),
    ),
  ];
}

/** The types of a value, without null. */
export function typesOf({ parts }: Spot): readonly string[] {
  const types = parts.flatMap(({ schema }) => schema.type ?? []).flat();
  return [...new Set(types.filter((type) => typeof type === 'string' && type !== 'null').map(String))];
}

/** Whether a value can be null. */
export function isNullable({ parts }: Spot): boolean {
  return parts.some(takesNull);
}

function takesNull({ schema }: { readonly schema: JsonObject }): boolean {
  return [schema.type].flat().includes('null');
}

/** The origin of the assumption that there is such a value at all. */
export function originOfSpot({ parts, around }: Spot): Origin {
  // Keywords next to a reference describe the reference itself.
  const own = parts.find(({ origins }) => origins.length > 0)?.origins ?? [];
  return leastCertain([...own.slice(-1), ...around]);
}

/** The origin of a keyword of a value; undefined if no schema has the keyword. */
export function originOfKeyword({ parts, around }: Spot, keyword: string): Origin | undefined {
  const part = keyword === 'null' ? parts.find(takesNull) : parts.find(({ schema }) => keyword in schema);
  if (part === undefined) return undefined;
  const own = originOf(part.schema, keyword);
  return leastCertain([...(own === undefined ? [] : [own]), ...around]);
}

/** The origin of the rule that a value must be present. */
export function originOfRequired({ parts, around }: Spot): Origin {
  const own = parts.flatMap(({ schema }) => originOf(schema, 'required') ?? [])[0];
  return leastCertain([...(own === undefined ? [] : [own]), ...around]);
}

/** The words that a value can be. */
export function wordsOf({ parts }: Spot): {
  /** Each with its origin. */
  readonly known: ReadonlyMap<string, Origin>;
  /** Whether other words are possible too. */
  readonly open: boolean;
} {
  const known = new Map<string, Origin>();
  for (const { schema, origins } of parts)
    for (const word of Array.isArray(schema.enum) ? schema.enum : [])
      if (typeof word === 'string')
        known.set(word, originOf(schema, 'enum') ?? origins[0] ?? { provenance: 'stated' });
  const open =
    !parts.some(({ schema }) => Array.isArray(schema.enum)) || parts.some(({ schema }) => 'anyOf' in schema);
  return { known, open };
}

const assumed = { 'x-provenance': 'assumed', 'x-gap': 'G-12' };

/**
 * The body of a delivered event (clause 6, gap G-12). It is not part of the contract, which describes requests to the
 * service.
 */
export const deliverySchema: JsonObject = {
  description: 'An event as it is delivered.',
  type: 'object',
  ...assumed,
  required: ['id', 'event', 'timestamp', 'subscription_id', 'message'],
  properties: {
    id: { description: 'The id of the event.', type: 'string', ...assumed },
    event: { description: 'The name of the event.', type: 'string', ...assumed },
    timestamp: { description: 'When the event happened.', type: 'string', format: 'date-time', ...assumed },
    subscription_id: {
      description: 'The id of the subscription.',
      $ref: '#/components/schemas/RecordId',
      ...assumed,
    },
    message: { description: 'The event, and the thing that it concerns.', type: 'object', ...assumed },
  },
};
