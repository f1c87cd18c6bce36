import { expect, test } from '#unit-test';
import { holdExactlyWhatMatches } from './matching.js';

const [open, shipped, other] = [
  { name: 'N-1', matches: true },
  { name: 'N-2', matches: false },
  { name: 'N-3', matches: true },
];
const known = [open, shipped, other];
const query = { status: 'open' };
const at = 'body items';

test('a narrowed list holds all that matches and nothing else, in any order', () => {
  expect(holdExactlyWhatMatches([other, open], known, query)).toBeUndefined();
  for (const none of [[], [shipped]])
    expect(holdExactlyWhatMatches([], none, query)).toEqual({
      unseen: 'nothing in the whole list matches the object {"status":"open"}',
    });
});

test('what came to be meanwhile may be listed, if it matches', () => {
  expect(holdExactlyWhatMatches([open, other], [open], query)).toBeUndefined();
});

test('what does not match is none of it', () => {
  expect(holdExactlyWhatMatches([open, shipped, other], known, query)).toEqual({
    expected: ['only what matches the object {"status":"open"}'],
    actual: 'N-2',
    at,
  });
});

test('nothing that matches is left out, and nothing listed twice', () => {
  expect(holdExactlyWhatMatches([open], known, query)).toEqual({
    expected: ['N-3 among what matches the object {"status":"open"}'],
    actual: 'the array ["N-1"]',
    at,
  });
  expect(holdExactlyWhatMatches([open, other, open], known, query)).toEqual({
    expected: ['each entry once'],
    actual: 'N-1 again',
    at,
  });
});
