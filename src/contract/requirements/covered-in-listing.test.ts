import { expect, test } from '#unit-test';
import { coveredInListing } from './covered-in-listing.js';

function spec(...ids: readonly string[]) {
  const annotations = ids.map((id) => ({ type: 'requirement', description: id }));
  return {
    title: 'a test',
    tests: [{ annotations: [...annotations, { type: 'issue', description: 'BAT-01' }] }],
  };
}

test('requirements are found in suites at every depth, each once', () => {
  const listing = {
    errors: [],
    suites: [
      {
        specs: [spec('BAT-09', 'BAT-10')],
        suites: [{ specs: [spec('BAT-09')], suites: [{ specs: [spec('ERR-02')] }] }],
      },
      { specs: [spec()] },
    ],
  };
  expect(coveredInListing(listing)).toEqual(['BAT-09', 'BAT-10', 'ERR-02']);
});

test('a listing with errors is not taken for the list of all tests, and names each error once', () => {
  const error = { message: 'SyntaxError in a spec\n> 5 | covers(' };
  const listing = { errors: [error, error, { value: 1 }], suites: [{ specs: [spec('BAT-09')] }] };
  expect(() => coveredInListing(listing)).toThrow(
    /^The tests cannot be listed:\n {2}SyntaxError in a spec\n {2}{"value":1}$/,
  );
});

test('a listing without suites is refused', () => {
  for (const listing of [undefined, {}, { suites: [] }]) {
    expect(() => coveredInListing(listing)).toThrow('The listing of the tests has no suites.');
  }
});
