import { expect, test } from '#unit-test';
import { type Unmet, UnseenError, unmetIn, unmetMessage } from './unmet.js';

const unmet: Unmet = { expected: ['status 400', 'status 404'], actual: 'status 200', at: 'status' };

test('as one line it names every acceptable answer', () => {
  expect(unmetMessage(unmet)).toBe('expected status 400, or status 404 at status, but got status 200');
  expect(unmetMessage({ expected: ['a UUID'], actual: 'nothing' })).toBe('expected a UUID, but got nothing');
  expect(unmetMessage(undefined)).toBe('the oracle holds');
});

test('what an oracle of ours found comes out of the assertion unchanged', () => {
  const ours = expect.extend({
    toHold: (subject: Unmet) => ({ pass: false, unmet: subject, message: () => 'no' }),
  });
  expect(unmetIn(thrownBy(() => ours(unmet).toHold()))).toEqual(unmet);
});

test('an assertion of Playwright tells expected and actual', () => {
  expect(unmetIn(thrownBy(() => expect(7).toBe(8)))).toEqual({
    expected: ['the number 8'],
    actual: 'the number 7',
  });
});

test('an assertion without either is told by its message', () => {
  const found = unmetIn(thrownBy(() => expect('', 'the list is empty').toBeTruthy()));
  expect(found?.expected).toEqual([expect.stringContaining('the list is empty')]);
  expect(JSON.stringify(found)).not.toContain('\\u001b');
});

test('something else under the name of ours is told by the message', () => {
  const error = Object.assign(new Error('first line\n\nsecond line'), {
    matcherResult: { unmet: { expected: 'x' } },
  });
  expect(unmetIn(error)).toEqual({ expected: ['first line'], actual: 'second line' });
  expect(unmetIn(Object.assign(new Error(''), { matcherResult: {} }))).toEqual({
    expected: ['the assertion to hold'],
    actual: '',
  });
});

for (const error of [
  new Error('no assertion'),
  'text',
  undefined,
  new UnseenError('the list has no entries'),
  Object.assign(new Error(), { matcherResult: null }),
]) {
  test(`${String(error)} says nothing about the target`, () => {
    expect(unmetIn(error)).toBeUndefined();
  });
}

function thrownBy(assertion: () => void): unknown {
  try {
    assertion();
  } catch (error) {
    return error;
  }
  return undefined;
}
