import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exampleEvidence, exampleFinding } from '#testing/example-finding';
import { exampleEnded, exampleHeader, journalText } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { buildReport } from '../../report/data/build-report.js';
import type { EndedTest, Journal, JournalHeader } from '../../report/run/evidence-journal.js';
import { Output } from '../../report/terminal/terminal.js';
import { markerName } from '../../target/folders/claimed-folder.js';
import { takeFolder } from '../../target/folders/run-folder.js';
import { mergedRun, mergeShards } from './merge-shards.js';

const evidence = exampleEvidence({ verified: { 'LIM-04': { listBrands: 1 } }, covers: ['LIM-04'] });

/** Writes the journal of one of two shards, with one test. */
function leave(folder: string, current: number, given: Partial<JournalHeader> = {}): void {
  const id = `test ${current}`;
  const run = exampleHeader({
    shard: { current, total: 2 },
    tests: [{ id, path: `api x.spec.ts ${id}` }],
    ofAllShards: 2,
    ...given,
  });
  const lines = [
    { ended: exampleEnded(id, { evidence }), after: 5 },
    { closed: { errors: [], interrupted: false }, after: 9 },
  ];
  const file = join(folder, `shard-${current}`, 'evidence.jsonl');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, journalText({ run }, ...lines));
}

const merge = (...folders: readonly string[]) => mergeKeeping('0', ...folders);

/** @param kept how many runs the history keeps */
async function mergeKeeping(kept: string, ...args: readonly string[]) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const folder = test.info().outputPath('merged');
  const code = await mergeShards(args, {
    environment: { CONFORMANCE_REPORTS: folder, CONFORMANCE_HISTORY: kept },
    output: new Output({ write: (text) => printed.push(text) }, {}),
    complain: (sentence) => complaints.push(sentence),
  });
  return { code, printed: printed.join(''), complaints, report: join(folder, 'conformance.json') };
}

test('the shards below a folder are merged, and the report says how many there were', async () => {
  const folder = test.info().outputPath('shards');
  for (const current of [1, 2]) leave(folder, current, { deselected: '--grep @LIM-04' });
  const { code, printed, complaints, report } = await merge(folder);
  expect(code).toBe(0);
  expect(printed).toContain('Verdict   partial (exit 0): 1 requirement passed');
  expect(printed).toContain('\nMerged    all 2 shards\n');
  // A shard that was killed has no blob.
  expect(complaints).toHaveLength(2);
  expect(complaints[0]).toMatch(
    /^There is no Playwright blob next to .*: Playwright's report doesn't include that shard\.$/,
  );
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
    shards: { total: 2, missing: [] },
    totals: { tests: 2 },
  });
});

test('a merge leaves the folder of a run that is going alone, and writes next to it', async () => {
  const folder = test.info().outputPath('shards');
  for (const current of [1, 2]) leave(folder, current);
  const going = takeFolder(test.info().outputPath('merged'));
  const verdict = join(going.folder, 'conformance.json');
  writeFileSync(verdict, 'of the run that is going');
  const { printed } = await merge(folder);
  expect(printed).toContain(`A run is going in ${going.folder} (process ${process.pid})`);
  expect(printed).toContain(`\nReport    ${going.folder}-2/index.html\n`);
  expect(readdirSync(going.folder)).toEqual([markerName, 'conformance.json', 'running.json']);
  expect(readFileSync(verdict, 'utf8')).toBe('of the run that is going');
  expect(readdirSync(`${going.folder}-2`)).toEqual(
    expect.arrayContaining(['conformance.json', 'index.html', 'summary.md']),
  );
  expect(readdirSync(`${going.folder}-2`)).not.toContain('running.json');
});

test('a merge into a folder with files of somebody else ends with 2 and one sentence, and writes nothing', async () => {
  const folder = test.info().outputPath('shards');
  for (const current of [1, 2]) leave(folder, current);
  const mine = join(test.info().outputPath('merged'), 'artifacts/mine.txt');
  mkdirSync(dirname(mine), { recursive: true });
  writeFileSync(mine, 'mine');
  const { code, printed, complaints } = await merge(folder);
  expect({ code, printed }).toEqual({ code: 2, printed: '' });
  expect(complaints).toEqual([
    expect.stringMatching(/merged, but it holds artifacts, and no run left its reports there: /),
  ]);
  expect(readdirSync(test.info().outputPath('merged'), { recursive: true })).toEqual([
    'artifacts',
    'artifacts/mine.txt',
  ]);
});

/** A journal that no run left, and the sentence about it. */
const hostileJournals: readonly (readonly [
  what: string,
  lines: (id: string) => readonly string[],
  says: RegExp,
])[] = [
  [
    'evidence without its parts',
    (id) => [JSON.stringify({ ended: { ...exampleEnded(id), evidence: {} }, after: 5 })],
    /^The shards can't be merged, because one of the journals is damaged: /,
  ],
  [
    'too many values',
    (id) => [`{"ended":{"test":{"id":"${id}"},"evidence":[${'{},'.repeat(2_000_000)}0]},"after":5}`],
    /evidence\.jsonl is damaged: it has more than 2000000 values\.$/,
  ],
];

for (const [what, lines, says] of hostileJournals)
  test(`a journal with ${what} ends the merge with 2 and one sentence, and the last report stays`, async () => {
    const folder = test.info().outputPath('shards');
    for (const current of [1, 2]) leave(folder, current);
    const { report } = await merge(folder);
    const last = readFileSync(report, 'utf8');
    const file = join(folder, 'shard-2/evidence.jsonl');
    const [header = ''] = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, [header, ...lines('test 2'), ''].join('\n'));
    const { code, printed, complaints } = await merge(folder);
    expect({ code, printed, complaints }).toEqual({
      code: 2,
      printed: '',
      complaints: [expect.stringMatching(says)],
    });
    expect(readFileSync(report, 'utf8')).toBe(last);
  });

test('names in a journal lead to no file outside the folders, and change no other object', async () => {
  const folder = test.info().outputPath('shards');
  const { target } = exampleHeader();
  const given = { target: { ...target, name: '../../../led' }, deselected: '--grep @LIM-04' };
  for (const current of [1, 2]) leave(folder, current, given);
  const file = join(folder, 'shard-2/evidence.jsonl');
  const keys = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},';
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replaceAll(/(?<=^|(?:test|evidence|run|target)":)\{/gm, `{${keys}`),
  );
  const { code, report, printed } = await mergeKeeping('1', folder);
  expect(code, printed).toBe(0);
  expect(JSON.parse(readFileSync(report, 'utf8')).target.name).toBe('../../../led');
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  const outside = readdirSync(test.info().outputPath()).toSorted();
  expect(outside).toEqual(['merged', 'shards']);
  expect(readdirSync(join(dirname(report), 'history'))).toEqual([
    expect.stringMatching(/^led\+[0-9a-f]{12}$/),
  ]);
});

test('merging shards of different runs ends with 2 and one sentence, and writes no report', async () => {
  const folder = test.info().outputPath('shards');
  leave(folder, 1);
  leave(folder, 2, { seed: 8 });
  const { code, printed, complaints, report } = await merge(folder);
  expect({ code, printed }).toEqual({ code: 2, printed: '' });
  expect(complaints).toEqual([
    expect.stringMatching(/are not from the same run: the seed is 7 in one and 8 in the other\.$/),
  ]);
  expect(existsSync(report)).toBe(false);
});

test("shards that ran with a target's file are not merged if that file is missing or has changed", async () => {
  const { target } = exampleHeader();
  const file = {
    path: 'targets/staging.yaml',
    digest: '5d41402a',
    steps: 3,
    confirmed: [],
    open: {},
    elements: [],
  };
  const folder = test.info().outputPath('shards');
  for (const current of [1, 2]) leave(folder, current, { target: { ...target, file } });
  const { code, complaints, report } = await merge(folder);
  expect(code).toBe(2);
  expect(complaints).toEqual([
    'The shards ran with targets/staging.yaml (digest 5d41402a), but are being merged without a target file: merge them with the same file.',
  ]);
  expect(existsSync(report)).toBe(false);
});

test('without a folder of shards there is nothing to merge, and one sentence says so', async () => {
  const missing = await merge('no-such-folder');
  const none = await merge('src/cli');
  expect([missing.code, none.code]).toEqual([2, 2]);
  expect(missing.complaints).toEqual(['There is no folder no-such-folder: name the folders of the shards.']);
  expect(none.complaints).toEqual(['There is no evidence.jsonl, the journal of a shard, below src/cli.']);
});

const names = ['one', 'two', 'three', 'four'];
const planned = (id: string) => ({ id, path: `api batches/entries.spec.ts ${id}` });

/** The journal of one of three shards; the first shard has the tests one and four. */
function shard(current: number, given: Partial<JournalHeader> = {}, ended?: readonly EndedTest[]): Journal {
  const own = names.filter((_, index) => index % 3 === current - 1);
  const all = own.map((id) => exampleEnded(id, { evidence: evidenceOf(id) }));
  const run = exampleHeader({
    shard: { current, total: 3 },
    prefix: `ct-8a1f02-s${current}-`,
    tests: own.map(planned),
    ofAllShards: names.length,
    startedAt: `2030-01-02T03:0${current}:00.000Z`,
    ...given,
  });
  return {
    file: `${current}/evidence.jsonl`,
    run,
    ended: ended ?? all,
    closed: { errors: [], interrupted: false },
    durationMs: 60_000,
  };
}

/** Every test but the third verifies BAT-10; the third has a finding. */
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
    reason: 'Not all tests ended: shard 2/3 is missing; 1 requirement had been verified in part.',
    shards: { total: 3, missing: [2] },
    endedEarly: true,
    totals: { tests: 4 },
  });
});

test('a run with a killed shard is incomplete and says how far the shard got', () => {
  const { closed: _, ...killed } = passing(1, [exampleEnded('one')]);
  const report = buildReport(mergedRun([killed, passing(2), passing(3)], withDetails));
  expect(report).toMatchObject({
    exitCode: 3,
    reason:
      'Not all tests ended: shard 1/3 ended after 1 of its 2 tests; 1 requirement had been verified in part.',
    endedEarly: true,
  });
});

test('a merged run is partial if something was left out of all its shards', () => {
  const given = { deselected: '--grep @BAT-10', keepsTestsOf: ['BAT-10'] };
  const part = all().map((journal) => ({ ...journal, run: { ...journal.run, ...given } }));
  const run = mergedRun(part, withDetails);
  expect(run).toMatchObject(given);
});

test('a test is linked only if its shard left a Playwright report', () => {
  const onlyHere = (journals: readonly Journal[]) =>
    mergedRun(journals, ({ file }) => file !== '2/evidence.jsonl')
      .ran.filter(({ test: { onlyHere: is } }) => is === true)
      .map(({ test: { id } }) => id);
  expect(onlyHere([shard(1), shard(2), shard(3)])).toEqual(['two']);
});

test('shards of the embedded sandbox are merged although their ports differ', () => {
  const at = (port: number) => ({
    target: { ...exampleHeader().target, name: 'embedded sandbox', url: `http://127.0.0.1:${port}` },
  });
  expect(mergedRun([shard(1, at(1)), shard(2, at(2)), shard(3, at(3))], withDetails).tests).toBe(4);
});

const { shard: _, ...whole } = exampleHeader();

const two = (given: Partial<JournalHeader>) => [shard(1), shard(2, given)];

/** Journals that are not from the same run, and the error message for each. */
const refused: readonly (readonly [what: string, journals: readonly Journal[], says: RegExp])[] = [
  [
    'a whole run',
    [{ ...shard(1), run: whole }],
    /^1\/evidence\.jsonl is from a whole run: only runs with --shard/,
  ],
  [
    'a shard twice',
    [...all(), { ...shard(2), file: 'again/evidence.jsonl' }],
    /^Shard 2\/3 was given twice: 2\/evidence\.jsonl and again\/evidence\.jsonl;/,
  ],
  [
    'shards of runs with different numbers of shards',
    two({ shard: { current: 2, total: 4 } }),
    /^1\/evidence\.jsonl and 2\/evidence\.jsonl are not from the same run: the number of shards is 3 in one and 4 in the other\.$/,
  ],
  [
    'a shard of a different run with the same settings',
    [...two({ prefix: 'ct-77c0de-s2-' }), shard(3)],
    /^1\/evidence\.jsonl and 2\/evidence\.jsonl may not be from the same run: their generated names begin with ct-8a1f02- in one and ct-77c0de- in the other; start all shards of a run with the same CONFORMANCE_RUN_PREFIX, a new one for each run\.$/,
  ],
  ['a different address', two({ target: { ...whole.target, url: 'x' } }), /the TARGET_URL is "https/],
  ['a different choice', two({ deselected: '-g a' }), /the choice of tests is "all" in one and "-g a"/],
  ['a strict shard', two({ strict: true }), /the --strict is false in one and true in the other\.$/],
  [
    'tests of a different suite',
    [...two({ tests: [planned('one')] }), shard(3)],
    /are not from the same suite: both have the test "api batches\/entries\.spec\.ts one"; run all shards from the same version\.$/,
  ],
  [
    'fewer tests',
    [shard(1), shard(2, { tests: [] }, []), shard(3)],
    /^The shards are not from the same suite: together they have 3 of 4 tests;/,
  ],
];

for (const [what, journals, says] of refused)
  test(`merging refuses ${what} in one sentence`, () => {
    expect(() => mergedRun(journals, withDetails)).toThrow(says);
  });

test('the workers of each shard have their own numbers, and its tests began after those of the first shard', () => {
  const timed = (journal: Journal): Journal => ({
    ...journal,
    ended: journal.ended.map((each, worker) => ({
      ...each,
      test: { ...each.test, began: { after: 10, worker } },
    })),
  });
  const { ran } = mergedRun([timed(shard(1)), shard(2), timed(shard(3))], withDetails);
  expect(ran.map(({ test: { id, began } }) => [id, began])).toEqual([
    ['one', { after: 10, worker: 0 }],
    ['four', { after: 10, worker: 1 }],
    ['two', undefined],
    ['three', { after: 120_010, worker: 2 }],
  ]);
});
