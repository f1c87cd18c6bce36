import { load } from 'js-yaml';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { contract, contractVersion, isJsonObject, type JsonObject } from '../documents/document.js';
import { DocumentNode } from '../documents/document-node.js';
import type { OperationMapping, TargetFile } from '../mapping/file/target-file.js';
import { targetContract } from '../mapping/target-contract.js';
import { operation, operations, readOperations } from '../operations.js';
import { limits } from '../values/limits.js';
import { writePath } from '../values/path.js';
import { descriptionDifferences } from './description-differences.js';

/** The contract as the service's own description, with all references inlined. */
const described = written(JSON.parse(JSON.stringify(contract))) as JsonObject;

/**
 * The differences that the comparison lists for an operation after changes of its description, by their paths.
 * @param file the part of a target's file about the operation
 */
function listed(
  id: string,
  changes: Readonly<Record<string, unknown>> = {},
  file: OperationMapping = {},
  errors: TargetFile['errors'] = {},
): readonly string[] {
  const theirs = structuredClone(operationOf(id));
  for (const [path, change] of Object.entries(changes)) {
    const keys = path.split(' ');
    const key = keys.pop() ?? '';
    const holder = keys.reduce((member, each) => Object(member)[each], Object(theirs));
    const { as, add } = Object(change);
    if (Array.isArray(add)) holder[key] = [...holder[key], ...add];
    else if (typeof add === 'object') Object.assign(holder[key], add);
    else if (as !== undefined) holder[as] = holder[key];
    else holder[key] = change;
    if (as !== undefined || change === null) delete holder[key];
  }
  const whole = { contract: contractVersion, errors, operations: { [id]: file } };
  const target = { file: whole, ...targetContract(contract, whole, refuse) };
  const ours = readOperations(target.ours).find(({ operationId }) => operationId === id) ?? operation(id);
  return descriptionDifferences(described, ours, { operation: theirs, item: {} }, target).map(
    ({ place: { part, status = '', path }, demand, described: text, gaps, by = [] }) => {
      const place = `${part} ${status} ${part.endsWith('body') ? writePath(path) : path.join('.')}`
        .replaceAll(/ +/g, ' ')
        .trimEnd();
      return `${place}: ${demand} | ${[text, ...by].join('; ')} (${gaps})`;
    },
  );
}

test('the contract agrees with itself, and the comparison ignores provenance', () => {
  for (const { operationId } of operations) expect(listed(operationId), operationId).toEqual([]);
});

/** Changes by path: null removes a member, `as` renames it, and `add` adds an entry to a list. */
const table = `
a different limit:
  listBrands: { x-rate-limit: 75 }
a further required parameter:
  listBrands: { parameters: [{ in: query, name: q, required: true, schema: {} }] }
the header of the key as a parameter:
  listBrands: { parameters: [{ in: header, name: X-API-Key, required: true, schema: {} }] }
no parameter per_page:
  listRejectedProducts:
    parameters:
      - { in: query, name: style_key, schema: { type: string, nullable: true } }
      - { in: query, name: page, schema: { type: integer, default: 1 } }
a different name for the parameter in the path, which it describes as text:
  getAttributeGroups:
    parameters: [{ in: path, name: category_id, required: true, schema: { type: string } }]
no body:
  shipOrderItems: { requestBody: null }
a media type with a charset:
  upsertProducts: { requestBody content application/json: { as: application/json; charset=utf-8 } }
an optional field of a request that it lacks:
  updateProductStock: { requestBody content application/json schema properties items items properties valid_at: null }
an optional field of a request that it requires:
  updateProductStock: { requestBody content application/json schema properties items items required: { add: [valid_at, x] } }
a different success:
  upsertProducts: { responses 200: { as: 202 } }
a further success:
  upsertProducts: { responses 202: { description: Later. } }
invalid input answered with 422:
  updateProductStatus: { responses 400: { as: 422 } }
one response for all errors:
  listBrands: { responses 400: null, responses 401: null, responses 429: { as: default } }
no body of a 429:
  listBrands: { responses 429 content: null }
errors as application/problem+json:
  listBrands:
    responses 401 content: { application/problem+json: { schema: { required: [message], properties: { message: { type: string } } } } }
    responses 429 content: { application/problem+json: { schema: { required: [message, type], properties: { message: {}, type: {} } } } }
an array in an object:
  listBrands:
    responses 200 content application/json schema: { type: object, properties: { brands: { type: array } } }
`;

const changed = Object.entries<Record<string, object>>(Object(load(table)));

test('the comparison finds what differs in a description, and nothing else', () => {
  const rows = changed.map(([name, changes]) => [name, Object.entries(changes)] as const);
  expectGolden('differences.txt', Object.fromEntries(rows), (changes) =>
    changes.flatMap(([id, change]) => listed(id, { ...change })),
  );
});

/** Steps of a target's file for an operation, and descriptions of it that agree with them or differ. */
const mapped = `
a list in an object, and renamed fields:
  id: listBrands
  file: { response: { inside: { "": brands }, rename: { "[].name": label } } }
  agrees:
    responses 200 content application/json schema:
      type: object
      required: [brands]
      properties:
        brands: { type: array, items: { type: object, required: [id, label], properties: { id: { type: integer }, label: { type: string } } } }
  differs:
    responses 200 content application/json schema:
      type: object
      properties:
        brands: { type: array, items: { type: object, required: [label], properties: { name: {}, label: { type: boolean } } } }
a field in another object, and one that only the target has:
  id: getStockResults
  file: { response: { move: { batchRequestId: meta.id, status: meta.state }, constant: { kind: stock } } }
  agrees:
    responses 200 content application/json schema required: [meta, items, kind]
    responses 200 content application/json schema properties:
      add: { kind: { type: string }, meta: { type: object, required: [id, state], properties: { id: {}, state: {} } } }
  differs:
    responses 200 content application/json schema properties:
      add: { kind: { type: integer }, meta: { type: object, properties: { id: {} } } }
the fields of an object in the one around it:
  id: updateProductPrices
  file: { request: { flat: ["items[].price"], rename: { "items[].price.sale_price": reduced } } }
  agrees:
    requestBody content application/json schema properties items items:
      type: object
      required: [sku, country_code]
      properties: { sku: {}, country_code: {}, retail_price: {}, reduced: {}, valid_at: {} }
parameters with other names, and none for a page:
  id: listProducts
  file: { query: { rename: { per_page: size }, absent: [page] } }
  agrees:
    parameters: [{ in: query, name: size }, { in: query, name: cursor }, { in: query, name: sku }, { in: query, name: style_key }, { in: query, name: status }]
  differs: {}
a file that is elsewhere:
  id: downloadReport
  file: { success: 302 }
  agrees: { responses 200: { as: 302 } }
  differs: {}
the message of an error:
  id: listBrands
  errors: { 429: { type: application/problem+json, rename: { message: detail } } }
  agrees:
    responses 429 content:
      application/problem+json: { schema: { type: object, required: [detail], properties: { detail: { type: string } } } }
  differs: {}
`;

test('a description in the words of a target is compared with them', () => {
  expectGolden('in-words-of-a-target.txt', Object(load(mapped)), (row) => {
    const { id, file, errors, agrees, differs } = Object(row);
    if (agrees !== undefined) expect(listed(id, agrees, file, errors)).toEqual([]);
    return differs === undefined ? [] : listed(id, differs, file, errors);
  });
});

function refuse(place: readonly (string | number)[], problem: string): never {
  throw new Error(`${place.join('/')}: ${problem}`);
}

test("parameters that all operations of a path share count as the operation's own", () => {
  const { parameters, ...theirs } = operationOf('getWebhook');
  const differences = (item: JsonObject) =>
    descriptionDifferences(described, operation('getWebhook'), { operation: theirs, item });
  expect(differences({ parameters })).toEqual([]);
  expect(differences({})).toMatchObject([
    { place: { part: 'path', path: ['id'] }, described: 'no such parameter' },
  ]);
});

test('a comparison lists a limited number of further required parameters and fields', () => {
  const { furtherNames: most } = limits;
  const names = Array.from({ length: most + 1 }, (_, index) => `a${index}`);
  const parameters = names.map((name) => ({ in: 'query', required: true, name }));
  const properties = 'requestBody content application/json schema';
  const found = [
    ...listed('listBrands', { parameters }),
    ...listed('updateProductStock', { [`${properties} required`]: ['items', ...names] }),
  ];
  for (const kind of ['parameter', 'field'])
    expect(found.filter((each) => each.includes(`a required ${kind}`))).toHaveLength(most);
});

test('a nonsensical description is compared without an error', () => {
  for (const nonsense of [null, 7, 'a', [], { $ref: '#/components' }, { $ref: 7 }])
    for (const each of operations) {
      const theirs = { parameters: nonsense, requestBody: nonsense, responses: nonsense };
      const found = descriptionDifferences({ components: {} }, each, { operation: theirs, item: {} });
      expect(found.length).toBeGreaterThan(0);
    }
});

function operationOf(id: string): JsonObject {
  for (const item of Object.values(Object(described.paths)))
    for (const each of Object.values(Object(item)))
      if (isJsonObject(each) && each.operationId === id) return each;
  throw new RangeError(id);
}

/** The value with references inlined, and without provenance marks. */
function written(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(written);
  if (!isJsonObject(value)) return value;
  const { $ref, ...own } = value;
  const target = typeof $ref === 'string' ? new DocumentNode(contract, $ref.slice(1)).node : {};
  return Object.fromEntries(
    Object.entries({ ...target, ...own })
      .filter(([key]) => !key.startsWith('x-') || key === 'x-rate-limit')
      .map(([key, member]) => [key, written(member)]),
  );
}
