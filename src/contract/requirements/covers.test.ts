import { expect, test } from '#unit-test';
import { covers, mayMeet } from './covers.js';

test('each id becomes a tag and an annotation, in the order given', () => {
  expect(covers('BAT-10', 'BAT-09')).toEqual({
    tag: ['@BAT-10', '@BAT-09'],
    annotation: [
      { type: 'requirement', description: 'BAT-10' },
      { type: 'requirement', description: 'BAT-09' },
    ],
  });
});

test('what covers() gives reaches the test', covers('BAT-09'), () => {
  const { tags, annotations } = test.info();
  expect(tags).toEqual(['@BAT-09']);
  expect(annotations).toMatchObject([{ type: 'requirement', description: 'BAT-09' }]);
});

test('an id that the catalogue lacks is refused by name', () => {
  expect(() => uncompiledCovers('BAT-99')).toThrow(
    "covers('BAT-99'): there is no such requirement in schemas/requirements.yaml.",
  );
});

test('an id that is named twice is refused by name', () => {
  expect(() => covers('BAT-09', 'BAT-10', 'BAT-09')).toThrow("covers('BAT-09', ...): the id is named twice.");
});

test('no id at all is refused', () => {
  expect(() => uncompiledCovers()).toThrow('covers() needs at least one requirement id.');
});

test('what a test may meet is an annotation of its own, and no tag', () => {
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

/** Calls covers() in the same way as code that the compiler doesn't check. */
function uncompiledCovers(...ids: readonly string[]): unknown {
  return Reflect.apply(covers, undefined, ids);
}
