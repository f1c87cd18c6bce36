import { expect, test } from '#unit-test';
import { isSentOnce, MOST_REMEMBERED_FORMS } from './sent-once.js';

const emptySession = () => ({ cookie: { originalMaxAge: null } });

test('a form is sent once in a session, and only with an id', () => {
  const session = emptySession();
  const ids = ['a', 'b', 'a', '', 'x'.repeat(37)];
  expect(ids.map((id) => isSentOnce(session, id))).toEqual([true, true, false, false, false]);
  expect(isSentOnce(emptySession(), 'a')).toBe(true);
});

test('of too many forms the oldest ones are forgotten', () => {
  const session = emptySession();
  const ids = Array.from({ length: MOST_REMEMBERED_FORMS + 1 }, (_, index) => `form-${index}`);
  for (const id of ids) isSentOnce(session, id);
  expect(isSentOnce(session, 'form-1')).toBe(false);
  expect(isSentOnce(session, 'form-0')).toBe(true);
});
