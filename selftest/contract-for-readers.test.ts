import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import {
  isJsonObject,
  type JsonObject,
  jsonPointer,
  parseContract,
} from '../src/contract/documents/base-document.js';
import { readOperations } from '../src/contract/operations.js';
import { Place, SchemaCompiler } from '../src/contract/schemas/schema-compiler.js';
import { elementsOf } from './contract-elements.js';

const text = readFileSync(new URL('../schemas/openapi.yaml', import.meta.url), 'utf8');
const document = parseContract(text);

/** A body, parameter or header, and the value that the contract gives as its example. */
interface Example {
  readonly pointer: string;
  readonly schemaPointer: string;
  readonly value: unknown;
}

test('every element that a reader meets has a description', () => {
  expect(descriptionProblems(document)).toEqual([]);
});

test('every operation has a summary and one topic, and every topic has a description', () => {
  expect(topicProblems(document)).toEqual([]);
});

test('titles, summaries and descriptions mention neither clauses nor gaps', () => {
  expect(textsIn(document).length).toBeGreaterThan(400);
  expect(wordProblems(document)).toEqual([]);
});

test('every JSON body, every parameter and every header has an example that is valid', () => {
  const bodies = examplesOfBodies(document);
  expect(bodies.length).toBeGreaterThan(120);
  expect(examplesOf(document).length).toBeGreaterThan(bodies.length);
  expect(exampleProblems(document)).toEqual([]);
});

test('the example of a request names only fields that the contract documents', () => {
  const closed = new SchemaCompiler(withoutFurtherFields(document));
  for (const { pointer, schemaPointer, value } of examplesOfBodies(document)) {
    const validate = closed.validator(schemaPointer);
    expect(validate(value), `${pointer} ${JSON.stringify(validate.errors?.[0]?.params)}`).toBe(true);
  }
});

/** Each mistake is made in a copy, and must be found. */
const mistakes: readonly (readonly [name: string, from: string, to: string, finding: RegExp])[] = [
  [
    'a property without a description',
    '          description: What is wrong, in words for a person.\n',
    '',
    /Error\/properties\/message: has no description/,
  ],
  ['a clause', 'One page of products.', 'One page of products, by clause 4.1.', /by clause 4\.1/],
  [
    'a body without an example',
    '              example:\n                batchRequestId:',
    '              x-example:\n                batchRequestId:',
    /has no example/,
  ],
  ['an example of the wrong type', 'quantity: 40\n', 'quantity: "40"\n', /must be integer/],
  ['a topic that is not declared', 'tags: [reports]', 'tags: [report]', /listReports: .*report/],
];

for (const [name, from, to, finding] of mistakes) {
  test(`the inspections of the contract's texts find ${name}`, () => {
    const broken = text.replace(from, () => to);
    expect(broken).not.toBe(text);
    const copy = parseContract(broken);
    const find = [descriptionProblems, topicProblems, wordProblems, exampleProblems];
    expect(find.flatMap((each) => each(copy))).toContainEqual(expect.stringMatching(finding));
  });
}

function descriptionProblems(copy: JsonObject): readonly string[] {
  const named = /^\/components\/schemas\/\w+$/;
  return elementsOf(copy)
    .filter(({ kind, pointer }) => kind !== 'schema' || named.test(pointer))
    .filter(({ kind, node }) => kind !== 'requestBody' && !hasText(node))
    .map(({ pointer }) => `${pointer}: has no description`);
}

function hasText({ description }: JsonObject): boolean {
  return typeof description === 'string' && /^[A-Z].{8,}\.$/s.test(description.trim());
}

function topicProblems(copy: JsonObject): readonly string[] {
  const tags = new Place(copy, '').entries('tags').map(([, tag]) => tag);
  const names = tags.map((tag) => tag.text('name'));
  return [
    ...tags.filter(({ node }) => !hasText(node)).map(({ pointer }) => `${pointer}: no text`),
    ...readOperations(copy)
      .filter(({ summary, tag }) => summary === '' || !names.includes(tag))
      .map(({ operationId, tag }) => `${operationId}: ${tag}`),
  ];
}

function wordProblems(copy: JsonObject): readonly string[] {
  return textsIn(copy).filter((each) => /\bclauses?\b|\bgaps?\b|\bG-\d\d\b/i.test(each));
}

/** Titles, summaries and descriptions; a property with such a name doesn't count. */
function textsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (key === 'example' || key.startsWith('x-')) return [];
    const isText = ['title', 'summary', 'description'].includes(key) && typeof member === 'string';
    return isText ? [member] : textsIn(member);
  });
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
      return [{ pointer, schemaPointer, value: new Place(copy, pointer).node.example }];
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
        parts.add(new Place(value, branch.$ref.slice(1)).node);
  const isPart = (each: JsonObject) => parts.has(each);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, closed(member, false)]));
}
