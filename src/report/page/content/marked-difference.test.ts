import { expect, test } from '#unit-test';
import { markedDifference, type Piece } from './marked-difference.js';

const shown = (pieces: readonly Piece[] | undefined) =>
  (pieces ?? []).map(({ text, marked }) => (marked ? `[${text}]` : text)).join('');

test('what differs is marked on both sides, and nothing else', () => {
  const { expected, actual } = markedDifference(['the number 0'], 'the number 21');
  expect(expected.map(shown)).toEqual(['the number [0]']);
  expect(shown(actual)).toBe('the number [21]');
});

test('every acceptable answer is listed, and the nearest is what the actual one is held against', () => {
  const { expected, actual } = markedDifference(['an empty list', 'status 404', 'status 400'], 'status 500');
  expect(expected.map(shown)).toEqual(['[an empty list]', 'status [404]', 'status [400]']);
  expect(shown(actual)).toBe('status [500]');
});

test('texts that have nothing in common are marked as a whole', () => {
  const { expected, actual } = markedDifference(['an integer'], 'the string "9"');
  expect(expected.map(shown)).toEqual(['[an integer]']);
  expect(shown(actual)).toBe('[the string "9"]');
  expect(shown(markedDifference([], 'anything').actual)).toBe('[anything]');
});

test('long texts without much in common are marked as a whole, and soon', () => {
  const [a, b] = ['a', 'b'].map((letter) =>
    Array.from({ length: 700 }, (_, index) => `${letter}${index % 97}`).join(' '),
  );
  const { expected, actual } = markedDifference(Array(8).fill(a), b ?? '');
  expect(expected.map(shown)).toEqual(Array(8).fill(`[${a}]`));
  expect(shown(actual)).toBe(`[${b}]`);
});

test('the pieces are the whole text', () => {
  const texts = ['3 entries, of which 2 failed', 'nothing'];
  const { expected, actual } = markedDifference(texts, '2 entries, of which 2 failed');
  expect(expected.map((pieces) => pieces.map(({ text }) => text).join(''))).toEqual(texts);
  expect(actual.map(({ text }) => text).join('')).toBe('2 entries, of which 2 failed');
});
