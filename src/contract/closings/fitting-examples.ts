import { isJsonObject, type JsonObject } from '../base-document.js';
import { segmentsOf } from '../json-pointer.js';
import { readOperations } from '../operations.js';
import { Place } from '../place.js';
import { SchemaCompiler } from '../schema-compiler.js';

/**
 * A contract for readers: an example that a bound of the target's rules out is left out.
 *
 * @param document - the root of an OpenAPI 3.1 document
 * @returns the same document where every example fits
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
