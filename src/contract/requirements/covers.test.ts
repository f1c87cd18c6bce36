import { expect, test } from '#testing/unit-test';
import type { Requirement } from './catalogue.js';
import { coverageProblems, coveredInListing, covers, exercises, mayMeet } from './covers.js';

test('the details that covers() returns reach the test', covers('BAT-09'), () => {
  const { tags, annotations } = test.info();
  expect(tags).toEqual(['@BAT-09']);
  expect(annotations).toMatchObject([{ type: 'requirement', description: 'BAT-09' }]);
});

test('an id that is not in the catalogue is refused by name', () => {
  expect(() => uncompiledCovers('BAT-99')).toThrow(
    "covers('BAT-99'): there is no such requirement in schemas/requirements.yaml.",
  );
});

test('an id that is named twice is refused by name', () => {
  expect(() => covers('BAT-09', 'BAT-10', 'BAT-09')).toThrow("covers('BAT-09', ...): the id is named twice.");
});

test('a requirement that a test may meet becomes an annotation of its own type, but not a tag', () => {
  expect(mayMeet(covers('BAT-10'), 'BAT-09')).toEqual({
    tag: ['@BAT-10'],
    annotation: [
      { type: 'requirement', description: 'BAT-10' },
      { type: 'may meet', description: 'BAT-09' },
    ],
  });
  expect(() => mayMeet(covers('BAT-09'), 'BAT-09')).toThrow("mayMeet('BAT-09', ...): the id is named twice.");
  expect(() => Reflect.apply(mayMeet, undefined, [covers('BAT-09'), 'BAT-99'])).toThrow("mayMeet('BAT-99')");
});

test('a requirement that a test exercises becomes a tag, but not an annotation', () => {
  expect(exercises(covers('LIM-14'), 'ERR-12')).toEqual({
    tag: ['@LIM-14', '@ERR-12'],
    annotation: [{ type: 'requirement', description: 'LIM-14' }],
  });
  expect(() => exercises(covers('ERR-12'), 'ERR-12')).toThrow('the id is named twice.');
});

/** Calls covers() in the same way as code that the compiler doesn't check. */
function uncompiledCovers(...ids: readonly string[]): unknown {
  return Reflect.apply(covers, undefined, ids);
}

function spec(...ids: readonly string[]) {
  const annotations = ids.map((id) => ({ type: 'requirement', description: id }));
  return {
    title: 'a test',
    tests: [{ annotations: [...annotations, { type: 'issue', description: 'BAT-01' }] }],
  };
}

test('requirements are found in suites at every depth, each once', () => {
  const inner = { specs: [spec('BAT-09')], suites: [{ specs: [spec('ERR-02')] }] };
  const suites = [{ specs: [spec('BAT-09', 'BAT-10')], suites: [inner] }, { specs: [spec()] }];
  expect(coveredInListing({ errors: [], suites })).toEqual(['BAT-09', 'BAT-10', 'ERR-02']);
});

test('a listing with errors is refused as incomplete, and each error is named once', () => {
  const error = { message: 'SyntaxError in a spec\n> 5 | covers(' };
  const listing = { errors: [error, error, { value: 1 }], suites: [{ specs: [spec('BAT-09')] }] };
  expect(() => coveredInListing(listing)).toThrow(
    /^The tests cannot be listed:\n {2}SyntaxError in a spec\n {2}{"value":1}$/,
  );
});

test('a listing without suites is refused', () => {
  for (const listing of [undefined, {}, { suites: [] }])
    expect(() => coveredInListing(listing)).toThrow('The listing of the tests has no suites.');
});

test('each requirement needs either a check or a reason, but not both', () => {
  const catalogue: Pick<Requirement, 'id' | 'notTested'>[] = [
    { id: 'BAT-08' },
    { id: 'BAT-09' },
    { id: 'BAT-10', notTested: { kind: 'planned', reason: 'No check yet.' } },
  ];
  expect(coverageProblems(catalogue, ['BAT-09', 'BAT-08', 'BAT-09'])).toEqual([]);
  expect(coverageProblems(catalogue, ['BAT-08', 'BAT-09', 'BAT-10'])).toEqual([
    'requirement BAT-10: has a check, but key "notTested" says that it has none',
  ]);
});
