import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import type { JsonObject } from './document.js';
import { openApiProblem, targetOf, UnjudgedDocument } from './openapi-validity.js';

const head = { openapi: '3.1.0', info: { title: 'A service', version: '1.3.0' } };
const operation = { responses: { 200: { description: 'All brands.' } } };
const paths = { '/brands/': { get: operation } };

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

const schemasWith = ($ref: string) => ({ ...head, paths, components: { schemas: { A: { $ref } } } });

/** Documents, by what is unusual or wrong in them. */
const documents: Readonly<Record<string, unknown>> = {
  'nothing in OpenAPI 3.1': { ...head, paths },
  'nothing in OpenAPI 3.0': { ...head, openapi: '3.0.3', paths },
  'variables, references to paths, files and servers, a cycle, an example that looks like a reference':
    unusual,
  'no document': undefined,
  'a list': [],
  'a version of OpenAPI that is a number': { ...head, openapi: 3, paths },
  'an unknown version of OpenAPI': { ...head, openapi: '9.0.0', paths },
  'Swagger 2.0': { swagger: '2.0', info: head.info, paths: {} },
  'no paths': head,
  'a path that is null': { ...head, paths: { '/brands/': null } },
  'a response without a description': { ...head, paths: { '/brands/': { get: { responses: { 200: {} } } } } },
  'a misspelt member': { ...head, paths, sever: [] },
  'a reference that leads nowhere': schemasWith('#/components/schemas/B'),
  'a reference to a member that every object inherits': schemasWith('#/components/constructor'),
};

test('a document is valid, or refused with the place of its problem', async () => {
  const problems = Object.entries(documents).map(
    async ([what, document]) => [what, (await openApiProblem(document)) ?? 'valid'] as const,
  );
  expectGolden('openapi-validity.txt', Object.fromEntries(await Promise.all(problems)));
});

test('a version that the parser does not know is judged as far as that goes', async () => {
  const document = { ...head, openapi: '3.2.0', paths, $self: 'https://a.example.com' };
  await expect(openApiProblem(document)).rejects.toThrow(
    new UnjudgedDocument('it is written in OpenAPI 3.2.0, which the suite cannot validate'),
  );
  const dangling = { ...document, components: { schemas: { A: { $ref: '#/nowhere' } } } };
  expect(await openApiProblem(dangling)).toMatchObject({ place: '/components/schemas/A' });
});

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
