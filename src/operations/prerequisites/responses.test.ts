import { type ExampleExchange, exampleClient, exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import type { AnyRequest } from '../../http/transports/transport.js';
import { Blocked } from '../../verdicts/finding.js';
import { bodyIfAny, bodyOf, followLink } from './responses.js';

const brands = [{ id: 1, name: 'a' }];

/** A response, and the gaps that must be closed before the test can go on. */
const blocks: readonly (readonly [title: string, ExampleExchange, gaps: readonly string[]])[] = [
  ['a refusal if parameters are not shown', { status: 422 }, ['G-11']],
  ['a server error', { status: 500 }, []],
  ['a list in a different envelope', { body: { data: brands } }, ['G-11']],
  ['a field with a different name', { body: [{ id: 1, label: 'a' }] }, ['G-05', 'G-11']],
];

for (const [title, exchange, gaps] of blocks)
  test(`${title} blocks the test, and the reason names ${gaps.join(', ') || 'no gap'}`, async () => {
    const body = async () => bodyOf(exampleExchange({ operationId: 'listBrands', ...exchange }));
    const named = gaps.map((gap) => expect.objectContaining({ gap, operationId: 'listBrands' }));
    await expect(body()).rejects.toMatchObject({ name: 'Blocked', gaps: named });
  });

const page = (...items: readonly object[]) => ({ items, pagination: { pages: 1 } });

/** The part of the categories that a step needs, the received body, and whether the step can go on. */
const needs: readonly (readonly [paths: readonly string[], body: object, goesOn: boolean])[] = [
  [['items.*.id', 'pagination.pages'], page({ id: 1 }, { id: 2, parent_id: '7' }), true],
  [['items.*.id'], page({ id: 1 }, { name: 'Coats' }), false],
  [['items.*.id'], { pagination: { pages: 1 } }, false],
  [['items'], page({ id: 1 }), false],
  [['pagination.pages'], { items: 'none', pagination: { pages: 1 } }, true],
  [[], page({ id: 1 }), false],
];

for (const [paths, body, goesOn] of needs)
  test(`a step that needs ${paths.join(' and ') || 'all'} of ${JSON.stringify(body)} ${goesOn ? 'goes on' : 'is blocked'}`, () => {
    const exchange = exampleExchange({ operationId: 'listCategories', body });
    if (goesOn) expect(bodyOf(exchange, ...paths)).toEqual(body);
    else expect(() => bodyOf(exchange, ...paths)).toThrow(Blocked);
    expect(bodyIfAny(exchange, ...paths)).toEqual(goesOn ? body : undefined);
  });

/**
 * Links of a page of products, and the request that follows each: by the query alone if the link leads to the same list,
 * because the query may be translated into other names; otherwise unchanged.
 */
const links: readonly (readonly [link: string, request: AnyRequest])[] = [
  ['https://elsewhere.example/api/v1/products/?style_key=a+b', { query: { style_key: 'a b' } }],
  ['?page=2', { query: { page: '2' } }],
  ['https://shop.example/shop/api/v1/products/?page=2', { query: { page: '2' } }],
  ['/products/?page=2', { query: { page: '2' } }],
  ['/api/v1/shop/api/v1/products?page=2', { raw: { target: '/api/v1/products?page=2' } }],
  ['/api/v2/products/?page=2', { raw: { target: '/api/v2/products/?page=2' } }],
  ['?page=2&page=3', { raw: { target: '/api/v1/products/?page=2&page=3' } }],
];

test('a link to the same list is followed by its query, and any other unchanged, unless it is not a URL', async () => {
  const sent: unknown[] = [];
  const client = exampleClient(() => ({}));
  const send: typeof client.send = (called, asked) => {
    sent.push(asked);
    return client.send(called, asked);
  };
  for (const [link] of links) await followLink({ ...client, send }, 'listProducts', link);
  expect(sent).toEqual(links.map(([, request]) => request));
  const invalid = followLink(client, 'listProducts', 'http://');
  await expect(invalid).rejects.toThrow('a page of listProducts has a link that is not a URL');
});
