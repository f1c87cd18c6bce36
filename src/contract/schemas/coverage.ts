import { contract, isJsonObject, type JsonObject } from '../documents/document.js';
import { DocumentNode } from '../documents/document-node.js';
import { type Operation, operations } from '../operations.js';
import type { OperationId } from '../types.js';
import { eachEntry, eachMember } from '../values/path.js';
import { leastCertain, type Origin, originOf } from './origin.js';
import { type Part, Spot } from './spot.js';

/** A value that a schema names: from an `enum` or a `const`, or one of the two booleans. */
type NamedValue = string | number | boolean | null;

/**
 * A value of a body and all values below it, as far as their schemas don't contain themselves.
 * @param outer - the schemas of everything that contains the value
 */
function placesIn(spot: Spot, outer: readonly JsonObject[] = []): readonly Spot[] {
  const schemas = spot.parts.map(({ schema }) => schema);
  if (schemas.some((schema) => outer.includes(schema))) return [spot];
  return [spot, ...spot.members.flatMap((each) => placesIn(each, [...outer, ...schemas]))];
}

/**
 * Whether coverage counts a value itself. It doesn't count the body, or an entry of a list or a map that has fields:
 * their fields are counted instead.
 */
function counts({ path, members }: Spot): boolean {
  return path !== '' && (!/(?:\[\]|\{\})$/.test(path) || members.length === 0);
}

/** The values that a schema names, each with its origin. */
function namedIn({ parts }: Spot): ReadonlyMap<NamedValue, Origin> {
  return new Map(parts.flatMap(valuesOf));
}

function valuesOf({ schema, origins }: Part): readonly (readonly [NamedValue, Origin])[] {
  const named = (values: unknown, keyword?: string): readonly (readonly [NamedValue, Origin])[] => {
    const origin = leastCertain([originOf(schema, keyword) ?? [], ...origins].flat());
    return Array.isArray(values) ? values.filter(isNamedValue).map((value) => [value, origin] as const) : [];
  };
  if ('const' in schema) return named([schema.const], 'const');
  if ([schema.type].flat().includes('boolean')) return named([true, false]);
  return named(schema.enum, 'enum');
}

function isNamedValue(value: unknown): value is NamedValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** A part of the contract that a run may or may not see. */
export interface Coverable {
  /** `getStatusResults 200 items[].success`, `getStatusResults 200 status=retry`, `listProducts query page`. */
  readonly id: string;
  readonly kind: 'status' | 'field' | 'value' | 'parameter';
  readonly operationId: OperationId;
  readonly origin: Origin;
}

/** The possible contents of the bodies of each operation, by its id and the status (clauses 2, 4 and 7). */
const bodies: ReadonlyMap<string, Spot> = new Map(
  operations.flatMap(({ operationId, responses }) =>
    responses.flatMap(({ status, body, schemaPointer, origin }) =>
      body !== 'json' || schemaPointer === undefined
        ? []
        : [
            [
              `${operationId} ${status}`,
              Spot.of(contract, new DocumentNode(contract, schemaPointer).written, [origin]),
            ] as const,
          ],
    ),
  ),
);

/** Every parameter, status, field and named value of the contract, in its order. */
export const coverables: readonly Coverable[] = operations.flatMap(
  ({ operationId, parameters, responses }) => [
    ...parameters.map(({ name, in: location, origin }) => ({
      id: `${operationId} ${location} ${name}`,
      kind: 'parameter' as const,
      operationId,
      origin,
    })),
    ...responses.flatMap(({ status, origin }) => [
      { id: `${operationId} ${status}`, kind: 'status' as const, operationId, origin },
      ...inBody(operationId, status),
    ]),
  ],
);

function inBody(operationId: OperationId, status: number): readonly Coverable[] {
  const whole = bodies.get(`${operationId} ${status}`);
  if (whole === undefined) return [];
  return placesIn(whole).flatMap((spot): readonly Coverable[] => {
    const id = `${operationId} ${status} ${spot.path}`;
    return [
      ...(counts(spot) ? [{ id, kind: 'field' as const, operationId, origin: spot.origin }] : []),
      ...[...namedIn(spot)].map(([value, origin]) => {
        return { id: `${id}=${value}`, kind: 'value' as const, operationId, origin };
      }),
    ];
  });
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

/** The parts of one body that haven't been seen yet. */
interface Unseen {
  readonly fields: Set<Spot>;
  readonly values: Map<Spot, Set<unknown>>;
}

/**
 * Tracks which parts of the contract have been seen. A worker process keeps a single tracker: once everything is seen,
 * it costs almost nothing.
 */
export class CoverageTracker {
  readonly #parameters = new Set(coverables.flatMap(({ id, kind }) => (kind === 'parameter' ? id : [])));
  readonly #bodies = new Map([...bodies].map(([id, shape]) => [id, unseenIn(shape)]));
  #news: string[] = [];

  /**
   * Looks at an exchange. Don't pass a request whose method or path puts it outside the operation.
   *
   * @param observed - the exchange; it shows nothing if the contract doesn't have the operation, or has no JSON body
   * for the status
   */
  observe(observed: Observed): void {
    const { operationId, status } = observed;
    if (this.#parameters.size > 0) {
      const inQuery = [...observed.query.keys()].map((name) => `${operationId} query ${name}`);
      const inPath = [...this.#parameters].filter((id) => id.startsWith(`${operationId} path `));
      for (const id of [...inPath, ...inQuery]) if (this.#parameters.delete(id)) this.#news.push(id);
    }
    const response = `${operationId} ${status}`;
    const [shape, unseen] = [bodies.get(response), this.#bodies.get(response)];
    if (shape === undefined || unseen === undefined) return;
    look(shape, observed.json, unseen, (part) => this.#news.push(`${response} ${part}`));
    if (unseen.fields.size + unseen.values.size === 0) this.#bodies.delete(response);
  }

  /** The ids of the parts seen for the first time since the last call; `coverables` lists what they stand for. */
  takeNews(): readonly string[] {
    const news = this.#news;
    this.#news = [];
    return news;
  }
}

function unseenIn(body: Spot): Unseen {
  const places = placesIn(body);
  return {
    fields: new Set(places.filter(counts)),
    values: new Map(
      places.flatMap((place) => {
        const named = [...namedIn(place).keys()];
        return named.length === 0 ? [] : [[place, new Set(named)]];
      }),
    ),
  };
}

/** The entries of a list after which the others show nothing new: a page has at most a hundred. */
const mostEntries = 500;

/** Looks at the value in one place and below it. A null shows nothing but the null. */
function look(spot: Spot, value: unknown, unseen: Unseen, show: (part: string) => void): void {
  if (value === undefined) return;
  const { path, fields } = spot;
  if (value !== null && unseen.fields.delete(spot)) show(path);
  const left = unseen.values.get(spot);
  if (left?.delete(value)) show(`${path}=${value}`);
  if (left?.size === 0) unseen.values.delete(spot);
  const below = (segment: string, inside: unknown) => {
    const found = spot.below(segment);
    if (found !== undefined) look(found, inside, unseen, show);
  };
  if (Array.isArray(value)) for (const entry of value.slice(0, mostEntries)) below(eachEntry, entry);
  else if (isJsonObject(value))
    for (const [name, each] of Object.entries(value)) below(fields.includes(name) ? name : eachMember, each);
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
