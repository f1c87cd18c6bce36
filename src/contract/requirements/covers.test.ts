import { expect, test } from '#testing/unit-test';
import { covers, exercises, mayMeet } from './covers.js';

test('a requirement that a test may meet becomes an annotation of its own type, but not a tag', () => {
  expect(mayMeet(covers('BAT-10'), 'BAT-09')).toEqual({
    tag: ['@BAT-10'],
    annotation: [
      { type: 'requirement', description: 'BAT-10' },
      { type: 'may meet', description: 'BAT-09' },
    ],
  });
});

test('a requirement that a test exercises becomes a tag, but not an annotation', () => {
  expect(exercises(covers('LIM-14'), 'ERR-12')).toEqual({
    tag: ['@LIM-14', '@ERR-12'],
    annotation: [{ type: 'requirement', description: 'LIM-14' }],
  });
});

test('an id that is not in the catalogue, or is named twice, is refused by name', () => {
  const unknown = "covers('BAT-99'): there is no such requirement in schemas/requirements.yaml.";
  expect(() => Reflect.apply(covers, undefined, ['BAT-99'])).toThrow(unknown);
  expect(() => Reflect.apply(mayMeet, undefined, [covers('BAT-09'), 'BAT-99'])).toThrow("mayMeet('BAT-99')");
  const twice = 'the id is named twice.';
  expect(() => covers('BAT-09', 'BAT-10', 'BAT-09')).toThrow(`covers('BAT-09', ...): ${twice}`);
  expect(() => mayMeet(covers('BAT-09'), 'BAT-09')).toThrow(`mayMeet('BAT-09', ...): ${twice}`);
  expect(() => exercises(covers('ERR-12'), 'ERR-12')).toThrow(twice);
});
