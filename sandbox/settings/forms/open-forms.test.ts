import { expect, test } from '#unit-test';
import { closeForm, isOpenForm, MOST_OPEN_FORMS, openForm } from './open-forms.js';

test('a form is open once, in its session', () => {
  const [session, other] = [{ cookie: { originalMaxAge: null } }, { cookie: { originalMaxAge: null } }];
  const id = openForm(session);
  openForm(other);
  expect([isOpenForm(session, id), isOpenForm(other, id), isOpenForm(session, '')]).toEqual([
    true,
    false,
    false,
  ]);
  closeForm(session, id);
  closeForm(session, 'unknown');
  expect(isOpenForm(session, id)).toBe(false);
});

test('of too many forms the oldest ones are forgotten', () => {
  const session = { cookie: { originalMaxAge: null } };
  const ids = Array.from({ length: MOST_OPEN_FORMS + 1 }, () => openForm(session));
  expect(ids.filter((id) => !isOpenForm(session, id))).toEqual([ids[0]]);
});
