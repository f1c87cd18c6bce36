import { expect, test } from '#testing/unit-test';
import { ContractError } from './base-document.js';
import { contract, type JsonObject } from './document.js';
import { openApiProblem, requireValidContract, targetOf } from './openapi-validity.js';

const head = { openapi: '3.1.0', info: { title: 'A service', version: '1.3.0' } };
const operation = { responses: { 200: { description: 'All brands.' } } };
const paths = { '/brands/': { get: operation } };

test('the refusal of a broken contract names the place of the mistake', async () => {
  const broken = { ...contract, info: { title: 'A service' } };
  await expect(requireValidContract(broken)).rejects.toThrow(
    new ContractError('/info', "must have required property 'version'"),
  );
});

/** A valid document, although a validator could stumble over each of its parts. */
const unusual = {
  ...head,
  servers: [{ url: '{host}', variables: { host: { default: 'a', description: 'b' } } }],
  paths: { ...paths, '/b': { $ref: '#/paths/~1brands~1' }, '/c': { $ref: 'file:///etc/hosts' } },
  components: {
    schemas: {
      Circle: { properties: { next: { $ref: '#/components/schemas/Back' } } },
      Back: { $ref: '#/components/schemas/Circle' },
      Elsewhere: { $ref: 'http://127.0.0.1:9/a.json' },
      Example: { type: 'object', example: { $ref: '#/nowhere' } },
    },
  },
};

for (const [name, document] of [
  ['a small description', { ...head, paths }],
  ['a description in OpenAPI 3.0', { ...head, openapi: '3.0.3', paths }],
  [
    'a description with variables, references to paths, files and servers, a cycle, and an example that looks like a reference',
    unusual,
  ],
] as const)
  test(`${name} is valid`, async () => expect(await openApiProblem(document)).toBeUndefined());

const invalid: readonly (readonly [name: string, document: unknown, place: string, problem: RegExp])[] = [
  ['undefined', undefined, 'root', /^must be an object$/],
  ['a list', [], 'root', /^must be an object$/],
  ['a version of OpenAPI that is a number', { ...head, openapi: 3, paths }, '/openapi', /as a string/],
  ['an unknown version of OpenAPI', { ...head, openapi: '9.0.0', paths }, 'root', /9\.0\.0/],
  ['Swagger 2.0', { swagger: '2.0', info: head.info, paths: {} }, '/openapi', /must name the version/],
  ['a document without paths', head, 'root', /^must have required property 'paths'$/],
  ['a path that is null', { ...head, paths: { '/brands/': null } }, '/paths/~1brands~1', /^must be object$/],
  [
    'a response without a description',
    { ...head, paths: { '/brands/': { get: { responses: { 200: {} } } } } },
    '/paths/~1brands~1/get/responses/200',
    /^must have required property 'description'$/,
  ],
  ['a misspelt member', { ...head, paths, sever: [] }, 'root', /sever/],
  [
    'a reference that leads nowhere',
    { ...head, paths, components: { schemas: { A: { $ref: '#/components/schemas/B' } } } },
    '/components/schemas/A',
    /^refers to #\/components\/schemas\/B, which the document does not have$/,
  ],
  [
    'a reference to a member that every object inherits',
    { ...head, paths, components: { schemas: { A: { $ref: '#/components/constructor' } } } },
    '/components/schemas/A',
    /constructor/,
  ],
];

for (const [name, document, place, problem] of invalid) {
  test(`${name} is refused, with the place of the problem`, async () => {
    expect(await openApiProblem(document)).toEqual({ place, problem: expect.stringMatching(problem) });
  });
}

test('a key __proto__ names a member like any other, and reaches no other object', async () => {
  const place = '/components/schemas/A/properties/__proto__';
  const document: unknown = JSON.parse(
    '{"openapi":"3.1.0","info":{"title":"a","version":"1","__proto__":{"x-a":1}},"paths":{"/a":{"__proto__":{"get":{}}}},"components":{"schemas":{"A":{"properties":{"__proto__":{"$ref":"#/nowhere"}}}}}}',
  );
  expect(await openApiProblem(document)).toEqual({ place, problem: expect.stringContaining('#/nowhere') });
  expect(({} as JsonObject)['x-a']).toBeUndefined();
  expect(({} as JsonObject).get).toBeUndefined();
});

test("a reference is resolved through an object's own keys only", () => {
  const document = { a: { 'b/c': [{ d: 1 }] } };
  expect(targetOf(document, '#/a/b~1c/0/d')).toBe(1);
  expect(targetOf(document, '#/a/b%7E1c/0')).toEqual({ d: 1 });
  expect(targetOf(document, '#')).toBe(document);
  for (const elsewhere of ['#/a/toString', '#/__proto__', '#/a/%', 'a.json#/a', '#anchor'])
    expect(targetOf(document, elsewhere)).toBeUndefined();
});

test('a schema with an unknown type is refused, wherever it is in the contract', async () => {
  const withParameter = (type: string) => ({
    ...head,
    paths: {
      '/a': { get: { parameters: [{ name: 'page', in: 'query', schema: { type } }], ...operation } },
    },
  });
  await requireValidContract(withParameter('integer'));
  await expect(requireValidContract(withParameter('wholenumber'))).rejects.toThrow(
    'schemas/openapi.yaml, /paths/~1a/get/parameters/0/schema: ',
  );
  const components = { schemas: { Page: { type: 'wholenumber' } } };
  await expect(requireValidContract({ ...head, paths: {}, components })).rejects.toThrow(
    'schemas/openapi.yaml, /components/schemas/Page: ',
  );
});
