import { expect, test } from '#unit-test';
import { DescriptionComparison } from './description-differences.js';
import { contract, isJsonObject, type JsonObject } from './document.js';
import { operation, operations } from './operations.js';
import { Place } from './schema-compiler.js';
import type { OperationId } from './types.js';

/** The contract as the service's own description, with all references inlined. */
const described = written(JSON.parse(JSON.stringify(contract))) as JsonObject;

type Change = (operation: Record<string, unknown>) => void;

/** The differences that the comparison lists for an operation after a change in the description. */
function listed(id: OperationId, change: Change = () => {}): readonly string[] {
  const theirs = JSON.parse(JSON.stringify(operationOf(id)));
  change(theirs);
  return new DescriptionComparison(described)
    .differences(operation(id), { operation: theirs, item: {} })
    .map(({ place, contract: ours, described: text, gaps }) => `${place}: ${ours} | ${text} (${gaps})`);
}

test('the contract agrees with itself, and the comparison ignores provenance', () => {
  for (const { operationId } of operations) expect(listed(operationId), operationId).toEqual([]);
});

const changes: readonly (readonly [
  name: string,
  id: OperationId,
  change: Change,
  found: readonly string[],
])[] = [
  [
    'names, texts, topics and order',
    'listBrands',
    (it) => Object.assign(it, { operationId: 'brands', summary: 'B', tags: ['x'], description: 'c' }),
    [],
  ],
  [
    'another limit',
    'listBrands',
    (it) => Object.assign(it, { 'x-rate-limit': 75 }),
    ['limit: 50 requests per minute | 75 requests per minute ()'],
  ],
  [
    'no limit',
    'listBrands',
    (it) => Reflect.deleteProperty(it, 'x-rate-limit'),
    ['limit: 50 requests per minute | no limit, neither as x-rate-limit nor in words (G-18)'],
  ],
  [
    'a further optional parameter',
    'listBrands',
    (it) => Object.assign(it, { parameters: [{ in: 'query', name: 'q', schema: {} }] }),
    [],
  ],
  [
    'a further required parameter',
    'listBrands',
    (it) => Object.assign(it, { parameters: [{ in: 'query', name: 'q', required: true, schema: {} }] }),
    ['query q: no such parameter | a required parameter (G-11)'],
  ],
  [
    'the header of the key as a parameter',
    'listBrands',
    (it) =>
      Object.assign(it, { parameters: [{ in: 'header', name: 'X-API-Key', required: true, schema: {} }] }),
    [],
  ],
  [
    'no parameter per_page, and page without a bound',
    'listRejectedProducts',
    (it) =>
      Object.assign(it, {
        parameters: [
          { in: 'query', name: 'style_key', schema: { type: 'string', nullable: true } },
          { in: 'query', name: 'page', schema: { type: 'integer', default: 1 } },
        ],
      }),
    ['query page: 1 or more | no minimum ()', 'query per_page: a parameter | no such parameter ()'],
  ],
  [
    'another name of the parameter in the path, of which it says that it is text',
    'getAttributeGroups',
    (it) => Object.assign(it, { parameters: [idInPath('category_id')] }),
    [],
  ],
  [
    'a batch id that can be left out',
    'getStatusResults',
    (it) => Object.assign(at(it, 'parameters', '0'), { required: false }),
    ['query batch_request_id: a required parameter | an optional parameter ()'],
  ],
  [
    'no body',
    'shipOrderItems',
    (it) => Reflect.deleteProperty(it, 'requestBody'),
    ['request body: a body | no body (G-11)'],
  ],
  [
    'a body of another media type',
    'upsertProducts',
    (it) => Object.assign(at(it, 'requestBody'), { content: { 'text/csv': {} } }),
    ['request body: application/json | text/csv ()'],
  ],
  [
    'a media type with a charset',
    'upsertProducts',
    (it) => rename(at(it, 'requestBody', 'content'), 'application/json', 'application/json; charset=utf-8'),
    [],
  ],
  [
    'an EAN that is required',
    'upsertProducts',
    (it) => {
      const item = at(
        it,
        'requestBody',
        'content',
        'application/json',
        'schema',
        'properties',
        'items',
        'items',
      );
      Object.assign(item, { required: [...(item.required as string[]), 'ean'] });
    },
    ['request body items[].ean: an optional field | a required field (G-02)'],
  ],
  [
    'another success',
    'upsertProducts',
    (it) => rename(at(it, 'responses'), '200', '202'),
    ['response 200: status 200 | status 202 (G-09)'],
  ],
  [
    'another success where it is stated',
    'getStatusResults',
    (it) => rename(at(it, 'responses'), '200', '203'),
    ['response 200: status 200 | status 203 ()'],
  ],
  [
    'a further success',
    'upsertProducts',
    (it) => Object.assign(at(it, 'responses'), { 202: { description: 'Later.' } }),
    ['response 202: no such response | a response (G-09)'],
  ],
  [
    'invalid input answered 422',
    'updateProductStatus',
    (it) => rename(at(it, 'responses'), '400', '422'),
    [
      'response 400: a response | no such response (G-15)',
      'response 422: no such response | a response (G-15)',
    ],
  ],
  [
    'no 400 where nothing can be refused',
    'listBrands',
    (it) => Reflect.deleteProperty(at(it, 'responses'), '400'),
    [],
  ],
  [
    'no 401',
    'listBrands',
    (it) => Reflect.deleteProperty(at(it, 'responses'), '401'),
    ['response 401: a response | no such response ()'],
  ],
  [
    'one response for all errors',
    'listBrands',
    (it) => {
      const responses = at(it, 'responses');
      const error = responses['429'];
      for (const status of ['400', '401', '429']) Reflect.deleteProperty(responses, status);
      responses.default = error;
    },
    [],
  ],
  [
    'no body of a 429',
    'listBrands',
    (it) => Reflect.deleteProperty(at(it, 'responses', '429'), 'content'),
    ['response 429 body: application/json | no body (G-14)'],
  ],
  [
    'a deletion with a body',
    'deleteWebhook',
    (it) => Object.assign(at(it, 'responses', '204'), { content: { 'application/json': {} } }),
    ['response 204 body: no body | application/json (G-13)'],
  ],
  [
    'a delivery document of another media type',
    'getDeliveryDocument',
    (it) => rename(at(it, 'responses', '200', 'content'), 'application/pdf', 'image/png'),
    ['response 200 body: application/pdf | image/png (G-11)'],
  ],
  [
    'an array in an object',
    'listBrands',
    (it) =>
      Object.assign(at(it, 'responses', '200', 'content', 'application/json'), {
        schema: { type: 'object', properties: { brands: { type: 'array' } } },
      }),
    ['response 200 body: array | only object (G-11)'],
  ],
  [
    'no header of the limit, and a reset that is a word',
    'getStatusResults',
    (it) => {
      const headers = at(it, 'responses', '200', 'headers');
      Reflect.deleteProperty(headers, 'X-RateLimit-Limit');
      Object.assign(at(headers, 'X-RateLimit-Reset'), { schema: { type: 'string' } });
    },
    [
      'response 200 header X-RateLimit-Limit: a header | no such header ()',
      'response 200 header X-RateLimit-Reset: integer | only string ()',
    ],
  ],
  [
    'no header of the reset, which may be sent',
    'listBrands',
    (it) => Reflect.deleteProperty(at(it, 'responses', '200', 'headers'), 'X-RateLimit-Reset'),
    [],
  ],
  [
    'headers in lower case',
    'listBrands',
    (it) => rename(at(it, 'responses', '200', 'headers'), 'X-RateLimit-Limit', 'x-ratelimit-limit'),
    [],
  ],
  [
    'no null at the ends of the pages',
    'listRejectedProducts',
    (it) =>
      Object.assign(pagination(it), { required: ['per_page', 'page', 'pages', 'total', 'prev', 'next'] }),
    ['response 200 body pagination.next_cursor: a required field | an optional field (G-19)'],
  ],
];

for (const [name, id, change, found] of changes)
  test(`${name}: ${found.length} differences`, () => expect(listed(id, change)).toEqual(found));

test("parameters that all operations of a path share count like the operation's own", () => {
  const { parameters, ...theirs } = operationOf('getWebhook');
  const comparison = new DescriptionComparison(described);
  expect(
    comparison.differences(operation('getWebhook'), { operation: theirs, item: { parameters } }),
  ).toEqual([]);
  expect(comparison.differences(operation('getWebhook'), { operation: theirs, item: {} })).toMatchObject([
    { place: 'path id', described: 'no such parameter' },
  ]);
});

test('a nonsensical description is still compared', () => {
  for (const nonsense of [null, 7, 'a', [], { $ref: '#/components' }, { $ref: 7 }])
    for (const { operationId } of operations) {
      const theirs = { parameters: nonsense, requestBody: nonsense, responses: nonsense };
      const comparison = new DescriptionComparison({ components: {} });
      const found = comparison.differences(operation(operationId), { operation: theirs, item: {} });
      expect(found.length).toBeGreaterThan(0);
    }
});

function operationOf(id: OperationId): JsonObject {
  for (const item of Object.values(Object(described.paths)))
    for (const each of Object.values(Object(item)))
      if (isJsonObject(each) && each.operationId === id) return each;
  throw new RangeError(id);
}

function pagination(it: Record<string, unknown>): Record<string, unknown> {
  return at(it, 'responses', '200', 'content', 'application/json', 'schema', 'properties', 'pagination');
}

function idInPath(name: string): JsonObject {
  return { in: 'path', name, required: true, schema: { type: 'string' } };
}

function at(value: unknown, ...keys: readonly string[]): Record<string, unknown> {
  return keys.reduce((member, key) => Object(member)[key], Object(value));
}

function rename(object: Record<string, unknown>, from: string, to: string): void {
  object[to] = object[from];
  Reflect.deleteProperty(object, from);
}

/** The value with references inlined, and without provenance marks. */
function written(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(written);
  if (!isJsonObject(value)) return value;
  const { $ref, ...own } = value;
  const target = typeof $ref === 'string' ? new Place(contract, $ref.slice(1)).node : {};
  return Object.fromEntries(
    Object.entries({ ...target, ...own })
      .filter(([key]) => !key.startsWith('x-') || key === 'x-rate-limit')
      .map(([key, member]) => [key, written(member)]),
  );
}
