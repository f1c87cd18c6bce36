import { expect, test } from '#testing/unit-test';
import { operationExcerpt } from './document-part.js';

test('an excerpt has the keys that lead to an operation, and nothing that is deep inside', () => {
  // A long text may contain a secret, of which a part would not be recognised.
  const operation = { summary: 'x'.repeat(81), parameters: Array(13).fill(1), a: { b: { c: { d: 1 } } } };
  expect(JSON.parse(operationExcerpt(['paths', '/products/', 'post'], operation))).toEqual({
    paths: { '/products/': { post: { summary: '…', parameters: Array(12).fill(1), a: { b: { c: '…' } } } } },
  });
});
