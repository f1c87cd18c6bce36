import { isJsonObject, type JsonObject, jsonPointer } from './base-document.js';
import { methods } from './operations.js';
import { Place } from './schema-compiler.js';

/** The kind of an element of the contract. A property is the schema of one field of an object. */
type ElementKind =
  | 'operation'
  | 'parameter'
  | 'requestBody'
  | 'response'
  | 'header'
  | 'securityScheme'
  | 'schema'
  | 'property';

/** A part of the contract that says where it comes from. */
export interface Element {
  readonly kind: ElementKind;
  /** JSON Pointer of the place that defines it; a mere reference to another element is not listed. */
  readonly pointer: string;
  readonly node: JsonObject;
  /** For a property, header or request body: whether it must be present. */
  readonly required: boolean;
}

/**
 * Lists every element of a contract, down to the field.
 *
 * @param document - the root of the document
 * @returns the elements, each once, in the order of the document
 */
export function elementsOf(document: JsonObject): readonly Element[] {
  return [
    ...members(document, '', 'paths').flatMap(([pointer, item]) =>
      Object.keys(methods).flatMap((method) => child(item, pointer, method).flatMap(asOperation)),
    ),
    ...component(document, 'securitySchemes').flatMap(([pointer, node]) => [
      element('securityScheme', pointer, node),
    ]),
    ...component(document, 'parameters').flatMap(asParameter),
    ...component(document, 'headers').flatMap(asHeader),
    ...component(document, 'responses').flatMap(asResponse),
    ...component(document, 'schemas').flatMap(asSchema),
  ];
}

type Entry = readonly [pointer: string, node: JsonObject];

function asOperation([pointer, node]: Entry): readonly Element[] {
  return [
    element('operation', pointer, node),
    ...members(node, pointer, 'parameters').flatMap(asParameter),
    ...child(node, pointer, 'requestBody').flatMap(asRequestBody),
    ...members(node, pointer, 'responses').flatMap(asResponse),
  ];
}

function asParameter([pointer, node]: Entry): readonly Element[] {
  if (isReference(node)) return [];
  return [element('parameter', pointer, node), ...child(node, pointer, 'schema').flatMap(asSchema)];
}

function asRequestBody([pointer, node]: Entry): readonly Element[] {
  return [element('requestBody', pointer, node), ...contentSchemas(node, pointer)];
}

function asResponse([pointer, node]: Entry): readonly Element[] {
  if (isReference(node)) return [];
  const headers = members(node, pointer, 'headers').flatMap(asHeader);
  return [element('response', pointer, node), ...headers, ...contentSchemas(node, pointer)];
}

function asHeader([pointer, node]: Entry): readonly Element[] {
  if (isReference(node)) return [];
  return [element('header', pointer, node), ...child(node, pointer, 'schema').flatMap(asSchema)];
}

function contentSchemas(node: JsonObject, pointer: string): readonly Element[] {
  return members(node, pointer, 'content').flatMap(([at, media]) =>
    child(media, at, 'schema').flatMap(asSchema),
  );
}

function asSchema(entry: Entry): readonly Element[] {
  const [pointer, node] = entry;
  return isReference(node) ? [] : [element('schema', pointer, node), ...schemasIn(entry)];
}

function schemasIn([pointer, node]: Entry): readonly Element[] {
  const required = Array.isArray(node.required) ? node.required : [];
  const properties = members(node, pointer, 'properties').flatMap(([at, property]): Element[] => [
    {
      kind: 'property',
      pointer: at,
      node: property,
      required: required.includes(at.slice(at.lastIndexOf('/') + 1)),
    },
    ...schemasIn([at, property]),
  ]);
  const inner = ['items', 'additionalProperties'].flatMap((key) =>
    child(node, pointer, key).flatMap(asSchema),
  );
  const branches = ['allOf', 'anyOf'].flatMap((key) => members(node, pointer, key).flatMap(asSchema));
  return [...properties, ...inner, ...branches];
}

function element(kind: ElementKind, pointer: string, node: JsonObject): Element {
  return { kind, pointer, node, required: node.required === true };
}

/** Whether a node is only a `$ref`. A property that refers to a schema has its provenance next to the `$ref`. */
function isReference(node: JsonObject): boolean {
  return '$ref' in node && Object.keys(node).length === 1;
}

function component(document: JsonObject, name: string): readonly Entry[] {
  return new Place(document, '').node.components === undefined
    ? []
    : child(document, '', 'components').flatMap(([pointer, node]) => members(node, pointer, name));
}

function members(node: JsonObject, pointer: string, key: string): readonly Entry[] {
  const member = node[key];
  if (typeof member !== 'object' || member === null) return [];
  return Object.entries(member).flatMap(([name, value]): Entry[] =>
    isJsonObject(value) ? [[pointer + jsonPointer(key, name), value]] : [],
  );
}

function child(node: JsonObject, pointer: string, key: string): readonly Entry[] {
  const value = node[key];
  return isJsonObject(value) ? [[pointer + jsonPointer(key), value]] : [];
}
