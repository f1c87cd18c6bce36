import { load } from 'js-yaml';
import { expect, test } from '#testing/unit-test';
import { contract, contractVersion, isJsonObject, type JsonObject } from '../documents/document.js';
import { DocumentNode } from '../documents/document-node.js';
import type { OperationMapping, TargetFile } from '../mapping/file/target-file.js';
import { targetContract } from '../mapping/target-contract.js';
import { operation, operations, readOperations } from '../operations.js';
import { limits } from '../values/limits.js';
import { writePath } from '../values/path.js';
import { counted } from '../values/words.js';
import { DescriptionComparison } from './description-differences.js';

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
    if (typeof add === 'object') Object.assign(holder[key], add);
    else if (add !== undefined) holder[key] = [...holder[key], add];
    else if (as !== undefined) holder[as] = holder[key];
    else holder[key] = change;
    if (as !== undefined || change === null) delete holder[key];
  }
  const whole = { contract: contractVersion, errors, operations: { [id]: file } };
  const target = { file: whole, ...targetContract(contract, whole, refuse) };
  const ours = readOperations(target.ours).find(({ operationId }) => operationId === id) ?? operation(id);
  return new DescriptionComparison(described, target)
    .differences(ours, { operation: theirs, item: {} })
    .map(({ place: { part, status = '', path }, demand, described: text, gaps }) => {
      const place = `${part} ${status} ${part.endsWith('body') ? writePath(path) : path.join('.')}`
        .replaceAll(/ +/g, ' ')
        .trimEnd();
      return `${place}: ${demand} | ${text} (${gaps})`;
    });
}

test('the contract agrees with itself, and the comparison ignores provenance', () => {
  for (const { operationId } of operations) expect(listed(operationId), operationId).toEqual([]);
});

/** Changes by path: null removes a member, `as` renames it, and `add` adds an entry to a list. */
const table = `
different names, strings, topics and order:
  listBrands: { operationId: brands, summary: B, tags: [x], description: c }
a different limit:
  listBrands: { x-rate-limit: 75 }
a further optional parameter:
  listBrands: { parameters: [{ in: query, name: q, schema: {} }] }
a further required parameter:
  listBrands: { parameters: [{ in: query, name: q, required: true, schema: {} }] }
  found: ["query q: not require | a required parameter (G-11)"]
the header of the key as a parameter:
  listBrands: { parameters: [{ in: header, name: X-API-Key, required: true, schema: {} }] }
no parameter per_page:
  listRejectedProducts:
    parameters:
      - { in: query, name: style_key, schema: { type: string, nullable: true } }
      - { in: query, name: page, schema: { type: integer, default: 1 } }
  found:
    - "query per_page: declare | no such parameter ()"
    - "query cursor: declare | no such parameter (G-19)"
a different name for the parameter in the path, which it describes as text:
  getAttributeGroups:
    parameters: [{ in: path, name: category_id, required: true, schema: { type: string } }]
a batch id that may be omitted:
  getStatusResults: { parameters 0 required: false }
  found: ["query batch_request_id: require | an optional parameter ()"]
no body:
  shipOrderItems: { requestBody: null }
  found: ["request body: declare | no body (G-11)"]
a body of a different media type:
  upsertProducts: { requestBody content: { text/csv: {} } }
  found: ["request body items: declare | no such field ()"]
a media type with a charset:
  upsertProducts: { requestBody content application/json: { as: application/json; charset=utf-8 } }
an EAN that is required:
  upsertProducts:
    requestBody content application/json schema properties items items required: { add: ean }
  found: ["request body items[].ean: not require | a required field (G-02)"]
a different success:
  upsertProducts: { responses 200: { as: 202 } }
  found: ["response 200: declare | status 202 (G-09)"]
a further success:
  upsertProducts: { responses 202: { description: Later. } }
  found: ["response 202: not declare | a response (G-09)"]
invalid input answered with 422:
  updateProductStatus: { responses 400: { as: 422 } }
  found:
    - "response 400: declare | no such response (G-15)"
    - "response 422: not declare | a response (G-15)"
no 400 where nothing can be refused:
  listBrands: { responses 400: null }
no 401:
  listBrands: { responses 401: null }
  found: ["response 401: declare | no such response ()"]
one response for all errors:
  listBrands: { responses 400: null, responses 401: null, responses 429: { as: default } }
no body of a 429:
  listBrands: { responses 429 content: null }
  found: ["response body 429: declare | no body (G-14)"]
an array in an object:
  listBrands:
    responses 200 content application/json schema: { type: object, properties: { brands: { type: array } } }
  found:
    - "response body 200 [].id: declare | no such field (G-05,G-11)"
    - "response body 200 [].name: declare | no such field (G-05,G-11)"
no null at the ends of the pages:
  listRejectedProducts:
    responses 200 content application/json schema properties pagination required:
      [per_page, page, pages, total, prev, next]
  found: ["response body 200 pagination.next_cursor: require | an optional field (G-19)"]
`;

for (const [name, { found = [], ...changed }] of Object.entries<Record<string, object>>(Object(load(table))))
  for (const [id, changes] of Object.entries(changed))
    test(`the comparison finds ${counted(Object.keys(found).length, 'difference')} in a description with ${name}`, () =>
      expect(listed(id, { ...changes })).toEqual(found));

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
  found:
    - "response body 200 brands: require | an optional field (G-11)"
    - "response body 200 brands[].id: declare | no such field (G-05,G-11)"
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
  found:
    - "response body 200 meta.id: require | an optional field (G-11)"
    - "response body 200 meta.state: declare | no such field (G-11)"
    - "response body 200 kind: require | an optional field (G-11)"
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
  found: ["query size: declare | no such parameter ()"]
a file that is elsewhere:
  id: downloadReport
  file: { success: 302 }
  agrees: { responses 200: { as: 302 } }
  found: ["response 200: not declare | a response ()"]
the message of an error:
  id: listBrands
  errors: { 429: { type: application/problem+json, rename: { message: detail } } }
  agrees:
    responses 429 content:
      application/problem+json: { schema: { type: object, required: [detail], properties: { detail: { type: string } } } }
  found: ["response body 429 detail: declare | no such field ()"]
`;

for (const [name, row] of Object.entries<Record<string, object>>(Object(load(mapped))))
  test(`a description in the words of a target is compared with them: ${name}`, () => {
    const { id, file, errors, agrees, differs, found } = Object(row);
    if (agrees !== undefined) expect(listed(id, agrees, file, errors)).toEqual([]);
    if (found !== undefined) expect(listed(id, differs, file, errors)).toEqual(found);
  });

function refuse(place: readonly (string | number)[], problem: string): never {
  throw new Error(`${place.join('/')}: ${problem}`);
}

test("parameters that all operations of a path share count as the operation's own", () => {
  const { parameters, ...theirs } = operationOf('getWebhook');
  const comparison = new DescriptionComparison(described);
  expect(
    comparison.differences(operation('getWebhook'), { operation: theirs, item: { parameters } }),
  ).toEqual([]);
  expect(comparison.differences(operation('getWebhook'), { operation: theirs, item: {} })).toMatchObject([
    { place: { part: 'path', path: ['id'] }, described: 'no such parameter' },
  ]);
});

test('a comparison lists a limited number of further required parameters', () => {
  const { furtherNames: most } = limits;
  const further = { in: 'query', required: true };
  const parameters = Array.from({ length: most + 1 }, (_, index) => ({ ...further, name: `a${index}` }));
  const found = listed('listBrands', { parameters });
  expect(found.filter((each) => each.includes('a required parameter'))).toHaveLength(most);
});

test('a nonsensical description is compared without an error', () => {
  for (const nonsense of [null, 7, 'a', [], { $ref: '#/components' }, { $ref: 7 }])
    for (const { operationId } of operations) {
      const theirs = { parameters: nonsense, requestBody: nonsense, responses: nonsense };
      const comparison = new DescriptionComparison({ components: {} });
      const found = comparison.differences(operation(operationId), { operation: theirs, item: {} });
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
