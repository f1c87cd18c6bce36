import { isJsonObject, type JsonObject } from '../documents/document.js';
import { followed } from '../documents/openapi-validity.js';
import { IntricateSchemas, type SchemaFacts, SchemaReader, typeOf } from '../schemas/schema-facts.js';
import type { SchemaViolation } from '../schemas/schema-violation.js';
import { received, typeInWords } from '../schemas/schema-words.js';
import { type Segments, writePath } from '../values/path.js';
import { schemaIn } from './description-differences.js';

type Disallowed = Pick<SchemaViolation, 'expected' | 'received'> & { readonly at: Segments };

/**
 * Judges the body of a response by the schema that a document of the target has for it (clause 8.1): types, listed
 * values and required fields. Of alternatives, only what they share excludes a value.
 *
 * @param document - the root of an OpenAPI 3.0 or 3.1 document, which may be hostile
 * @param operation - the operation in it
 * @param response - as it came: its media type in lower case and without parameters, its body as parsed JSON
 * @returns the first value that the schema doesn't allow; `allowed`; undefined if the document has no schema for the body,
 * or one that exceeds the limit
 */
export function judgedAsDescribed(
  document: JsonObject,
  operation: JsonObject,
  { status, mediaType, body }: { status: number; mediaType: string; body: unknown },
): Pick<SchemaViolation, 'path' | 'expected' | 'received'> | 'allowed' | undefined {
  const responses = isJsonObject(operation.responses) ? operation.responses : {};
  const own = responses[status] ?? responses[`${String(status)[0]}XX`] ?? responses.default;
  const schema = schemaIn(followed(document, own), mediaType);
  if (schema === undefined) return undefined;
  if (allowedBy.get(Object(body)) === schema) return 'allowed';
  try {
    const found = disallowed(SchemaReader.of(document), schema, body);
    if (found !== undefined) return { ...found, path: writePath(found.at) };
    allowedBy.set(Object(body), schema);
    return 'allowed';
  } catch (error) {
    if (error instanceof IntricateSchemas) return undefined;
    throw error;
  }
}

/** The schema that last allowed a body: lists are read again and again, and equal ones are one value. */
const allowedBy = new WeakMap<object, unknown>();

/** The first value in one that a schema doesn't allow, with the keys and indexes that lead to it. */
function disallowed(reader: SchemaReader, schema: unknown, value: unknown): Disallowed | undefined {
  const facts = reader.facts(schema);
  const expected = brokenRule(facts, value);
  if (expected !== undefined) return { at: [], expected, received: received(value) };
  const { items, properties, others, required } = facts;
  const isList = Array.isArray(value);
  if (!isList && !isJsonObject(value)) return undefined;
  for (const name of isList ? [] : required)
    if (!Object.hasOwn(value, name) && properties.get(name)?.writeOnly !== true)
      return { at: [name], expected: 'the field to be present', received: 'nothing' };
  for (const key in value) {
    const own = isList ? items : (properties.get(key) ?? others);
    const found = own && disallowed(reader, own, Reflect.get(value, key));
    if (found !== undefined) return { ...found, at: [key, ...found.at] };
  }
  return undefined;
}

/** The rule that a value itself breaks, in words; undefined if it breaks none. */
function brokenRule({ types, values }: SchemaFacts, value: unknown): string | undefined {
  const type = typeOf(value);
  if (types !== undefined && !types.has(type) && !(type === 'integer' && types.has('number')))
    return [...types].map(typeInWords).join(' or ');
  // Null may be allowed next to the listed values.
  const isListed = values === undefined || typeof value === 'object' || values.has(value);
  return isListed ? undefined : `one of: ${[...values].join(', ')}`;
}
