import { expect, test } from '#testing/unit-test';
import { type DescribedPlace, partOfDocument, wholeOperation } from './document-part.js';

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

const refusal = { part: 'response', status: 422, path: [] } as const;
const sku = { part: 'response body', status: 200, path: ['items', '[]', 'sku'] } as const;

const parts: readonly (readonly [DescribedPlace, string])[] = [
  [wholeOperation, ''],
  [{ part: 'query', path: ['page'] }, ' parameters 1'],
  [{ part: 'response', status: 401, path: [] }, ' responses 401'],
  [
    { part: 'request body', path: ['names', '{}'] },
    ' requestBody content * schema properties names additionalProperties',
  ],
  [{ part: 'request body', path: ['items'] }, ' requestBody content * schema properties items'],
];
for (const [place, path] of parts)
  test(`the part of a document for ${place.part} ${place.path} is at${path || ' the operation'}`, () =>
    expect(partOfDocument(document, operation, place).path.join(' ')).toBe(`paths /products/ post${path}`));

test('the part of a document is found across references', () =>
  expect(partOfDocument(document, operation, sku).path.join(' ')).toBe(
    'components schemas A/B properties items items properties sku',
  ));

test('an excerpt has the keys that lead to the part, and nothing else of the document', () => {
  const { excerpt } = partOfDocument(document, operation, refusal);
  expect(JSON.parse(excerpt)).toEqual({
    paths: { '/products/': { post: { responses: { 422: { description: 'Refused.', headers: '…' } } } } },
  });
  // A long text may contain a secret, of which a part would not be recognised.
  expect(partOfDocument(document, operation, sku).excerpt).toContain('"type": "…"');
});
