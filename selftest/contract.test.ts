import { readFileSync } from 'node:fs';
import SwaggerParser from '@apidevtools/swagger-parser';
import { expect, test } from '@playwright/test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { isJsonObject, type JsonObject, parseContract } from '../src/contract/documents/base-document.js';
import { batchWrites, operation, readOperations } from '../src/contract/operations.js';
import { gapIds } from '../src/contract/requirements/requirement-ids.generated.js';
import { provenances } from '../src/contract/schemas/origin.js';
import { Place, SchemaCompiler } from '../src/contract/schemas/schema-compiler.js';
import { generators, slashedPaths } from '../tools/generate.js';
import { type Element, elementKinds, elementsOf } from './contract-elements.js';

const trailingSlash = 'no-path-trailing-slash';
const root = new URL('../', import.meta.url);
const text = readFileSync(new URL('schemas/openapi.yaml', root), 'utf8');
const document = parseContract(text);

/** Paths that end with a slash in the description, which Redocly advises against. */
const slashed = slashedPaths();

test("Redocly's recommended rules, all of them on, find nothing but the slashes of the description", async () => {
  expect(await lintProblems(document)).toEqual([]);
  const found = await lint(document);
  expect(found.map(({ ruleId }) => ruleId)).toEqual(slashed.map(() => trailingSlash));
  expect(found.map(({ location }) => location[0]?.pointer).sort()).toEqual([...slashed].sort());
});

test('swagger-parser considers the contract valid', async () => {
  const api = await SwaggerParser.validate(JSON.parse(JSON.stringify(document)));
  expect(api.info.version).toBe('1.3.0');
});

test('every schema compiles in the strict mode of Ajv', () => {
  const schemas = elementsOf(document).filter(({ kind }) => kind === 'schema');
  expect(schemas.length).toBeGreaterThan(100);
  expect(compileProblems(document)).toEqual([]);
});

test('every operation documents 401 and 429, and every results operation belongs to a batch write', () => {
  expect(operationProblems(document)).toEqual([]);
});

test('every element says where it comes from, down to the field', () => {
  const kinds = new Set(elementsOf(document).map(({ kind }) => kind));
  expect(kinds).toEqual(new Set(elementKinds));
  expect(provenanceProblems(document)).toEqual([]);
});

test('no response forbids further fields', () => {
  const closed = elementsOf(document).filter(({ node }) => node.additionalProperties === false);
  expect(closed).toEqual([]);
  expect(text).not.toContain('unevaluatedProperties');
});

test('an echoed item has the fields of the submitted one and requires no more', () => {
  for (const { operationId, resultsOperation = operationId, itemSchemaPointer = '' } of batchWrites) {
    const submitted = new Place(document, itemSchemaPointer).node;
    const echoed = echoOf(resultsOperation).node;
    expect(fieldsOf(echoed), operationId).toEqual(fieldsOf(submitted));
    expect(submitted.required, operationId).toEqual(expect.arrayContaining([echoed.required].flat()));
  }
});

for (const { output, text: fresh } of generators) {
  test(`${output} is up to date (npm run generate)`, async () => {
    const isFresh = readFileSync(new URL(output, root), 'utf8') === (await fresh());
    expect(isFresh, 'run npm run generate').toBe(true);
  });
}

/** Mistakes that the contract must not contain: each is made in a copy, and must be found. */
const mistakes: readonly (readonly [name: string, from: string, to: string, finding: RegExp])[] = [
  ['a misspelt keyword', 'maxLength: 120', 'maxLenght: 120', /maxLenght/],
  ['an unknown format', 'format: password\n', 'format: passwd\n', /format "passwd"/],
  ['a bound on the wrong type', 'type: integer\n', 'type: integer\n        maxLength: 3\n', /maxLength/],
  ['a dangling reference', 'schemas/StockUpdateItem', 'schemas/StokUpdateItem', /StokUpdateItem/],
  ['a repeated operationId', 'operationId: listBrands', 'operationId: listCountries', /unique `operationId`/],
  [
    'a missing 429',
    '        "429": { $ref: "#/components/responses/TooManyRequests" }\n  /webhooks/:',
    '  /webhooks/:',
    /listWebhookEventTypes: 429 is not documented/,
  ],
  [
    'a results operation without its batch write',
    '      x-results-operation: getShipResults\n',
    '',
    /getShipResults reads no batch write/,
  ],
  [
    'an element without provenance',
    'in words for a person.\n          type: string\n          x-provenance: stated',
    'in words for a person.\n          type: string',
    /Error\/properties\/message: does not say where/,
  ],
  ['an unknown provenance', 'x-provenance: stated', 'x-provenance: sure', /does not say where/],
  [
    'an assumption without a gap',
    'name: X-API-Key\n      x-clause: ["5"]\n      x-provenance: stated',
    'name: X-API-Key\n      x-clause: ["5"]\n      x-provenance: assumed',
    /ApiKey: assumes without a gap/,
  ],
  ['a gap that is not on the list', 'x-gap: G-12', 'x-gap: G-99', /names G-99/],
  [
    'a gap of something stated',
    'What the reviewer says about it, in words for a person.\n          type: string',
    'What the reviewer says about it, in words for a person.\n          type: string\n          x-gap: G-04',
    /rejection_message: has a gap without/,
  ],
  [
    'the provenance of a keyword that is not there',
    'x-maxLength-provenance',
    'x-maxItems-provenance',
    /has no maxItems/,
  ],
];

for (const [name, from, to, finding] of mistakes) {
  test(`the inspections of the contract find ${name}`, async () => {
    const broken = text.replace(from, () => to);
    expect(broken).not.toBe(text);
    expect(await problemsUntil(finding, parseContract(broken))).toContainEqual(
      expect.stringMatching(finding),
    );
  });
}

/** The problems found in a copy, the quickest inspections first, until one matches the finding. */
async function problemsUntil(finding: RegExp, copy: JsonObject): Promise<readonly string[]> {
  const found: string[] = [];
  for (const find of [provenanceProblems, operationProblems, lintProblems, compileProblems]) {
    found.push(...(await attempt(() => find(copy))));
    if (found.some((problem) => finding.test(problem))) break;
  }
  return found;
}

/** The findings of an inspection; an error also counts as one. */
async function attempt(
  find: () => readonly string[] | Promise<readonly string[]>,
): Promise<readonly string[]> {
  try {
    return await find();
  } catch (error) {
    return [String(error)];
  }
}

async function lint(copy: JsonObject) {
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
  if (!provenances.some((each) => each === provenance)) return ['does not say where it comes from'];
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

function echoOf(resultsOperation: string): Place {
  const pointer = operation(resultsOperation).responses[0]?.schemaPointer ?? '';
  return new Place(document, pointer).at('properties', 'items', 'items').at('properties', 'requestItem');
}

function fieldsOf(schema: JsonObject): readonly string[] {
  return isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
}
