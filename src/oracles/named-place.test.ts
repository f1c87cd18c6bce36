import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { namesThePlace } from './named-place.js';
import { unmetMessage } from './unmet.js';

const refused = (message: unknown, status = 400) =>
  exampleExchange({ status, body: JSON.stringify({ message }) });

test('The name of a parameter stands in the message', () => {
  for (const message of [
    'page must be at least 1',
    '"page" is wrong',
    'query.page: too small',
    'wrong: page',
  ])
    expect(namesThePlace(refused(message), 'page')).toBeUndefined();
});

test('A longer word that holds the name does not name it', () => {
  for (const message of ['per_page must be at least 1', 'pages are wrong', 'Page'])
    expect(unmetMessage(namesThePlace(refused(message), 'page'))).toContain(
      'a message that names page at body',
    );
});

test('Of a path, the last name counts', () => {
  const message = 'items[0].prices[2].sale_price must be above 0';
  for (const place of ['prices[].sale_price', 'sale_price', 'sale_price[]'])
    expect(namesThePlace(refused(message), place)).toBeUndefined();
  expect(namesThePlace(refused('prices must be given'), 'prices[].sale_price')).toBeDefined();
});

test('It must be a 400 with a message', () => {
  expect(namesThePlace(refused('page', 404), 'page')?.expected).toEqual(['status 400']);
  expect(namesThePlace(refused(7), 'page')?.expected).toEqual([
    'a JSON object with a string "message" beside status 400',
  ]);
});
