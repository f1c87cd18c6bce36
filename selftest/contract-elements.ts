import { isJsonObject, type JsonObject, jsonPointer } from '../src/contract/documents/base-document.js';

type ElementKind = keyof typeof elementsBelow;

/** A part of the contract that says where it comes from. */
export interface Element {
  readonly kind: ElementKind;
  /** JSON Pointer of the place that defines it; a mere reference to an element is not listed. */
  readonly pointer: string;
  readonly node: JsonObject;
  /** For a property, header or request body: whether it must be present. */
  readonly required: boolean;
}

const inSchema = {
  'properties/*': 'property',
  items: 'schema',
  additionalProperties: 'schema',
  'allOf/*': 'schema',
  'anyOf/*': 'schema',
} as const;

/**
 * Where each kind of element has further elements: keys on the way, `*` for any. A property is the schema of one field
 * of an object.
 */
const elementsBelow = {
  operation: { 'parameters/*': 'parameter', requestBody: 'requestBody', 'responses/*': 'response' },
  parameter: { schema: 'schema' },
  requestBody: { 'content/*/schema': 'schema' },
  response: { 'headers/*': 'header', 'content/*/schema': 'schema' },
  header: { schema: 'schema' },
  securityScheme: {},
  schema: inSchema,
  property: inSchema,
} as const;

/** The kinds of elements. */
export const elementKinds = Object.keys(elementsBelow);

/**
 * Lists every element of a contract, down to the field.
 * @param document the root of the document
 */
export function elementsOf(document: JsonObject): readonly Element[] {
  return elementsIn(document, '', {
    'paths/*/get': 'operation',
    'paths/*/post': 'operation',
    'paths/*/patch': 'operation',
    'paths/*/delete': 'operation',
    'components/securitySchemes/*': 'securityScheme',
    'components/parameters/*': 'parameter',
    'components/headers/*': 'header',
    'components/responses/*': 'response',
    'components/schemas/*': 'schema',
  });
}

function elementsIn(
  holder: JsonObject,
  at: string,
  below: Readonly<Record<string, ElementKind>>,
): readonly Element[] {
  return Object.entries(below).flatMap(([path, kind]) =>
    membersAt(holder, at, path.split('/')).flatMap(([pointer, node]): readonly Element[] => {
      // A property that refers to a schema has its provenance next to the reference.
      if (kind !== 'property' && '$ref' in node && Object.keys(node).length === 1) return [];
      const name = pointer.slice(pointer.lastIndexOf('/') + 1);
      const required = kind === 'property' ? [holder.required].flat().includes(name) : node.required === true;
      return [{ kind, pointer, node, required }, ...elementsIn(node, pointer, elementsBelow[kind])];
    }),
  );
}

function membersAt(
  value: unknown,
  at: string,
  [key, ...rest]: readonly string[],
): readonly (readonly [pointer: string, node: JsonObject])[] {
  if (key === undefined) return isJsonObject(value) ? [[at, value]] : [];
  const members = Object.entries(Object(value)).filter(([name]) => key === '*' || name === key);
  return members.flatMap(([name, member]) => membersAt(member, at + jsonPointer(name), rest));
}
