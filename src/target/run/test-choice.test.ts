import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { withTagsOfClauses } from '../../contract/requirements/clause-tags.js';
import { profiles } from '../profile.js';
import { deselectedBy, exercisedInstead, keepsTestsOf, testChoiceIn, withoutCheck } from './test-choice.js';

/** Arguments after `playwright test`. */
const lines = [
  '--grep @BAT-10',
  '--grep @BAT-10 --shard=2/4 --workers 1',
  '--last-failed specs/orders',
  'specs/orders/list.spec.ts:7 specs/batches',
  '-- specs/orders',
  // The value of an option that chooses no tests must not be mistaken for a file.
  '-j 4 --timeout 1000',
  '--shuffle 42 --retries 0 --repeat-each 2',
  '--forbid-only --fully-parallel --quiet --pass-with-no-tests --list',
  '--max-failures 1 -g a --workers 1 specs/orders',
  // A partial run has every test of a requirement if only a pattern for its tag chose them.
  '--grep @REF-06',
  '-g ref-',
  '--grep /REF-0/',
  '--grep (',
  '--grep @REF-06 specs/orders',
  '--grep @REF-06 --grep-invert Brands',
  '--grep=@2.2|@7',
];

test('the arguments of Playwright that choose tests are told from the others', () => {
  const rows = Object.fromEntries(lines.map((line) => [line, chosenBy(...line.split(' '))]));
  expectGolden('choices.txt', rows, (chosen) => {
    const left = deselectedBy(chosen);
    const leftByAll = deselectedBy({ ...chosen, choice: { ...chosen.choice, shard: undefined } });
    expect(keepsTestsOf('REF-06', { ...chosen, profile: profiles.smoke })).toBe(false);
    const keeps = keepsTestsOf('REF-06', chosen) ? ', but keeps REF-06' : '';
    return `${left ?? 'nothing'}${keeps}${left === leftByAll ? '' : `; all shards together ${leftByAll ?? 'nothing'}`}`;
  });
});

const always = ['SHP-03', 'ERR-01', 'ERR-12'];

test('a requirement that is named by --grep and has no test of its own says why', () => {
  expect(exercisedInstead(chosenBy('--grep=@ERR-12|@SHP-03|@BAT-09').choice, always)).toBe(
    'SHP-03, ERR-12 are checked in every response: running the tests that call the operations concerned',
  );
  expect(withoutCheck(chosenBy('-g', '@NOT-01').choice)).toEqual([
    expect.stringMatching(/^NOT-01 has no check: .*[^.]$/),
  ]);
  for (const args of [['-g', '@BAT-09'], ['--grep', 'ERR-12'], ['--grep-invert', '@ERR-12'], []]) {
    const { choice } = chosenBy(...args);
    expect([exercisedInstead(choice, always), withoutCheck(choice)]).toEqual([undefined, []]);
  }
});

function chosenBy(...args: readonly string[]) {
  const given = ['node', 'cli.js', 'test', ...args.map(withTagsOfClauses)];
  return { profile: profiles.standard, choice: testChoiceIn(given) };
}
