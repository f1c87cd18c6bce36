import { isJsonObject, type JsonObject } from './document.js';
import { Place } from './place.js';

/**
 * The schemas that lead to a value of a body: those of the fields and lists that contain it, with the references
 * between them. They show how certain it is that the value exists at all.
 *
 * @param document - the contract
 * @param pointer - JSON Pointer of the schema of the whole body
 * @param segments - keys and indexes from the body's root to the value
 * @param target - the value's schema to find: the same object as in the document
 * @returns the schemas from the target out to the whole body's schema; empty if the path doesn't lead to the target
 */
export function schemaTrail(
  document: JsonObject,
  pointer: string,
  segments: readonly string[],
  target: unknown,
): readonly JsonObject[] {
  const root = rawAt(document, pointer);
  return root === undefined ? [] : (search(document, root, segments, target) ?? []);
}

function search(
  document: JsonObject,
  schema: JsonObject,
  segments: readonly string[],
  target: unknown,
): readonly JsonObject[] | undefined {
  if (segments.length === 0 && schema === target) return [schema];
  for (const each of sameValue(document, schema)) {
    const trail = search(document, each, segments, target);
    if (trail !== undefined) return [...trail, schema];
  }
  const [segment, ...rest] = segments;
  const below = segment === undefined ? undefined : memberOf(schema, segment);
  const trail = below === undefined ? undefined : search(document, below, rest, target);
  return trail === undefined ? undefined : [...trail, schema];
}

/** The schemas that describe the same value as this one. */
function sameValue(document: JsonObject, schema: JsonObject): readonly JsonObject[] {
  const referenced = typeof schema.$ref === 'string' ? [new Place(document, schema.$ref.slice(1)).node] : [];
  const branches = Array.isArray(schema.allOf) ? schema.allOf.filter(isJsonObject) : [];
  return [...referenced, ...branches];
}

function memberOf(schema: JsonObject, segment: string): JsonObject | undefined {
  const property = isJsonObject(schema.properties) ? schema.properties[segment] : undefined;
  return [property, schema.items, schema.additionalProperties].find(isJsonObject);
}

function rawAt(document: JsonObject, pointer: string): JsonObject | undefined {
  const parent = new Place(document, pointer.slice(0, pointer.lastIndexOf('/')));
  const schema = parent.node[pointer.slice(pointer.lastIndexOf('/') + 1)];
  return isJsonObject(schema) ? schema : undefined;
}
