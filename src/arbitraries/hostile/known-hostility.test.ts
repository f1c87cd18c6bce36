import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { knownHostility } from './known-hostility.js';
import type { SentRequest, TargetOperation } from './sent-request.js';

const write: TargetOperation = { method: 'POST', path: '/api/v1/products/', parameters: [], requestBody: {} };
const body = { items: [{ sku: 'sku-1', size: null, prices: [{ retail_price: 9.5 }] }] };
const id = { name: 'id', in: 'path' } as const;

for (const seed of [1, 2, 3]) {
  test(`each draw has all of it where there is a body, seed ${seed}`, () => {
    const drawn = draw(write, { body }, seed);
    expect(drawn.map(({ what }) => what.replace(/.*: /, ''))).toEqual([
      'a lone surrogate',
      'NUL',
      'a text of 65,536 characters',
      'the number 1e999',
      'the integer 9007199254740993',
      expect.stringMatching(/10000 deep/),
      expect.stringMatching(/key .*, (first|last), is /),
      expect.stringMatching(/^(text|application)\//),
      expect.stringMatching(/^JSON cut off after \d+ bytes$/),
    ]);
    const bodies = drawn.map(({ request }) => Buffer.from(request.raw?.body ?? []).toString());
    expect(bodies[0]).toBe('{"items":[{"sku":"\\ud800","size":null,"prices":[{"retail_price":9.5}]}]}');
    expect(bodies[3]).toBe('{"items":[{"sku":"sku-1","size":null,"prices":[{"retail_price":1e999}]}]}');
    expect(() => JSON.parse(bodies[8] ?? '')).toThrow();
    expect(drawn.some(({ outsideContract }) => outsideContract)).toBe(false);
  });
}

test('a word stands in each parameter of the query', () => {
  const parameters = (['status', 'page'] as const).map((name) => ({ name, in: 'query' }) as const);
  const list: TargetOperation = { method: 'GET', path: '/api/v1/products/', parameters };
  const words = draw(list, {}, 1).filter(({ what }) => what.endsWith('the word first'));
  expect(words.map(({ request }) => request.raw?.query)).toEqual(['status=first', 'page=first']);
});

test('texts stand in a parameter of the operation as well', () => {
  const read: TargetOperation = { method: 'GET', path: '/api/v1/webhooks/{id}', parameters: [id] };
  const targets = draw(read, { path: { id: 'a' } }, 1).map(({ request }) =>
    request.raw?.target?.slice(0, 30),
  );
  const inPath = ['%ed%a0%80', '%00', 'x'.repeat(13)].map((text) => `/api/v1/webhooks/${text}`);
  expect(targets).toEqual(inPath);
  const change: TargetOperation = { ...read, method: 'PATCH', requestBody: {} };
  const drawn = draw(change, { path: { id: 'a' }, body: { enabled: false } }, 1);
  expect(drawn).toHaveLength(12);
  expect(drawn.flatMap(({ request }) => request.raw?.target?.slice(0, 30) ?? [])).toEqual(inPath);
});

test('where there is neither a body nor a parameter there is none of it', () => {
  expect(draw({ method: 'GET', path: '/api/v1/brands/', parameters: [] }, {}, 1)).toEqual([]);
});

function draw(operation: TargetOperation, valid: SentRequest, seed: number) {
  const [drawn = []] = fc.sample(knownHostility(operation, valid), { seed, numRuns: 1 });
  return drawn;
}
