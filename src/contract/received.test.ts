import { expect, test } from '#unit-test';
import { received } from './received.js';

const cases: readonly (readonly [words: string, value: unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['the integer 7', 7],
  ['the number 0.5', 0.5],
  ['the boolean false', false],
  ['the string "7"', '7'],
  ['an array of 1 item', [{}]],
  ['an empty object', {}],
  ['an object with id, url', { id: 1, url: 'https://receiver.example' }],
];

for (const [words, value] of cases) {
  test(`says ${words}`, () => expect(received(value)).toBe(words));
}

test('cuts a value to 80 characters, and never in the middle of one', () => {
  const words = received('\u{1F455}'.repeat(100));
  expect(words).toBe(`the string of 100 characters "${'\u{1F455}'.repeat(76)}...`);
});

test('shows the type of a secret alone', () => {
  expect(received('hunter2', true)).toBe('a string');
  expect(received(5, true)).toBe('an integer');
});
