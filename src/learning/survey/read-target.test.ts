import { type ExampleRequest, exampleClient } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { NotThisApi, readFurther, readLists } from './read-target.js';
import { Survey } from './survey.js';

const surveyOf = (response: (request: ExampleRequest) => unknown) =>
  new Survey(exampleClient(response), new Map());

test('a target that is a different service is reported in one sentence', async () => {
  const pets = [{ id: 1, name: 'Rex', status: 'available' }];
  for (const [response, says] of [
    [() => undefined, /returned 404 with JSON to each, and the live/],
    [() => ({ uptime: 12, healthy: true }), /the same JSON/],
    [() => pets, /the same JSON/],
    // It has only one list that looks similar.
    [
      ({ url }: ExampleRequest) => (url.pathname.endsWith('/brands/') ? pets : undefined),
      /JSON that does not match its lists/,
    ],
  ] as const) {
    const survey = surveyOf(response);
    survey.learn();
    const other = 'the live description describes a different API';
    const reading = readLists(survey, 'https://shop.example.com', other);
    await expect(reading).rejects.toThrow(NotThisApi);
    await expect(reading).rejects.toThrow(says);
    await expect(reading).rejects.toThrow(/is not the Seller Catalog and Order API/);
  }
});

test('a list with different words leads to the things that it lists', async () => {
  const paths: string[] = [];
  const survey = surveyOf(({ url }) => {
    paths.push(url.pathname);
    if (url.pathname.endsWith('/attribute-groups')) return [];
    if (url.pathname.endsWith('/brands/')) return { brands: [{ id: 1, name: 'Rex' }] };
    if (url.pathname !== '/api/v1/categories/') return undefined;
    const entries = [
      { id: 5, name: 'Bags', path: 'Bags', parent_id: null, material_composition_type: 'textile' },
      { id: 6, name: 'Totes', path: 'Bags > Totes', parent_id: 5, material_composition_type: 'textile' },
    ];
    return { data: entries, paging: { per_page: 20, page: 1, pages: 1, total: 2 } };
  });
  survey.learn();
  await readLists(survey, 'https://shop.example.com');
  await readFurther(survey);
  expect(paths).toContain('/api/v1/categories/5/attribute-groups');
});
