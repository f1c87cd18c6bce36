import fc from 'fast-check';
import { isJsonObject, type JsonObject, segmentsOf } from '../base-document.js';
import { readOperations } from '../operations.js';
import { Place, SchemaCompiler } from '../schema-compiler.js';
import { SchemaCopies } from './schema-copies.js';

/**
 * Values that a schema of the contract allows, for tests.
 * @param document - the contract that contains the schema
 * @param schema - with the keywords that the contract uses
 */
export function valuesOf(document: JsonObject, schema: JsonObject): fc.Arbitrary<unknown> {
  const copies = new SchemaCopies(document);
  const values = (written: JsonObject): fc.Arbitrary<unknown> => {
    const opened = copies.opened(written);
    if (Array.isArray(opened.enum)) return fc.constantFrom(...opened.enum);
    if ('const' in opened) return fc.constant(opened.const);
    const branches = Array.isArray(opened.anyOf) ? opened.anyOf.filter(isJsonObject) : [];
    if (branches.length > 0) return fc.oneof(...branches.map(values));
    return fc.oneof(...[opened.type].flat().map((type) => ofType(String(type), opened)));
  };
  const ofType = (type: string, opened: JsonObject): fc.Arbitrary<unknown> => {
    if (type === 'null') return fc.constant(null);
    if (type === 'boolean') return fc.boolean();
    if (type === 'string') return texts(opened);
    if (type === 'integer' || type === 'number') return numbers(opened, type === 'integer');
    if (type === 'array') {
      const minLength = Number(opened.minItems ?? 0);
      return fc.array(isJsonObject(opened.items) ? values(opened.items) : fc.jsonValue(), {
        minLength,
        maxLength: Math.max(minLength, Math.min(3, Number(opened.maxItems ?? 3))),
      });
    }
    return objects(opened);
  };
  const objects = (opened: JsonObject): fc.Arbitrary<unknown> => {
    const properties = isJsonObject(opened.properties) ? opened.properties : {};
    const fields = Object.entries(properties).map(
      ([name, schema]) => [name, values(Object(schema))] as const,
    );
    const required = Array.isArray(opened.required) ? opened.required.map(String) : [];
    const known = fc.record(Object.fromEntries(fields), { requiredKeys: required });
    if (!isJsonObject(opened.additionalProperties)) return known;
    return fc.dictionary(fc.constantFrom('de-DE', 'en-GB', '__proto__'), values(opened.additionalProperties));
  };
  return values(schema);
}

function texts({ format, pattern, minLength = 0, maxLength = 40 }: JsonObject): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'uri') return fc.webUrl();
  if (format === 'date-time')
    return fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  return fc.string({
    minLength: Number(minLength),
    maxLength: Math.min(Number(maxLength), 40),
    unit: 'binary',
  });
}

/** Numbers with two decimals at most, as amounts of money have. */
function numbers(schema: JsonObject, whole: boolean): fc.Arbitrary<number> {
  const [least, most] = [Number(schema.minimum ?? 1), Number(schema.maximum ?? 1_000_000)];
  if (whole || schema.multipleOf === 1) return fc.integer({ min: least, max: most });
  return fc.integer({ min: least * 100, max: most * 100 }).map((hundredths) => hundredths / 100);
}

/**
 * The same value with one place spoilt: another type, another word, or missing.
 * @param value - parsed JSON
 */
export function spoilt(value: unknown): fc.Arbitrary<unknown> {
  return fc
    .tuple(fc.nat(), fc.constantFrom<unknown>(null, 7, '7', true, 'no such word', {}, []))
    .map(([at, other]) => {
      const places = placesIn(value, []);
      const place = places[at % places.length] ?? [];
      return replaced(value, place, at % 5 === 0 && place.length > 0 ? undefined : other);
    });
}

function placesIn(value: unknown, here: readonly string[]): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [here];
  return [here, ...Object.entries(value).flatMap(([key, member]) => placesIn(member, [...here, key]))];
}

/** The value with a replacement at a place; undefined removes that part. */
function replaced(value: unknown, [first, ...rest]: readonly string[], other: unknown): unknown {
  if (first === undefined) return other;
  if (Array.isArray(value)) {
    const entries = value.map((entry, index) =>
      String(index) === first ? replaced(entry, rest, other) : entry,
    );
    return entries.filter((entry) => entry !== undefined);
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, key === first ? replaced(member, rest, other) : member] as const)
      .filter(([, member]) => member !== undefined),
  );
}

/**
 * A contract for readers, without the examples that a bound of the target excludes.
 * @param document - the root of an OpenAPI 3.1 document
 * @returns the same document in which every example is valid
 */
export function withFittingExamples(document: JsonObject): JsonObject {
  const compiler = new SchemaCompiler(document);
  return readOperations(document)
    .flatMap(({ requestBody, responses }) => [
      ...(requestBody === undefined ? [] : [requestBody.schemaPointer]),
      ...responses.flatMap(({ body, schemaPointer }) => (body === 'json' ? (schemaPointer ?? []) : [])),
    ])
    .filter((pointer) => {
      const { node } = new Place(document, pointer.slice(0, pointer.lastIndexOf('/')));
      return 'example' in node && !compiler.validator(pointer)(node.example);
    })
    .reduce((made, pointer) => withoutExample(made, segmentsOf(pointer).slice(0, -1)), document);
}

function withoutExample(value: JsonObject, [first, ...rest]: readonly string[]): JsonObject {
  if (first === undefined) {
    const { example: _, ...media } = value;
    return media;
  }
  const member = value[first];
  return isJsonObject(member) ? { ...value, [first]: withoutExample(member, rest) } : value;
}
