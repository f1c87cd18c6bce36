import { expect, test } from '#testing/unit-test';
import { durationInWords, spanInWords } from './duration-in-words.js';

test('durations have the precision that a reader needs', () => {
  const spans = [0, 400, 1000, 59_400, 60_000, 252_000, 3_600_000, 3_900_000].map(spanInWords);
  expect(spans).toEqual(['0 s', '400 ms', '1 s', '59 s', '1 min', '4 min 12 s', '1 h 0 min', '1 h 5 min']);
  const times = [0.641, 9.87, 14.9, 999, 1500, 12_345].map(durationInWords);
  expect(times).toEqual(['0.64 ms', '9.9 ms', '15 ms', '999 ms', '1.5 s', '12 s']);
});
