import { type ExampleExchange, exampleClient, exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import type { AnyRequest } from '../../http/transports/transport.js';
import { Blocked } from '../../verdicts/finding.js';
import { bodyIfAny, bodyOf, followLink } from './responses.js';

const brands = [{ id: 1, name: 'a' }];

test('a success body of the needed shape is returned', () => {
  expect(bodyOf(exampleExchange({ operationId: 'listBrands', body: brands }))).toEqual(brands);
});

/** A response, and the gaps that must be closed before the test can go on. */
const blocks: readonly (readonly [title: string, ExampleExchange, gaps: readonly string[]])[] = [
  ['a refusal if parameters are not shown', { operationId: 'listBrands', status: 422 }, ['G-11']],
  ['a server error', { operationId: 'listBrands', status: 500 }, []],
  ['a list in a different envelope', { operationId: 'listBrands', body: { data: brands } }, ['G-11']],
  [
    'a field with a different name',
    { operationId: 'listBrands', body: [{ id: 1, label: 'a' }] },
    ['G-05', 'G-11'],
  ],
];

for (const [title, exchange, gaps] of blocks) {
  test(`${title} blocks the test, and the reason names ${gaps.join(', ') || 'no gap'}`, () => {
    const blocked = blockOf(exchange);
    expect(blocked.message).toMatch(/^a prerequisite was not met/);
    expect(blocked.gaps.map(({ gap }) => gap)).toEqual(gaps);
    for (const { operationId } of blocked.gaps) expect(operationId).toBe('listBrands');
  });
}

function blockOf(exchange: ExampleExchange): Blocked {
  try {
    bodyOf(exampleExchange(exchange));
  } catch (error) {
    if (error instanceof Blocked) return error;
    throw error;
  }
  throw new Error('The test is not blocked.');
}

const category = {
  id: 1,
  name: 'Coats',
  path: ['Coats'],
  parent_id: null,
  material_composition_type: 'textile',
};
const page = (...items: readonly object[]) => ({ items, pagination: { pages: 1 } });

/** The part of the categories that a step needs, the received body, and whether the step can go on. */
const needs: readonly (readonly [paths: readonly string[], body: object, goesOn: boolean])[] = [
  [['items.*.id'], page({ id: 1 }), true],
  [['items.*.id'], page({ ...category, parent_id: '7' }, { id: 2 }), true],
  [['items.*.id', 'pagination.pages'], page({ id: 1 }), true],
  [['items.*.id'], page({ id: 1 }, { name: 'Coats' }), false],
  [['items.*.id'], page({ id: null }), false],
  [['items.*.id'], { pagination: { pages: 1 } }, false],
  [['items.*.id'], { items: { id: 1 } }, false],
  [['items.*.id'], [category], false],
  [['items'], page({ id: 1 }), false],
  [['items.*.id', 'pagination.pages'], { items: [category] }, false],
  [['pagination.pages'], { items: 'none', pagination: { pages: 1 } }, true],
  [[], page(category), false],
];

for (const [paths, body, goesOn] of needs) {
  test(`a step that needs ${paths.join(' and ') || 'all'} of ${JSON.stringify(body)} ${goesOn ? 'goes on' : 'is blocked'}`, () => {
    const exchange = exampleExchange({ operationId: 'listCategories', body });
    if (goesOn) expect(bodyOf(exchange, ...paths)).toEqual(body);
    else expect(() => bodyOf(exchange, ...paths)).toThrow(Blocked);
    expect(bodyIfAny(exchange, ...paths)).toEqual(goesOn ? body : undefined);
  });
}

/** Links of a page of products, and the request that follows each. */
const links: readonly (readonly [title: string, link: string, request: AnyRequest])[] = [
  [
    'to the same list is followed by its query, which may be translated into other names',
    'https://elsewhere.example/api/v1/products/?page=2&style_key=a+b',
    { query: { page: '2', style_key: 'a b' } },
  ],
  ['with a query alone leads to the same list', '?page=2', { query: { page: '2' } }],
  [
    "that includes the target's own path leads to the same list",
    'https://shop.example/shop/api/v1/products/?page=2',
    { query: { page: '2' } },
  ],
  ['below /api/v1 leads to the same list', '/products/?page=2', { query: { page: '2' } }],
  [
    'without the last slash is followed unchanged',
    '/shop/api/v1/products?page=2',
    { raw: { target: '/api/v1/products?page=2' } },
  ],
  [
    'to a different path is followed unchanged',
    '/api/v2/products/?page=2',
    { raw: { target: '/api/v2/products/?page=2' } },
  ],
  [
    'with a repeated parameter is followed unchanged',
    '?page=2&page=3',
    { raw: { target: '/api/v1/products/?page=2&page=3' } },
  ],
];

for (const [title, link, request] of links)
  test(`a link ${title}`, async () => {
    const sent: unknown[] = [];
    const client = exampleClient(() => ({}));
    const send: typeof client.send = (called, asked) => {
      sent.push(asked);
      return client.send(called, asked);
    };
    await followLink({ ...client, send }, 'listProducts', link);
    expect(sent).toEqual([request]);
  });

test('a string that is not a URL is not followed', async () => {
  const follow = followLink(
    exampleClient(() => ({})),
    'listProducts',
    'http://',
  );
  await expect(follow).rejects.toThrow('a page of listProducts has a link that is not a URL');
});
