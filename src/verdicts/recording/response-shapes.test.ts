import { type ExampleExchange, exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { ResponseShapes } from './response-shapes.js';

const json = { 'content-type': 'application/json; charset=utf-8' };

/** The places that the responses of one kind show together, apart from the media type of JSON. */
function placesOf(...responses: readonly ExampleExchange[]): string {
  const shapes = new ResponseShapes(new Set());
  for (const each of responses)
    shapes.observe(exampleExchange({ operationId: 'listBrands', headers: json, ...each }));
  const places = Object.values(shapes.take().shapes).flat();
  return places.filter((place) => place !== 'media type application/json').join(', ');
}

const items = 'body object, body items list, body items[] object';
const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`id-${index}`, index]));

/** Responses, and the places that they show. */
const table: readonly (readonly [says: string, responses: readonly ExampleExchange[], places: string])[] = [
  [
    'fields, types and headers, without values',
    [{ body: [{ id: 7, name: 'a' }], headers: { ...json, 'x-ratelimit-limit': '5', date: 'today' } }],
    'header x-ratelimit-limit present, body list, body [] object, body [].id number, body [].name string',
  ],
  [
    'all entries and all responses together',
    [{ body: [] }, { body: [{ id: 7 }, { id: 8, name: null }] }, { body: [{ id: 9, name: 'a' }] }],
    'body list, body [] object, body [].id number, body [].name null|string',
  ],
  [
    'a header that only some responses have',
    [{ body: [], headers: { ...json, 'retry-after': '3' } }, { body: [] }],
    'header retry-after absent|present, body list',
  ],
  [
    'a field that the contract does not have, and everything in it',
    [{ body: [{ id: 1, links: { self: '/1' } }] }],
    'body list, body [] object, body [].id number, extra [].links object, extra [].links.self string',
  ],
  ['many unknown names as those of a map', [{ status: 418, body: many }], 'body object, body {} number'],
  [
    'the values of a map of the contract, whatever their names',
    [{ operationId: 'listProducts', body: { items: [{ descriptions: { 'de-DE': 'a', 'fr-FR': 'b' } }] } }],
    `${items}, body items[].descriptions object, body items[].descriptions{} string`,
  ],
  [
    'an item that a batch result repeats, without its content',
    [{ operationId: 'getStatusResults', body: { items: [{ requestItem: { style_key: 'a' } }] } }],
    `${items}, body items[].requestItem object`,
  ],
  ['no body', [{ headers: {}, body: '' }], 'media type none, body empty'],
  ['a body that is not JSON', [{ body: '<' }], 'body not-json'],
];

for (const [says, responses, places] of table)
  test(`a shape consists of ${says}`, () => expect(placesOf(...responses)).toBe(places));

test('responses are told apart by operation, kind of request and status, and a worker passes each shape on once', () => {
  const told = new Set<string>();
  const first = new ResponseShapes(told);
  const brands = { operationId: 'listBrands', body: [] } as const;
  for (const each of [
    brands,
    brands,
    { ...brands, credential: 'absent' as const },
    { ...brands, untranslated: true },
    { ...brands, status: 400 },
    { ...brands, outsideContract: true, status: 404 },
  ])
    first.observe(exampleExchange(each));
  const { kinds, shapes } = first.take();
  const [id = ''] = Object.keys(shapes);
  expect(Object.keys(shapes)).toHaveLength(1);
  expect(kinds).toEqual([
    `listBrands valid 200 ${id}`,
    `listBrands absent 200 ${id}`,
    `listBrands valid-raw 200 ${id}`,
    `listBrands valid 400 ${id}`,
  ]);
  const second = new ResponseShapes(told);
  second.observe(exampleExchange(brands));
  expect(second.take()).toEqual({ kinds: [`listBrands valid 200 ${id}`], shapes: {} });
});

test('a target that invents names for every response does not fill the report', () => {
  const shapes = new ResponseShapes(new Set());
  for (let number = 0; number < 500; number += 1)
    shapes.observe(exampleExchange({ operationId: 'listBrands', status: 418, body: { [`n${number}`]: 1 } }));
  const places = Object.values(shapes.take().shapes).flat();
  expect(places.length).toBeLessThan(50);
  expect(places).toContain('body {} number');
});
