import { readFileSync } from 'node:fs';
import { expect, test } from '#unit-test';
import { baseContract, contractVersion, isJsonObject, type JsonObject } from '../base-document.js';
import { operations } from '../operations.js';
import { parseTargetFile, TargetFileError } from './read-target-file.js';
import { targetContract } from './target-contract.js';

/** What is wrong with a file of these lines after the first; `line:column` of the mistake, and a part of the sentence. */
const table: readonly (readonly [title: string, lines: readonly string[], at: string, says: string])[] = [
  ['broken YAML', ['operations: ['], '2:14', 'Flow sequence'],
  ['a key twice', ['refusal: 422', 'refusal: 400'], '3:1', 'Map keys must be unique'],
  ['a tab', ['operations:', '\tlistBrands: {}'], '3:1', 'Tabs are not allowed as indentation'],
  [
    'a gap that there is not',
    ['confirmed: [ G-12, G-21 ]'],
    '2:20',
    'a gap from G-01 to G-20, but is "G-21"',
  ],
  ['an unknown key', ['refusals: 422'], '2:1', 'the file has no "refusals": is refusal meant?'],
  [
    'an unknown operation',
    ['operations:', '  listProduct: {}'],
    '3:3',
    'no operation "listProduct": is listProducts meant?',
  ],
  [
    'an unknown kind',
    ['operations:', '  listBrands:', '    response:', '      renames: {}'],
    '5:7',
    '"response" has no "renames"',
  ],
  [
    'a wrong type',
    ['operations:', '  listBrands: { response: 3 }'],
    '3:27',
    '"response" must be a mapping of keys to values, but is 3',
  ],
  [
    'a status that says nothing',
    ['refusal: 404'],
    '2:10',
    '"refusal" must be one of 400, 409, 413, 415, 422, but is 404',
  ],
  [
    'a word that YAML reads otherwise',
    response('listProducts', 'values: { "items[].status": { draft: true } }'),
    '5:44',
    'must be a word, in quotes',
  ],
  [
    'words for true that are none',
    response('getWebhook', 'values: { enabled: { yes: enabled } }'),
    '5:28',
    '"enabled" is never "yes": the contract has true, false',
  ],
  [
    'a list in what is no list next to it',
    response('listCountries', 'nested: { locales: markets }'),
    '5:17',
    'nested takes the name of a list next to it, and "markets" isn\'t one',
  ],
  [
    'a list in a list that has such a field',
    response('listCountries', 'nested: { locales: countries }', 'rename: { locales: code }'),
    '5:17',
    'both come to stand at "code" of an entry',
  ],
  [
    'a constant for a field of the contract',
    response('listBrands', 'constant: { "[].name": x }'),
    '5:19',
    'constant takes a field that only the target has',
  ],
  [
    'a mark of pages that is no parameter',
    response('listOrders', 'convert: { pagination.page: cursor }'),
    '5:18',
    'cursor is about the parameter that asks for a page',
  ],
  [
    'a path that is none',
    response('listBrands', 'rename: { "[]..id": x }'),
    '5:17',
    '"[]..id" isn\'t a path',
  ],
  [
    'a field that is not there',
    response('listBrands', 'rename: { "[].label": x }'),
    '5:17',
    'the answer of listBrands has no field "[].label": "[]" has id, name.',
  ],
  [
    'a list without its brackets',
    response('listProducts', 'rename: { items.sku: x }'),
    '5:17',
    'write "items[]"',
  ],
  [
    'a parameter that is not there',
    operation('listProducts', 'query: { rename: { brand: x } }'),
    '4:24',
    'listProducts has no query parameter "brand"',
  ],
  [
    'a body that is not there',
    operation('listBrands', 'request: { inside: { "": data } }'),
    '4:5',
    'the request of listBrands has no JSON body',
  ],
  [
    'what is no field under another name',
    response('listBrands', 'rename: { "[]": x }'),
    '5:17',
    'rename takes a field',
  ],
  [
    'a path parameter under another name',
    operation('getWebhook', 'path: { rename: { id: x } }'),
    '4:23',
    'a path parameter has no name on the wire',
  ],
  [
    'two words that become one',
    response('listOrders', 'values: { "items[].status": { open: new, mixed: new } }'),
    '5:48',
    '"mixed" and "open" of "items[].status" are both "new" there',
  ],
  [
    'a word that stays, and another that becomes it',
    response('listOrders', 'values: { "items[].status": { open: mixed } }'),
    '5:37',
    '"open" and "mixed" of',
  ],
  [
    'a word that is never there',
    response('listOrders', 'values: { "items[].status": { opened: new } }'),
    '5:37',
    '"items[].status" is never "opened"',
  ],
  [
    'two fields at one place',
    response('listBrands', 'rename: { "[].id": name }'),
    '5:17',
    '"[].id" and "[].name" both come to stand at "name"',
  ],
  [
    'a field in a field',
    response('listBrands', 'move: { "[].id": name.id }'),
    '5:15',
    'both come to stand at',
  ],
  [
    'a field of a flat object in the way',
    response('listCategories', 'flat: [pagination]', 'rename: { items: page }'),
    '5:14',
    '"items" and "pagination.page" both come to stand at "page"',
  ],
  [
    'rename and move',
    response('listBrands', 'rename: { "[].id": a }', 'move: { "[].id": b.c }'),
    '6:15',
    'move and rename contradict each other at "[].id"',
  ],
  [
    'rename and absent',
    response('listBrands', 'absent: ["[].id"]', 'rename: { "[].id": a }'),
    '6:17',
    'rename and absent contradict each other',
  ],
  [
    'a part of what is absent',
    response('listProducts', 'absent: [pagination]', 'rename: { pagination.page: a }'),
    '6:17',
    'absent by another step',
  ],
  [
    'require and optional',
    response('listBrands', 'optional: ["[].id"]', 'require: ["[].id"]'),
    '6:17',
    'require and optional contradict each other',
  ],
  [
    'convert and values',
    response(
      'listOrders',
      'values: { "items[].status": { open: new } }',
      'convert: { "items[].status": number }',
    ),
    '6:18',
    'convert and values contradict each other',
  ],
  [
    'a conversion of another type',
    response('listBrands', 'convert: { "[].name": text }'),
    '5:18',
    'text is made from integer or number, but "[].name" is string',
  ],
  [
    'a bound of another type',
    response('listBrands', 'bound: { "[].name": { maxItems: 3 } }'),
    '5:29',
    'maxItems bounds array, but "[].name" is string',
  ],
  [
    'rows that nothing holds together',
    response('listOrders', 'rows: { "items[].order_items": number }'),
    '5:15',
    '"number" isn\'t one',
  ],
  [
    'a merged object of other things',
    response('listProducts', 'merged: { "": kind }'),
    '5:17',
    '"pagination" isn\'t a list',
  ],
  [
    'a stated name',
    response('getStatusResults', 'rename: { items: data }'),
    '5:17',
    'the description states "items" of the answer of getStatusResults',
  ],
  [
    'a stated body',
    response('listRejectedProducts', 'inside: { "": data }'),
    '5:17',
    'the description states the answer of listRejectedProducts',
  ],
  [
    'a stated parameter',
    operation('listRejectedProducts', 'query: { rename: { page: x } }'),
    '4:24',
    'the description states "page" of listRejectedProducts',
  ],
  [
    'a stated type',
    operation('upsertProducts', 'request: { convert: { "items[].color": text } }'),
    '4:27',
    'the description states the type of "items[].color"',
  ],
  [
    'a stated word',
    operation('updateProductStatus', 'request: { values: { "items[].status": { draft: new } } }'),
    '4:26',
    'the description states the word "draft"',
  ],
  [
    'a stated bound',
    operation('updateProductStatus', 'request: { bound: { "items[].style_key": { maxLength: 60 } } }'),
    '4:25',
    'the description states maxLength of "items[].style_key"',
  ],
  [
    'a stated requirement',
    response('getStatusResults', 'optional: [status]'),
    '5:18',
    'the description states that "status" of the answer of getStatusResults is required',
  ],
  [
    'a requirement that follows',
    response('listRejectedProducts', 'optional: [items]'),
    '5:18',
    'it follows from the description that "items"',
  ],
  [
    'a parameter that is stated to be optional',
    operation('listRejectedProducts', 'query: { require: [style_key] }'),
    '4:24',
    "is optional: only what it doesn't show",
  ],
  [
    'a stated success',
    operation('getStatusResults', 'success: 202'),
    '4:5',
    'the description states that getStatusResults succeeds with 200',
  ],
  [
    'a stated refusal',
    operation('getStatusResults', 'refusal: 422'),
    '4:5',
    'the description states that getStatusResults refuses with 400',
  ],
  [
    'a success that leads to something else than a file',
    operation('listBrands', 'success: 302'),
    '4:5',
    "302 leads to a file, and listBrands doesn't give one",
  ],
  [
    'a refusal that most operations have for what is not found',
    operation('listBrands', 'refusal: 403'),
    '4:14',
    '"refusal" must be one of 400, 404, 409, 413, 415, 422, but is 403',
  ],
  [
    'a request without a body',
    operation('createWebhook', 'request: { absent: [""] }'),
    '4:25',
    "absent takes a field, but the body isn't one",
  ],
  [
    'a part of an absent body',
    response('updateWebhook', 'absent: [""]', 'rename: { url: href }'),
    '6:17',
    'absent by another step',
  ],
  [
    'a stated error',
    ['errors:', '  404: { rename: { message: detail } }'],
    '3:3',
    'the description states that an error 404 is an object with a message',
  ],
  [
    'an error that is none',
    ['errors:', '  500: { absent: [message] }'],
    '3:3',
    '"500" isn\'t a status from 400 to 499',
  ],
  [
    'a field that errors do not have',
    ['errors:', '  422: { rename: { text: detail } }'],
    '3:20',
    'an error 422 has no field "text": it has message.',
  ],
  [
    'a stated operation',
    operation('listBrands', 'absent: staging has none'),
    '4:5',
    'the description states the operation listBrands',
  ],
  [
    'a delivery without such a field',
    ['deliveries:', '  body:', '    rename: { topic: x }'],
    '4:15',
    'a delivery has no field "topic"',
  ],
];

for (const [title, lines, at, says] of table)
  test(`one sentence refuses ${title}`, () => {
    const found = problemOf([`contract: ${contractVersion}`, ...lines].join('\n'));
    expect(found).toBeInstanceOf(TargetFileError);
    const [line, column] = at.split(':');
    expect(String(found)).toContain(`TargetFileError: targets/here.yaml, line ${line}, column ${column}: `);
    expect(String(found)).toContain(says);
    expect(String(found)).toMatch(/[^.\n][.?]$/);
    expect(String(found)).not.toContain('\n');
  });

test('a file for another version of the contract is refused', () => {
  expect(String(problemOf('contract: 1.2.0'))).toContain(
    'line 1, column 11: the file was written for version 1.2.0 of the contract, and this is version 1.3.0',
  );
});

test('an empty file says that all is as assumed', () => {
  const { file, refuse } = parseTargetFile('# nothing yet\n', 'targets/here.yaml');
  const { ours, theirs, translations } = targetContract(baseContract, file, refuse);
  expect([ours, theirs]).toEqual([baseContract, baseContract]);
  expect(translations('listProducts').response.isIdentity).toBe(true);
});

test('editors know every operation', () => {
  const schema: unknown = JSON.parse(
    readFileSync(new URL('../../../schemas/target.schema.json', import.meta.url), 'utf8'),
  );
  const known = memberOf(memberOf(memberOf(schema, 'properties'), 'operations'), 'properties');
  expect(Object.keys(known)).toEqual(operations.map(({ operationId }) => operationId));
});

test('editors show what every key is for', () => {
  const text = readFileSync(new URL('../../../schemas/target.schema.json', import.meta.url), 'utf8');
  const silent: string[] = [];
  const search = (value: unknown, at: string): void => {
    if (!isJsonObject(value)) return;
    const properties = isJsonObject(value.properties) ? Object.entries(value.properties) : [];
    for (const [name, property] of properties)
      if (!isJsonObject(property) || typeof property.description !== 'string') silent.push(`${at}/${name}`);
    for (const [name, member] of Object.entries(value)) search(member, `${at}/${name}`);
  };
  search(JSON.parse(text), '');
  expect(silent).toEqual([]);
});

function operation(id: string, line: string): readonly string[] {
  return ['operations:', `  ${id}:`, `    ${line}`];
}

function response(id: string, ...lines: readonly string[]): readonly string[] {
  return ['operations:', `  ${id}:`, '    response:', ...lines.map((line) => `      ${line}`)];
}

function problemOf(text: string): unknown {
  try {
    const { file, refuse } = parseTargetFile(text, 'targets/here.yaml');
    targetContract(baseContract, file, refuse);
    return undefined;
  } catch (error) {
    return error;
  }
}

function memberOf(value: unknown, name: string): JsonObject {
  const member = isJsonObject(value) ? value[name] : undefined;
  return Object(member);
}
