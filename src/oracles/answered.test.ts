import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { isAnsweredBelow, isAnsweredCompletely } from './answered.js';
import { unmetMessage } from './unmet.js';

const answered = (status: number) => ({ exchange: exampleExchange({ status }) });

test('Every status below the bound will do, and none from it on', () => {
  for (const status of [200, 404, 499]) expect(isAnsweredBelow(answered(status), 500)).toBeUndefined();
  expect(unmetMessage(isAnsweredBelow(answered(500), 500))).toBe(
    'expected a status below 500 at status, but got status 500',
  );
});

test('No answer is none, whatever was answered after it', () => {
  const unmet = isAnsweredBelow({ ...answered(200), unanswered: 'nothing came' }, 500);
  expect(unmetMessage(unmet)).toBe(
    'expected a complete answer with a status below 500 at answer, but got nothing came',
  );
});

test('An answer is complete with whatever status, and is not where its connection was cut', () => {
  expect(isAnsweredCompletely(answered(500))).toBeUndefined();
  const unmet = isAnsweredCompletely({ ...answered(200), unanswered: 'the connection was cut' });
  expect(unmetMessage(unmet)).toBe('expected a complete answer at answer, but got the connection was cut');
});
