import { expect, test } from '#testing/unit-test';
import { partOfDocument } from './document-part.js';

const document = {
  info: { description: 'A preamble.' },
  paths: {
    '/products/': {
      post: {
        parameters: [
          { name: 'page', in: 'header' },
          { name: 'page', in: 'query', schema: {} },
        ],
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/A~1B' } } } },
          422: {
            description: 'Refused.',
            headers: { 'X-RateLimit-Remaining': { schema: { type: 'integer' } } },
          },
        },
      },
    },
  },
  components: { schemas: { 'A/B': { properties: { items: { items: { type: 'x'.repeat(81) } } } } } },
};
const operation = ['paths', '/products/', 'post'];

const parts: Readonly<Record<string, string>> = {
  operation: 'paths /products/ post',
  limit: 'paths /products/ post x-rate-limit',
  'query page': 'paths /products/ post parameters 1',
  'response 401': 'paths /products/ post responses 401',
  'response 422 header X-RateLimit-Limit': 'paths /products/ post responses 422 headers X-RateLimit-Limit',
  'response 200 body items[].sku': 'components schemas A/B properties items items properties sku',
  'request body names{}':
    'paths /products/ post requestBody content * schema properties names additionalProperties',
  'request body items': 'paths /products/ post requestBody content * schema properties items',
};
for (const [place, path] of Object.entries(parts))
  test(`the part of a document for ${place} is at ${path}`, () =>
    expect(partOfDocument(document, operation, place).path.join(' ')).toBe(path));

test('an excerpt has the keys that lead to the part, and nothing else of the document', () => {
  const { excerpt } = partOfDocument(document, operation, 'response 422 header X-RateLimit-Limit');
  expect(JSON.parse(excerpt)).toEqual({
    paths: { '/products/': { post: { responses: { 422: { headers: { 'X-RateLimit-Remaining': '…' } } } } } },
  });
  // A long text may contain a secret, of which a part would not be recognised.
  expect(partOfDocument(document, operation, 'response 200 body items[].sku').excerpt).toContain(
    '"type": "…"',
  );
});
