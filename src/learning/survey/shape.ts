import { isJsonObject, type JsonObject } from '../../contract/documents/document.js';
import { followed } from '../../contract/documents/openapi-validity.js';
import { type Bounds, boundKeywords } from '../../contract/mapping/file/target-file.js';
import { isLinearPattern } from '../../contract/schemas/linear-pattern.js';
import { leastCertain, type Origin, originOf } from '../../contract/schemas/origin.js';
import { ReadingBudget, SchemaReader, typeOf } from '../../contract/schemas/schema-facts.js';
import { limits } from '../../contract/values/limits.js';
import type { Source } from '../propose/findings.js';

/** A field of an object, and whether it must be present. */
export interface ShapeField {
  readonly shape: Shape;
  readonly required: boolean;
}

/** The known facts about a value: those of a schema, and the seen values. */
export interface Shape {
  /** Types of JSON Schema without `null`; empty if any is possible. */
  readonly types: ReadonlySet<string>;
  readonly nullable: boolean;
  /** The only possible values; undefined if the schema doesn't restrict them. */
  readonly values?: ReadonlySet<unknown>;
  /** Values that are named without excluding others, and those of `values`. */
  readonly words: ReadonlySet<string>;
  readonly format?: string;
  readonly bounds: Bounds;
  /** The schema's description of it. */
  readonly text: string;
  readonly fields: ReadonlyMap<string, ShapeField>;
  /** The shape of a list's entries. */
  readonly items?: Shape;
  /** Values that were seen here. */
  readonly samples: readonly unknown[];
  /** The origin of the element, including its containers; the target's elements have none. */
  readonly origin?: Origin;
  /** The origins of keywords that have their own. */
  readonly keywordOrigin?: (keyword: string) => Origin;
}

/** A shape without any known facts. */
export const unknownShape: Shape = {
  types: new Set(),
  nullable: false,
  words: new Set(),
  bounds: {},
  text: '',
  fields: new Map(),
  samples: [],
};

/** The places that the shapes of a document may have together. */
export function placesOfDocument(): ReadingBudget {
  return new ReadingBudget(limits.places, (most) => `its schemas have more than ${most} places`);
}

/** Deeper than any body. */
const deepest = 12;

/**
 * The shape that a schema describes. A schema inside itself is unknown there: the shape around it has its fields.
 * @param document - the root of the OpenAPI document, for its references
 * @param schema - the schema of the value
 * @param around - origins of the value's containers; given for the contract alone
 * @param places - the places that are left for the shapes of a document
 * @throws IntricateSchemas when the schema has too many places, or takes too many steps to read
 */
export function shapeOfSchema(
  document: JsonObject,
  schema: unknown,
  around?: readonly Origin[],
  places = placesOfDocument(),
): Shape {
  const schemas = SchemaReader.of(document);
  /** @param outer - the schemas of everything that contains the value, with references followed */
  const read = (
    written: unknown,
    containers: readonly Origin[] | undefined,
    outer: readonly unknown[],
  ): Shape => {
    places.spend(1);
    const own = followed(document, written);
    if (outer.length === deepest || outer.includes(own)) return unknownShape;
    const facts = schemas.facts(written);
    const { sources, items } = facts;
    const [origin] = sources.flatMap((source) => originOf(source) ?? []);
    const origins = containers && [...(origin ? [origin] : []), ...containers];
    const below = (part: unknown) => read(part, origins, [...outer, own]);
    const types = new Set(facts.types ?? []);
    const nullable = types.delete('null');
    const values = facts.values && new Set([...facts.values].filter((each) => each !== null));
    const format = facts.bounds.get('format');
    const bounds = boundKeywords.flatMap((keyword) => {
      const bound = facts.bounds.get(keyword);
      const isPattern = keyword === 'pattern' && typeof bound === 'string' && isLinearPattern(bound);
      return isPattern || typeof bound === 'number' ? [[keyword, bound]] : [];
    });
    const fields = [...facts.properties].map(([name, property]): [string, ShapeField] => [
      name,
      { shape: below(property), required: facts.required.has(name) },
    ]);
    return {
      types,
      nullable,
      values,
      words: new Set([...facts.named, ...(values ?? [])].filter((each) => typeof each === 'string')),
      format: typeof format === 'string' ? format : undefined,
      bounds: Object.fromEntries(bounds),
      text: textOf(sources),
      fields: new Map(fields),
      items: items && below(items),
      samples: [],
      origin: origins && leastCertain(origins),
      keywordOrigin:
        containers &&
        ((keyword) => {
          const [told] = sources.flatMap((source) => originOf(source, keyword) ?? []);
          return leastCertain([...(told ? [told] : []), ...containers]);
        }),
    };
  };
  return read(schema, around, []);
}

function textOf(sources: readonly JsonObject[]): string {
  return sources
    .flatMap(({ title, description }) => [title, description])
    .filter((each) => typeof each === 'string')
    .join(' ')
    .slice(0, 500);
}

/** The number of values of one place that are kept. */
const mostSamples = 400;

/**
 * Adds seen values to a shape, with the fields that only they have. If no schema is known, types and required fields
 * follow from the values.
 * @param hasSchema - whether the shape comes from a schema
 * @param left - the places that the values may show together; they show no others
 */
export function withSamples(
  shape: Shape,
  values: readonly unknown[],
  hasSchema: boolean,
  left = { places: limits.places },
): Shape {
  const samples = values.slice(0, mostSamples);
  if (samples.length === 0) return shape;
  const objects = samples.filter(isJsonObject);
  const entries = samples.filter((each) => Array.isArray(each)).flat();
  const names = new Set([...shape.fields.keys(), ...namesIn(objects, left)]);
  const fields = new Map<string, ShapeField>();
  for (const name of names) {
    const known = shape.fields.get(name);
    const seen = objects.filter((each) => Object.hasOwn(each, name)).map((each) => each[name]);
    fields.set(name, {
      shape: withSamples(known?.shape ?? unknownShape, seen, hasSchema && known !== undefined, left),
      required: known?.required ?? (!hasSchema && seen.length === objects.length),
    });
  }
  const types = new Set(samples.filter((each) => each !== null).map(typeOf));
  if (types.has('number')) types.delete('integer');
  const isMap = fields.size > 0 && shape.fields.size === 0 && hasSchema;
  const items = shape.items ?? (entries.length > 0 ? unknownShape : undefined);
  return {
    ...shape,
    types: shape.types.size > 0 || hasSchema ? shape.types : types,
    nullable: shape.nullable || (!hasSchema && samples.includes(null)),
    fields: isMap ? shape.fields : fields,
    items: items && withSamples(items, entries, hasSchema && shape.items !== undefined, left),
    samples,
  };
}

/** The names of objects, as long as places are left. */
function namesIn(objects: readonly JsonObject[], left: { places: number }): ReadonlySet<string> {
  const names = new Set<string>();
  for (const each of objects)
    for (const name of Object.keys(each))
      if (!names.has(name) && left.places > 0) {
        names.add(name);
        left.places -= 1;
      }
  return names;
}

/** Whether a mapping may change it: stated elements can't be closed. */
export function isOpen({ origin }: Shape): boolean {
  return origin === undefined || origin.provenance === 'assumed';
}

/** The shape of an object with these fields. */
export function objectOf(fields: ReadonlyMap<string, ShapeField>, origin?: Origin): Shape {
  return { ...unknownShape, types: new Set(['object']), fields, origin };
}

/** What shows a place of the target: a response, if a value was seen at any of these shapes, or else a description. */
export function sourceOf(...theirs: readonly Shape[]): Source {
  const isSeen = ({ samples, items }: Shape) => samples.length > 0 || (items?.samples.length ?? 0) > 0;
  return theirs.some(isSeen) ? 'answered' : 'described';
}
