import { readFile, writeFile } from 'node:fs/promises';
import { applyEdits, modify } from 'jsonc-parser';
import { baseContract } from '../src/contract/documents/base-document.js';
import { DocumentNode } from '../src/contract/documents/document-node.js';
import { isSuccess, type Operation, readOperations } from '../src/contract/operations.js';
import { gaps, renderCatalogueIds, requirementIdsFile } from '../src/contract/requirements/catalogue.js';
import { operationsIn, setNames } from '../src/contract/requirements/operation-sets.js';
import { jsonPointer, parsePointer } from '../src/contract/values/path.js';
import { standardError } from '../src/report/terminal/terminal.js';
import { schemaTypes } from './typegen/schema-types.js';

const root = new URL('../', import.meta.url);

/**
 * All generated files of the project: the path of each, relative to the root, and the text that it should have now.
 * They are committed, and `npm run check` fails if one is stale.
 */
const generators: readonly { readonly output: string; readonly text: () => Promise<string> }[] = [
  { output: 'src/contract/types.generated.ts', text: contractTypes },
  { output: requirementIdsFile, text: async () => renderCatalogueIds() },
  { output: 'src/contract/requirements/operation-sets.generated.yaml', text: async () => expandedSets() },
  { output: 'schemas/target.schema.json', text: schemaWithIds },
  { output: '.redocly.lint-ignore.yaml', text: async () => redoclyIgnores() },
];

type Member = readonly [name: string, required: boolean, schema: unknown];

const objectOf = (members: readonly Member[]) => ({
  type: 'object',
  required: members.flatMap(([name, required]) => (required ? [name] : [])),
  properties: Object.fromEntries(members.map(([name, , schema]) => [name, schema])),
});

/**
 * The parts of an operation's request that the contract documents, the body of its success if it has one, and the key of
 * the entries that it lists.
 */
function membersOf({ parameters, requestBody, responses, entryKey }: Operation): readonly Member[] {
  const contract = new DocumentNode(baseContract, '');
  const bodyAt = (name: string, required: boolean, pointer: string | undefined): readonly Member[] =>
    pointer === undefined ? [] : [[name, required, contract.at(...parsePointer(pointer)).written]];
  const ofLocation = (location: 'path' | 'query'): readonly Member[] => {
    const members = parameters.filter((each) => each.in === location);
    const schema = objectOf(members.map((each) => [each.name, each.required, each.schema]));
    return members.length === 0 ? [] : [[location, schema.required.length > 0, schema]];
  };
  return [
    ...ofLocation('path'),
    ...ofLocation('query'),
    ...bodyAt('body', requestBody?.required ?? false, requestBody?.schemaPointer),
    ...bodyAt('success', true, responses.find(({ status }) => isSuccess(status))?.schemaPointer),
    ...(entryKey === undefined ? [] : [['entryKey', true, { const: entryKey }] as const]),
  ];
}

/** The types of the operations, as the schema `Operations`, and of the schemas that they name. */
async function contractTypes(): Promise<string> {
  const all = readOperations(baseContract).map(
    (each): Member => [each.operationId, true, objectOf(membersOf(each))],
  );
  const schemas = new Map<string, unknown>([['Operations', objectOf(all)]]);
  for (const schema of schemas.values()) {
    for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      schemas.set(name, new DocumentNode(baseContract, '').at('components', 'schemas', name).written);
    }
  }
  return schemaTypes(Object.fromEntries(schemas));
}

/** The schema of a target's file, with the operations of the contract and the gaps of the catalogue. */
async function schemaWithIds(): Promise<string> {
  const text = await readFile(new URL('schemas/target.schema.json', root), 'utf8');
  const keys = readOperations(baseContract).map(({ operationId, summary }) => [
    operationId,
    { description: `${summary}.`, $ref: '#/$defs/operation' },
  ]);
  const written = (schema: string, path: readonly string[], value: unknown) =>
    applyEdits(
      schema,
      modify(schema, [...path], value, { formattingOptions: { insertSpaces: true, tabSize: 2 } }),
    );
  const withOperations = written(text, ['properties', 'operations', 'properties'], Object.fromEntries(keys));
  return written(
    withOperations,
    ['properties', 'confirmed', 'items', 'enum'],
    gaps.map(({ id }) => id),
  );
}

/** The operations in each set that requirements name, so that a change of the contract shows what it adds or removes. */
function expandedSets(): string {
  const named = setNames.filter((name) => name !== 'assumed-bodies');
  const sets = [
    ...named.map((name) => [name, operationsIn(name)] as const),
    ...gaps.map(({ id }) => [`assumed-bodies of ${id}`, operationsIn('assumed-bodies', [id])] as const),
  ];
  return [
    '# Generated from schemas/openapi.yaml by `npm run generate`. Do not edit.',
    ...sets.map(([name, operations]) => `${name}: [${operations.join(', ')}]`),
    '',
  ].join('\n');
}

/** The findings of Redocly's recommended rules in the contract that the description asks for (clause 4). */
function redoclyIgnores(): string {
  const slashed = Object.keys(Object(baseContract.paths)).filter((path) => path.endsWith('/'));
  return [
    '# Generated from schemas/openapi.yaml by `npm run generate`. Do not edit.',
    '# The description writes collections with a slash at the end, which Redocly advises against.',
    'schemas/openapi.yaml:',
    '  no-path-trailing-slash:',
    ...slashed.map((path) => `    - '#${jsonPointer('paths', path)}'`),
    '',
  ].join('\n');
}

// With `--check`, stale files are named and not written.
for (const { output, text } of generators) {
  const [file, fresh] = [new URL(output, root), await text()];
  if (!process.argv.includes('--check')) await writeFile(file, fresh);
  else if ((await readFile(file, 'utf8')) !== fresh) {
    standardError.printAsIs(`${output} is stale: run npm run generate.`);
    process.exitCode = 1;
  }
}
