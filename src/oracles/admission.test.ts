import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { admits, admitsTheFirst } from './admission.js';

const answers = (...statuses: readonly number[]) => statuses.map((status) => exampleExchange({ status }));
const expected = ['a status other than 429 for exactly the first 3 requests of the window, then 429'];

test('as many as the limit pass with any status, and nothing behind them', () => {
  expect(admitsTheFirst(answers(200, 404, 204, 429), 3)).toBeUndefined();
  expect(admitsTheFirst(answers(200, 200, 200, 429, 429, 429), 3)).toBeUndefined();
});

test('one too early, one too late and one behind the first 429 are told by their number', () => {
  expect(admitsTheFirst(answers(200, 200, 429, 429), 3)).toEqual({
    expected,
    actual: 'status 429 for request number 3',
    at: 'status before the limit',
  });
  expect(admitsTheFirst(answers(200, 200, 200, 200, 429), 3)).toEqual({
    expected,
    actual: 'status 200 for request number 4',
    at: 'status past the limit',
  });
  expect(admitsTheFirst(answers(200, 200, 200, 429, 200), 3)?.actual).toBe('status 200 for request number 5');
  expect(admitsTheFirst(answers(429), 3)?.actual).toBe('status 429 for request number 1');
});

test('a row that ends before the limit shows nothing', () => {
  expect(admitsTheFirst(answers(200, 200, 200), 3)?.actual).toBe('3 requests in all');
  expect(admitsTheFirst([], 3)?.actual).toBe('0 requests in all');
});

test('at once, as many as the limit pass, whichever they are', () => {
  expect(admits(answers(429, 200, 429, 200, 200, 429), 3)).toBeUndefined();
  expect(admits(answers(429, 200, 200, 429), 3)).toEqual({
    expected: ['a status other than 429 for exactly 3 of 4 requests'],
    actual: '2 such answers',
    at: 'status',
  });
  expect(admits(answers(200, 200, 200), 3)).toEqual({
    unseen: 'no more requests were sent than the limit says',
  });
  expect(admits(answers(200, 200, 200, 200), 3)?.actual).toBe('4 such answers');
});
