import { expect, test } from '#unit-test';
import { exampleClient } from '../../http/example-exchange.js';
import type { AnyRequest } from '../../http/transport.js';
import { followLink } from './pages.js';

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
    'to another path is followed unchanged',
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

test('a text that is not a URL is not followed', async () => {
  const follow = followLink(
    exampleClient(() => ({})),
    'listProducts',
    'http://',
  );
  await expect(follow).rejects.toThrow('a page of listProducts has a link that is not a URL');
});
