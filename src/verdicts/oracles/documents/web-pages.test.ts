import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import { holdNothingOf, showEach, showItsValue, showTheLimitOfEach } from './web-pages.js';

const operations = [
  { method: 'GET', path: '/api/v1/webhooks/' },
  { method: 'POST', path: '/api/v1/webhooks/' },
  { method: 'GET', path: '/api/v1/webhooks/{id}' },
];
const page = (text: string, status = 200) => ({ exchange: exampleExchange({ status }), text });
const at = 'the text of the page';

oracleTest('operations are shown by method and path, with or without the prefix and host', () => {
  const shown = (text: string) => showEach(page(text), operations);
  const missing = `${at}: nothing about GET /api/v1/webhooks`;
  return [
    ...[
      'GET\n/api/v1/webhooks/\nList\nPOST\n/api/v1/webhooks/\nGET /api/v1/webhooks/{id}',
      'GET\n/api\u200b/v1\u200b/webhooks\u200b/ POST /web\u00adhooks GET /webhooks/\u200b{id}',
      'GET https://a.example/api/v1/webhooks POST https://a.example/api/v1/webhooks GET /webhooks/{id}',
    ].map((text) => [shown(text), 'holds'] as const),
    ...['GET /webhooks/types', 'GET /old/webhooks', 'FORGET /webhooks'].map(
      (other) => [shown(`${other} POST /webhooks GET /webhooks/{id}`), `${missing}/ [G-18]`] as const,
    ),
    // Clause 8.1 only says where the page is.
    [showEach(page('', 404), operations), 'status: status 404, a warning'],
    // Nothing states who may read the page.
    [showEach(page('', 401), operations), 'status: status 401 [G-18]'],
  ];
});

oracleTest('the limit of each operation is shown in its part of the page', () => {
  const limited = [
    { method: 'GET', path: '/api/v1/webhooks/', limit: 50 },
    { method: 'PATCH', path: '/api/v1/webhooks/{id}', limit: 100 },
    { method: 'GET', path: '/api/v1/products/', limit: 1000 },
  ];
  const places = ['GET /webhooks', 'PATCH /webhooks/{id}', 'GET /api/v1/products/'];
  const withEach = (...parts: readonly string[]) =>
    places.map((place, index) => `${place}${parts[index] ?? ''}`).join('\n');
  const shown = (text: string) => showTheLimitOfEach(page(text), limited);
  const wrong = (text: string) =>
    [shown(text), `${at}: no limit with PATCH /api/v1/webhooks/{id} [G-18]`] as const;
  return [
    ...[
      withEach('\nList 50 requests per minute', ' 100 rpm', '\nx-rate-limit\n1,000'),
      `Operation\tRequests per minute\n${withEach('\t50', '\tUpdate\t100', '\t1 000')}`,
      `50 requests per minute\n${places[0]}\n100 requests per minute\n${places[1]}\nLimit 1000\n${places[2]}`,
    ].map((text) => [shown(text), 'holds'] as const),
    // The limit of the previous operation, an unrelated number.
    wrong(withEach(' 50/min, 100/min', '', ' 1000/min')),
    wrong(withEach(' 50/min', '\n100 items at most', ' 1000/min')),
  ];
});

const value = 'sk_live_8a1f02-b7/+c9d3e4';

oracleTest("a page contains at most a few characters of the key's value, in any encoding", () => {
  const shown = (text: string) => holdNothingOf({ text, source: '' }, value);
  const source = `<a href="?key=${encodeURIComponent(value)}">`;
  return [
    [holdNothingOf({ text: 'ends in d3e4', source: `<td>${value.slice(0, 7)}…d3e4</td>` }, value), 'holds'],
    ...[`Key ${value}`, value.slice(0, -4), value.slice(4), value.replaceAll(/(.{4})/g, '$1 ')].map(
      (text) =>
        [shown(text), 'the text of the page: the value of the key', ['nothing of the value']] as const,
    ),
    [
      holdNothingOf({ text: '', source }, value),
      'the source of the page: the value of the key, hidden from readers',
    ],
  ];
});

oracleTest('a malformed value is not shown', () => [
  [showItsValue({ value: 'sk…8a1f' }), 'the page that confirms the key: a value that no header can carry'],
]);
