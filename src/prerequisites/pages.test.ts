import { expect, test } from '#unit-test';
import { exampleClient } from '../client/example-client.js';
import { followLink } from './pages.js';

test('a link is followed in the words of the target, at its own address', async () => {
  const asked: string[] = [];
  const client = exampleClient(({ url }) => asked.push(url.href));
  const inTheirs = {
    toTheirs: (query: unknown) =>
      Object.fromEntries(
        Object.entries(Object(query)).map(([name, value]) => [name === 'page' ? 'page_number' : name, value]),
      ),
    toOurs: (query: unknown) => query,
  };
  await followLink(
    client,
    'listProducts',
    'https://elsewhere.example/api/v1/products/?page=2&sku=a',
    inTheirs,
  );
  await followLink(client, 'listProducts', '?page=2');
  expect(asked).toEqual([
    'https://shop.example.com/api/v1/products/?page_number=2&sku=a',
    'https://shop.example.com/api/v1/products/?page=2',
  ]);
});
