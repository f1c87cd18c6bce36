import { type ExampleRequest, exampleClient } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { Refusal } from '../../contract/refusal.js';
import { readLists } from './read-target.js';
import { Survey } from './survey.js';

const surveyOf = (response: (request: ExampleRequest) => unknown) =>
  new Survey(exampleClient(response), new Map());

test('a target that is a different service is reported in one sentence', async () => {
  const pets = [{ id: 1, name: 'Rex', status: 'available' }];
  for (const [response, says] of [
    [() => undefined, /returned 404 with JSON to each, and the live/],
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
    await expect(reading).rejects.toThrow(Refusal);
    await expect(reading).rejects.toThrow(says);
    await expect(reading).rejects.toThrow(/is not the Seller Catalog and Order API/);
  }
});
