import { contract, isJsonObject, type JsonObject } from '../documents/document.js';
import { DocumentNode } from '../documents/document-node.js';
import { type Operation, operation, operations } from '../operations.js';
import type { OperationId } from '../types.js';
import { eachEntry, eachMember } from '../values/path.js';
import { leastCertain, type Origin, originOf } from './origin.js';
import { type Part, Spot } from './spot.js';

/** A part of the contract that a run may or may not see. */
export interface Coverable {
  /** `getStatusResults 200 items[].success`, `getStatusResults 200 status=retry`, `listProducts query page`. */
  readonly id: string;
  readonly kind: 'status' | 'field' | 'value' | 'parameter';
  readonly operationId: OperationId;
  readonly origin: Origin;
}

/** Every parameter, status, field and named value of the contract, in its order. */
export const coverables: readonly Coverable[] = operations.flatMap(
  ({ operationId, parameters, responses }) => [
    ...parameters.map(({ name, in: location, origin }) => ({
      id: `${operationId} ${location} ${name}`,
      kind: 'parameter' as const,
      operationId,
      origin,
    })),
    ...responses.flatMap(({ status, origin }) => {
      const id = `${operationId} ${status}`;
      const whole = bodyOf(operationId, status);
      const parts = whole === undefined ? [] : partsIn(whole);
      return [
        { id, kind: 'status' as const, operationId, origin },
        ...parts.map((part) => ({ ...part, id: `${id} ${part.id}`, operationId })),
      ];
    }),
  ],
);

/** The body of a response of an operation (clauses 2, 4 and 7); undefined if it isn't JSON. */
function bodyOf(operationId: OperationId, status: number): Spot | undefined {
  const response = operation(operationId).responses.find((each) => each.status === status);
  if (response?.body !== 'json' || response.schemaPointer === undefined) return undefined;
  return Spot.of(contract, new DocumentNode(contract, response.schemaPointer).written, [response.origin]);
}

/**
 * The fields of a body and the values that their schemas name, as far as the schemas don't contain themselves. The body,
 * and an entry of a list or a map that has fields, are not counted: their fields are.
 * @param outer - the schemas of everything that contains the value
 */
function partsIn(spot: Spot, outer: readonly JsonObject[] = []): readonly Omit<Coverable, 'operationId'>[] {
  const { path, origin, parts, members } = spot;
  const schemas = parts.map(({ schema }) => schema);
  const isEndless = schemas.some((schema) => outer.includes(schema));
  const isCounted = path !== '' && (!/(?:\[\]|\{\})$/.test(path) || members.length === 0);
  const named = new Map(parts.flatMap(namedBy));
  return [
    ...(isCounted ? [{ id: path, kind: 'field' as const, origin }] : []),
    ...[...named].map(([value, each]) => ({ id: `${path}=${value}`, kind: 'value' as const, origin: each })),
    ...(isEndless ? [] : members.flatMap((each) => partsIn(each, [...outer, ...schemas]))),
  ];
}

/** The values that a schema names, from an `enum` or a `const`, or the two booleans, each with its origin. */
function namedBy({ schema, origins }: Part): readonly (readonly [unknown, Origin])[] {
  const keyword = 'const' in schema ? 'const' : 'enum';
  const isBoolean = [schema.type].flat().includes('boolean') && keyword === 'enum';
  const values = keyword === 'const' ? [schema.const] : isBoolean ? [true, false] : schema.enum;
  const origin = leastCertain([originOf(schema, isBoolean ? undefined : keyword) ?? [], origins].flat());
  return Array.isArray(values) ? values.map((value) => [value, origin] as const) : [];
}

/** The parts of an exchange that coverage needs. */
export interface Observed {
  readonly operationId: string;
  readonly status: number;
  /** The query of the request. */
  readonly query: URLSearchParams;
  /** The body parsed as JSON; undefined if it isn't JSON. The tracker only reads it if it may contain something new. */
  readonly json: unknown;
}

/** The entries of a list after which the others show nothing new, and the characters of a value that a schema may name. */
const most = { entries: 500, characters: 100 } as const;

/** Tracks which parts of the contract have been seen. A worker process keeps a single tracker. */
export class CoverageTracker {
  /** What was not seen yet of the query, of the path, and of the body with each status of an operation. */
  readonly #unseen = new Map<string, Set<string>>();
  readonly #bodies = new Map<string, Spot | undefined>();
  /** The paths of values that a schema names; there are far more of others. */
  readonly #named = new Set<string | undefined>();
  /** The response of which a body was last: pages of lists are read again and again, and equal ones are one value. */
  readonly #lookedAt = new WeakMap<object, string>();
  #news: string[] = [];

  constructor() {
    for (const { id, kind, operationId } of coverables) {
      const [, of = '', ...rest] = id.split(' ');
      const place = `${operationId} ${of}`;
      if (kind === 'value') this.#named.add(rest.join(' ').split('=')[0]);
      if (kind === 'status') this.#bodies.set(place, bodyOf(operationId, Number(of)));
      else this.#unseen.set(place, (this.#unseen.get(place) ?? new Set()).add(rest.join(' ')));
    }
  }

  /**
   * Looks at an exchange. Don't pass a request whose method or path puts it outside the operation.
   *
   * @param observed - the exchange; it shows nothing if the contract doesn't have the operation, or has no JSON body
   * for the status
   */
  observe(observed: Observed): void {
    const { operationId, status, query } = observed;
    for (const name of query.keys()) this.#see(`${operationId} query`, name);
    for (const name of this.#unseen.get(`${operationId} path`) ?? []) this.#see(`${operationId} path`, name);
    const response = `${operationId} ${status}`;
    const body = this.#bodies.get(response);
    if (body === undefined || !this.#unseen.get(response)?.size) return;
    const { json } = observed;
    if (this.#lookedAt.get(Object(json)) === response) return;
    this.#lookedAt.set(Object(json), response);
    this.#look(response, body, json);
  }

  /** Looks at the value in one place and below it. A null shows nothing but the null. */
  #look(response: string, spot: Spot, value: unknown): void {
    if (value === undefined) return;
    if (value !== null) this.#see(response, spot.path);
    const below = (segment: string, inside: unknown) => {
      const found = spot.below(segment);
      if (found !== undefined) this.#look(response, found, inside);
    };
    if (Array.isArray(value)) for (const entry of value.slice(0, most.entries)) below(eachEntry, entry);
    else if (isJsonObject(value))
      for (const [name, each] of Object.entries(value))
        below(spot.fields.includes(name) ? name : eachMember, each);
    else if (this.#named.has(spot.path) && String(value).length <= most.characters)
      this.#see(response, `${spot.path}=${value}`);
  }

  #see(place: string, part: string): void {
    if (this.#unseen.get(place)?.delete(part)) this.#news.push(`${place} ${part}`);
  }

  /** The ids of the parts seen for the first time since the last call; `coverables` lists what they stand for. */
  takeNews(): readonly string[] {
    const news = this.#news;
    this.#news = [];
    return news;
  }
}

const anyIdMayExist =
  'the request contains only an id, and any string may be an id: a target whose ids have no fixed format answers 404 instead';

const malformedIdIsUnknown =
  'a target may treat an id in a different format as an id that does not exist, and answer 404';

const falseIsLeftOut = 'a target may omit the field when it is false, as with is_default';

const sharedShape =
  'a non-textile component consists of a material only; it has this field because both compositions share a shape';

const nothingToRefuse = 'the operation accepts nothing but the key, so a service may have nothing to refuse';

/**
 * Parts of the contract that a run may never see even if it sends every request, each with the reason, by the id of the
 * coverable. An entry only excuses a part that was not seen: if a target shows it after all, it counts as seen.
 */
export const coverageExceptions: Readonly<Record<string, string>> = {
  ...Object.fromEntries(operations.flatMap(unlikelyRefusal)),
  ...Object.fromEntries(
    coverables
      .filter(({ id }) => id.endsWith('material_composition_non_textile[].components[].fraction'))
      .map(({ id }) => [id, sharedShape]),
  ),
  'getAttributeGroups 200 [].is_multiselect=false': falseIsLeftOut,
  'createWebhook 200 enabled=false': 'no request can create a subscription that is disabled from the start',
};

/** The refusal of invalid input, and its message, where a request contains nothing that must be invalid. */
function unlikelyRefusal({ operationId, parameters, requestBody }: Operation): readonly [string, string][] {
  if (requestBody !== undefined || parameters.some((each) => each.in === 'query')) return [];
  const [id] = parameters;
  const ofId = id?.schema.type === 'integer' ? malformedIdIsUnknown : anyIdMayExist;
  const reason = id === undefined ? nothingToRefuse : ofId;
  return [`${operationId} 400`, `${operationId} 400 message`].map((part) => [part, reason]);
}
