import { contract, isJsonObject, type JsonObject } from './document.js';
import { isOperation, operation } from './operations.js';
import { originOf } from './origin.js';
import { Place } from './schema-compiler.js';

/**
 * The part of a success body that the contract documents: it drops the fields that a target adds, because the contract
 * says nothing about them. An object whose fields the contract doesn't name stays whole, and so does a value of another
 * shape.
 *
 * @param body - parsed JSON, or the value at `path` in it
 * @param path - the path from the root of the body to the value; any index stands for all entries of a list
 */
export function documentedPart(operationId: string, body: unknown, path: readonly string[] = []): unknown {
  return partOf(body, schemasAt(operationId, path).at(-1) ?? []);
}

/**
 * The gaps whose assumptions say that a success body has a value at this path, nearest first. Empty if the description
 * shows the value. If the contract doesn't document the path, the gaps of its nearest documented ancestor and above.
 */
export function gapsOfField(operationId: string, path: readonly string[]): readonly string[] {
  const levels = [[responseOf(operationId)?.node ?? {}], ...schemasAt(operationId, path)].reverse();
  const gaps = levels.flatMap((schemas) => schemas.flatMap((schema) => originOf(schema)?.gap ?? []));
  return [...new Set(gaps)];
}

/** Whether the contract documents a place in a success body: a target's file can say that it has no such field. */
export function isDocumented(operationId: string, path: readonly string[]): boolean {
  return schemasAt(operationId, path).length === path.length + 1;
}

/** The schemas that speak of each value on the way from a body to a value in it, as far as the contract documents it. */
function schemasAt(operationId: string, path: readonly string[]): readonly (readonly JsonObject[])[] {
  const root = responseOf(operationId)?.node.content;
  const media = isJsonObject(root) ? root['application/json'] : undefined;
  if (!isJsonObject(media) || !isJsonObject(media.schema)) return [];
  const levels = [ofSameValue(media.schema)];
  for (const segment of path) {
    const below = (levels.at(-1) ?? []).flatMap((schema) => memberOf(schema, segment)).flatMap(ofSameValue);
    if (below.length === 0) break;
    levels.push(below);
  }
  return levels;
}

function responseOf(operationId: string): Place | undefined {
  if (!isOperation(operationId)) return undefined;
  const { responses, successStatuses } = operation(operationId);
  const shown = responses.find(({ status, body }) => successStatuses.includes(status) && body === 'json');
  if (shown?.schemaPointer === undefined) return undefined;
  return new Place(contract, shown.schemaPointer.replace(/\/content\/.*$/, ''));
}

/** The part of a value that at least one of its schemas documents. */
function partOf(value: unknown, schemas: readonly JsonObject[]): unknown {
  if (Array.isArray(value)) {
    const entries = schemas.flatMap((schema) => schema.items ?? []).filter(isJsonObject);
    return value.map((entry) => partOf(entry, entries.flatMap(ofSameValue)));
  }
  if (!isJsonObject(value) || !schemas.some(({ properties }) => isJsonObject(properties))) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const documented = schemas.flatMap((schema) => memberOf(schema, name)).flatMap(ofSameValue);
      return documented.length === 0 ? [] : [[name, partOf(member, documented)]];
    }),
  );
}

/**
 * A schema and all others that describe the same value: the targets of its references and the branches of its unions.
 */
function ofSameValue(schema: JsonObject): readonly JsonObject[] {
  const referenced = typeof schema.$ref === 'string' ? [new Place(contract, schema.$ref.slice(1)).node] : [];
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((union) => schema[union] ?? []).filter(isJsonObject);
  return [schema, ...[...referenced, ...branches].flatMap(ofSameValue)];
}

function memberOf(schema: JsonObject, segment: string): readonly JsonObject[] {
  const { properties, items, additionalProperties } = schema;
  const property = isJsonObject(properties) ? properties[segment] : undefined;
  return [property, items, additionalProperties].filter(isJsonObject).slice(0, 1);
}
