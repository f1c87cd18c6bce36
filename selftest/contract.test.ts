import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { baseContract, isJsonObject, type JsonObject } from '../src/contract/documents/base-document.js';
import { DocumentNode } from '../src/contract/documents/document-node.js';
import { batchWrites, operation, readOperations } from '../src/contract/operations.js';
import { gapIds } from '../src/contract/requirements/requirement-ids.generated.js';
import { SchemaCompiler } from '../src/contract/schemas/schema-compiler.js';
import { jsonPointer } from '../src/contract/values/path.js';
import { slashedPaths } from '../tools/generate.js';

const trailingSlash = 'no-path-trailing-slash';
const root = new URL('../', import.meta.url);
const text = readFileSync(new URL('schemas/openapi.yaml', root), 'utf8');

/** Paths that end with a slash in the description, which Redocly advises against. */
const slashed = slashedPaths();

test("Redocly's recommended rules, all of them on, find nothing but the slashes of the description", async () => {
  expect(await lintProblems(baseContract)).toEqual([]);
  const found = await lint(baseContract);
  expect(found.map(({ ruleId }) => ruleId)).toEqual(slashed.map(() => trailingSlash));
  expect(found.map(({ location }) => location[0]?.pointer).sort()).toEqual([...slashed].sort());
});

test('swagger-parser considers the contract valid', async () => {
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  const api = await SwaggerParser.validate(JSON.parse(JSON.stringify(baseContract)));
  expect(api.info.version).toBe('1.3.0');
});

test('every schema compiles in the strict mode of Ajv', () => {
  const schemas = elementsOf(baseContract).filter(({ kind }) => kind === 'schema');
  expect(schemas.length).toBeGreaterThan(100);
  expect(compileProblems(baseContract)).toEqual([]);
});

test('every operation documents 401 and 429, and every results operation belongs to a batch write', () => {
  expect(operationProblems(baseContract)).toEqual([]);
});

test('the entries of every list have a key, which distinguishes them', () => {
  expect(keyProblems(baseContract)).toEqual([]);
});

test('every element says where it comes from, down to the field', () => {
  const kinds = new Set(elementsOf(baseContract).map(({ kind }) => kind));
  expect(kinds).toEqual(new Set(elementKinds));
  expect(provenanceProblems(baseContract)).toEqual([]);
});

test('no response forbids further fields', () => {
  const closed = elementsOf(baseContract).filter(({ node }) => node.additionalProperties === false);
  expect(closed).toEqual([]);
  expect(text).not.toContain('unevaluatedProperties');
});

test('an echoed item has the fields of the submitted one and requires no more', () => {
  for (const { operationId, resultsOperation = operationId, itemSchemaPointer = '' } of batchWrites) {
    const submitted = new DocumentNode(baseContract, itemSchemaPointer).node;
    const echoed = echoOf(resultsOperation).node;
    expect(fieldsOf(echoed), operationId).toEqual(fieldsOf(submitted));
    expect(submitted.required, operationId).toEqual(expect.arrayContaining([echoed.required].flat()));
  }
});

test('every JSON body, every parameter and every header has an example that is valid', () => {
  const bodies = examplesOfBodies(baseContract);
  expect(bodies.length).toBeGreaterThan(120);
  expect(examplesOf(baseContract).length).toBeGreaterThan(bodies.length);
  expect(exampleProblems(baseContract)).toEqual([]);
});

test('the example of a request names only fields that the contract documents', () => {
  const closed = new SchemaCompiler(withoutFurtherFields(baseContract));
  for (const { pointer, schemaPointer, value } of examplesOfBodies(baseContract)) {
    const validate = closed.validator(schemaPointer);
    expect(validate(value), `${pointer} ${JSON.stringify(validate.errors?.[0]?.params)}`).toBe(true);
  }
});

async function lint(copy: JsonObject) {
  const { createConfig, lintFromString } = await import('@redocly/openapi-core');
  const config = await createConfig({ extends: ['recommended'] });
  return lintFromString({ source: JSON.stringify(copy), absoluteRef: 'openapi.json', config });
}

async function lintProblems(copy: JsonObject): Promise<readonly string[]> {
  const found = await lint(copy);
  return found
    .filter(
      ({ ruleId, location }) => ruleId !== trailingSlash || !slashed.includes(String(location[0]?.pointer)),
    )
    .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

function compileProblems(copy: JsonObject): readonly string[] {
  const compiler = new SchemaCompiler(copy);
  const pointers = elementsOf(copy).flatMap(({ kind, pointer }) => (kind === 'schema' ? [pointer] : []));
  const bodies = readOperations(copy).flatMap(({ requestBody, responses }) => [
    ...(requestBody === undefined ? [] : [requestBody.schemaPointer]),
    ...responses.flatMap(({ schemaPointer }) => schemaPointer ?? []),
  ]);
  return [...new Set([...pointers, ...bodies])].flatMap((pointer) => {
    try {
      compiler.validator(pointer);
      return [];
    } catch (error) {
      return [String(error)];
    }
  });
}

function operationProblems(copy: JsonObject): readonly string[] {
  const found = readOperations(copy);
  const read = new Set(found.flatMap(({ resultsOperation }) => resultsOperation ?? []));
  const statuses = found.flatMap(({ operationId, documentedStatuses }) =>
    [401, 429]
      .filter((status) => !documentedStatuses.includes(status))
      .map((each) => `${operationId}: ${each} is not documented`),
  );
  const unread = found.filter(
    ({ path, operationId }) => path.includes('/results/') && !read.has(operationId),
  );
  return [...statuses, ...unread.map(({ operationId }) => `${operationId} reads no batch write`)];
}

/** Lists are recognised by the examples of their bodies, which are valid. */
function keyProblems(copy: JsonObject): readonly string[] {
  const examples = examplesOfBodies(copy);
  return readOperations(copy).flatMap(({ operationId, responses, entryKey = 'undefined' }) => {
    const { value } =
      examples.find(({ schemaPointer }) => schemaPointer === responses[0]?.schemaPointer) ?? {};
    const body = Object(value);
    const entries: unknown = body.pagination === undefined ? body : body.items;
    if (!Array.isArray(entries)) return [];
    const keys = entries.map((entry) => Object(entry)[entryKey]).filter((key) => key !== undefined);
    return entries.length > 0 && new Set(keys).size === entries.length
      ? []
      : [`${operationId}: the entries of its example are not distinguished by ${entryKey}`];
  });
}

function provenanceProblems(copy: JsonObject): readonly string[] {
  return elementsOf(copy).flatMap((element) =>
    [...originProblems(element.node, ''), ...keywordProblems(element)].map(
      (problem) => `${element.pointer}: ${problem}`,
    ),
  );
}

function originProblems(node: JsonObject, keyword: string): readonly string[] {
  const provenance = node[`x-${keyword}provenance`];
  const gap = node[`x-${keyword}gap`];
  if (!/^(stated|derived|assumed)$/.test(`${provenance}`)) return ['does not say where it comes from'];
  if (provenance !== 'assumed') return gap === undefined ? [] : ['has a gap without an assumption'];
  if (gap === undefined) return ['assumes without a gap'];
  return gapIds.includes(String(gap)) ? [] : [`names ${gap}, which is not a gap`];
}

function keywordProblems({ node, required }: Element): readonly string[] {
  const keywords = Object.keys(node).flatMap((key) => /^x-(.+)-(?:provenance|gap)$/.exec(key)?.[1] ?? []);
  return [...new Set(keywords)].flatMap((keyword) => {
    const has = { required, null: [node.type].flat().includes('null') }[keyword] ?? keyword in node;
    return has ? originProblems(node, `${keyword}-`) : [`has no ${keyword}, but says where it comes from`];
  });
}

function echoOf(resultsOperation: string): DocumentNode {
  const pointer = operation(resultsOperation).responses[0]?.schemaPointer ?? '';
  return new DocumentNode(baseContract, pointer)
    .at('properties', 'items', 'items')
    .at('properties', 'requestItem');
}

function fieldsOf(schema: JsonObject): readonly string[] {
  return isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
}

/** A body, parameter or header, and the value that the contract gives as its example. */
interface Example {
  readonly pointer: string;
  readonly schemaPointer: string;
  readonly value: unknown;
}

function examplesOf(copy: JsonObject): readonly Example[] {
  const parts = elementsOf(copy).filter(({ kind }) => kind === 'parameter' || kind === 'header');
  return [
    ...examplesOfBodies(copy),
    ...parts.map(({ pointer, node }) => ({
      pointer,
      schemaPointer: pointer + jsonPointer('schema'),
      value: node.example,
    })),
  ];
}

function examplesOfBodies(copy: JsonObject): readonly Example[] {
  return readOperations(copy).flatMap(({ requestBody, responses }) =>
    [requestBody, ...responses].flatMap((body) => {
      const { schemaPointer, mediaType } = body ?? {};
      if (schemaPointer === undefined || mediaType !== 'application/json') return [];
      const pointer = schemaPointer.slice(0, schemaPointer.lastIndexOf('/'));
      return [{ pointer, schemaPointer, value: new DocumentNode(copy, pointer).node.example }];
    }),
  );
}

function exampleProblems(copy: JsonObject): readonly string[] {
  const compiler = new SchemaCompiler(copy);
  return examplesOf(copy).flatMap(({ pointer, schemaPointer, value }) => {
    if (value === undefined) return [`${pointer}: has no example`];
    const validate = compiler.validator(schemaPointer);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${pointer}: ${instancePath} ${message}`,
    );
  });
}

/** The contract with each object closed to further fields, unless an allOf adds fields to it. */
function withoutFurtherFields(value: JsonObject): JsonObject {
  const closed = (each: unknown, inAllOf: boolean): unknown => {
    if (Array.isArray(each)) return each.map((entry) => closed(entry, inAllOf));
    if (!isJsonObject(each)) return each;
    const members = Object.fromEntries(
      Object.entries(each).map(([key, member]) => [key, closed(member, key === 'allOf')]),
    );
    const isOpen = isJsonObject(each.properties) && !inAllOf && each.additionalProperties === undefined;
    return isOpen && each.type !== undefined && !isPart(each)
      ? { ...members, additionalProperties: false }
      : members;
  };
  const parts = new Set<unknown>();
  for (const { node } of elementsOf(value))
    for (const branch of Array.isArray(node.allOf) ? node.allOf : [])
      if (isJsonObject(branch) && typeof branch.$ref === 'string')
        parts.add(new DocumentNode(value, branch.$ref.slice(1)).node);
  const isPart = (each: JsonObject) => parts.has(each);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, closed(member, false)]));
}

type ElementKind = keyof typeof elementsBelow;

/** A part of the contract that says where it comes from. */
interface Element {
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
const elementKinds = Object.keys(elementsBelow);

/**
 * Lists every element of a contract, down to the field.
 * @param document the root of the document
 */
function elementsOf(document: JsonObject): readonly Element[] {
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
