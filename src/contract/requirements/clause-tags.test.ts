import { expect, test } from '#testing/unit-test';
import { requirements, requirementsOfClause } from './catalogue.js';
import { asWritten, withTagsOfClauses } from './clause-tags.js';

/** The requirements whose tags a pattern finds, as Playwright applies it. */
function foundBy(pattern: string): readonly string[] {
  const made = new RegExp(withTagsOfClauses(pattern), 'i');
  return requirements.map(({ id }) => id).filter((id) => made.test(`Title of a test @${id}`));
}

const of = (...clauses: readonly string[]) =>
  requirements
    .map(({ id }) => id)
    .filter((id) => clauses.some((each) => requirementsOfClause(each).some((own) => own.id === id)));

test('a clause in a pattern finds the tests of its requirements, next to anything else', () => {
  expect(foundBy('@8.2')).toEqual(['BAT-17', 'PRD-13', 'REJ-02', 'REJ-03', 'REJ-04']);
  expect(foundBy('@8')).toEqual(of('8.1', '8.2'));
  expect(new Set(foundBy('@8.2|@9.2|@ORD-01'))).toEqual(new Set(['ORD-01', ...of('8.2', '9.2')]));
  expect(foundBy('(@8.2|@8.2)$')).toEqual(of('8.2'));
  expect(foundBy('@BAT-10')).toEqual(['BAT-10']);
});

test('a pattern is named as it was written', () => {
  for (const pattern of ['@8.1', '@8|@9.2', 'Brands|@8.1( @|$)', '@BAT-10', '/@REF-0/', '(?<name>a)'])
    expect(asWritten(withTagsOfClauses(pattern))).toBe(pattern);
});
