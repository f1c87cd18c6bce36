import { expect, test } from '#unit-test';
import { exampleEvidence, exampleFinding } from '../verdicts/evidence.js';
import { buildReport } from './build-report.js';
import type { EndedTest, Journal, JournalHeader } from './evidence-journal.js';
import { exampleEnded, exampleHeader } from './example-report.js';
import { mergedRun } from './merged-run.js';

const names = ['one', 'two', 'three', 'four'];
const planned = (id: string) => ({ id, path: `api batches/entries.spec.ts ${id}` });

/** The journal of one of three shards; the first shard has the tests one and four. */
function shard(current: number, given: Partial<JournalHeader> = {}, ended?: readonly EndedTest[]): Journal {
  const own = names.filter((_, index) => index % 3 === current - 1);
  const all = own.map((id) => exampleEnded(id, { evidence: evidenceOf(id) }));
  return {
    file: `${current}/evidence.jsonl`,
    run: exampleHeader({
      shard: { current, total: 3 },
      prefix: `ct-8a1f02-s${current}-`,
      tests: own.map(planned),
      ofAllShards: names.length,
      startedAt: `2030-01-02T03:0${current}:00.000Z`,
      ...given,
    }),
    ended: ended ?? all,
    resumed: [],
    closed: { errors: [], interrupted: false },
    lastPart: new Set(own),
    durationMs: 60_000,
    endedAt: new Date(`2030-01-02T03:0${current + 1}:00.000Z`),
  };
}

/** Each test verifies another requirement, and the third has a finding. */
function evidenceOf(id: string) {
  if (id === 'three') return exampleEvidence({ covers: ['BAT-09'], findings: [exampleFinding()] });
  return exampleEvidence({
    covers: ['BAT-10'],
    verified: { 'BAT-10': { listBrands: 1 } },
    operations: { listBrands: { 200: 1 } },
  });
}

const all = () => [shard(3), shard(1), shard(2)];
const withDetails = () => true;

const passing = (current: number, ended?: readonly EndedTest[]) => {
  const journal = shard(current, {}, ended);
  const verified = evidenceOf('one');
  return { ...journal, ended: journal.ended.map((each) => ({ ...each, evidence: verified })) };
};

test('a run without one of its shards is incomplete and names it', () => {
  const report = buildReport(mergedRun([passing(1), passing(3)], withDetails));
  expect(report).toMatchObject({
    verdict: 'incomplete',
    exitCode: 3,
    reason: 'Not all tests ended: shard 2/3 is missing; 1 requirement had been verified.',
    shards: { total: 3, missing: [2] },
    endedEarly: true,
    totals: { tests: 4 },
  });
});

test('a run with a killed shard is incomplete and says how far the shard came', () => {
  const { closed: _, ...killed } = passing(1, [exampleEnded('one')]);
  const report = buildReport(mergedRun([killed, passing(2), passing(3)], withDetails));
  expect(report).toMatchObject({
    exitCode: 3,
    reason: 'Not all tests ended: shard 1/3 ended after 1 of its 2 tests; 1 requirement had been verified.',
    endedEarly: true,
  });
});

test('a merged run is partial if something was left out of all its shards', () => {
  const given = { deselected: '--grep @BAT-10', keepsTestsOf: ['BAT-10'] };
  const part = all().map((journal) => ({ ...journal, run: { ...journal.run, ...given } }));
  const run = mergedRun(part, withDetails);
  expect(run).toMatchObject({ deselected: '--grep @BAT-10' });
  expect([run.keepsTestsOf?.('BAT-10'), run.keepsTestsOf?.('BAT-09')]).toEqual([true, false]);
});

test('a test is linked only if its shard left a report of it', () => {
  const [first, ...others] = [shard(1), shard(2), shard(3)];
  const resumed = { ...shard(1), lastPart: new Set(['four']) };
  const onlyHere = (journals: readonly Journal[]) =>
    mergedRun(journals, ({ file }) => file !== '2/evidence.jsonl')
      .ran.filter(({ test: { onlyHere: is } }) => is === true)
      .map(({ test: { id } }) => id);
  expect(onlyHere([first as Journal, ...others])).toEqual(['two']);
  expect(onlyHere([resumed, ...others])).toEqual(['one', 'two']);
});

test('each shard of the embedded sandbox has its own port', () => {
  const at = (port: number) => ({
    target: { ...exampleHeader().target, name: 'embedded sandbox', url: `http://127.0.0.1:${port}` },
  });
  expect(mergedRun([shard(1, at(1)), shard(2, at(2)), shard(3, at(3))], withDetails).tests).toBe(4);
});

const { shard: _, ...whole } = exampleHeader();

/** Journals that are not of the same run, and the sentence. */
const refused: readonly (readonly [what: string, journals: readonly Journal[], says: RegExp])[] = [
  [
    'a whole run',
    [{ ...shard(1), run: whole }],
    /^1\/evidence\.jsonl is of a whole run: only runs with --shard/,
  ],
  ['nothing', [], /^There is no journal of a shard to merge\.$/],
  [
    'a shard twice',
    [...all(), { ...shard(2), file: 'again/evidence.jsonl' }],
    /^Shard 2\/3 was given twice: 2\/evidence\.jsonl and again\/evidence\.jsonl;/,
  ],
  [
    'shards of other wholes',
    [shard(1), shard(2, { shard: { current: 2, total: 4 } })],
    /^1\/evidence\.jsonl and 2\/evidence\.jsonl are not of the same run: the number of shards is 3 in one and 4 in the other\.$/,
  ],
  [
    'a shard of another run with the same settings',
    [shard(1), shard(2, { prefix: 'ct-77c0de-s2-' }), shard(3)],
    /^1\/evidence\.jsonl and 2\/evidence\.jsonl may not be of the same run: their made-up names begin with ct-8a1f02- in one and ct-77c0de- in the other; start all shards of a run with the same CONFORMANCE_RUN_PREFIX, a new one for each run\.$/,
  ],
  ['another seed', [shard(1), shard(2, { seed: 8 })], /the seed is 7 in one and 8 in the other\.$/],
  ['another profile', [shard(1), shard(2, { profile: 'release' })], /the profile is "standard" in one/],
  [
    'another contract',
    [shard(1), shard(2, { contractVersion: '1.2.0' })],
    /the contract version is "1\.3\.0"/,
  ],
  [
    'another target',
    [shard(1), shard(2, { target: { ...whole.target, name: 'eu' } })],
    /the target is "staging"/,
  ],
  [
    'another address',
    [shard(1), shard(2, { target: { ...whole.target, url: 'x' } })],
    /the TARGET_URL is "https/,
  ],
  [
    'another choice',
    [shard(1), shard(2, { deselected: '-g a' })],
    /the choice of tests is "all" in one and "-g a"/,
  ],
  [
    'strictness',
    [shard(1), shard(2, { strict: true })],
    /the --strict is false in one and true in the other\.$/,
  ],
  [
    'tests of another suite',
    [shard(1), shard(2, { tests: [planned('one')] }), shard(3)],
    /are not of the same suite: both have the test "api batches\/entries\.spec\.ts one"; run all shards from the same version\.$/,
  ],
  [
    'fewer tests',
    [shard(1), shard(2, { tests: [] }, []), shard(3)],
    /^The shards are not of the same suite: together they have 3 of 4 tests;/,
  ],
];

for (const [what, journals, says] of refused)
  test(`${what} is not merged, and one sentence says why`, () => {
    expect(() => mergedRun(journals, withDetails)).toThrow(says);
  });
