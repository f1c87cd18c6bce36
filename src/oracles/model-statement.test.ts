import { expect, test } from '#unit-test';
import { agreesWithTheModel } from './model-statement.js';

const statement = { at: 'status of style 1', expected: ['active', 'pending_active'], actual: 'active' };

test('a statement holds where the target does one of what is possible', () => {
  expect(agreesWithTheModel(statement)).toBeUndefined();
  expect(agreesWithTheModel({ ...statement, actual: 'pending_active', gaps: ['G-06'] })).toBeUndefined();
});

test('else it names all that is possible, and the gaps that it rests on', () => {
  const wrong = { ...statement, actual: 'draft' };
  expect(agreesWithTheModel({ ...wrong, gaps: [] })).toEqual({ ...wrong, gaps: [] });
  expect(agreesWithTheModel({ ...wrong, gaps: ['G-06'] })?.gaps).toEqual(['G-06']);
});
