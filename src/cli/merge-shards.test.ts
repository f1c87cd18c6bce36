import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '#unit-test';
import type { JournalHeader } from '../report/evidence-journal.js';
import { exampleEnded, exampleHeader, journalText } from '../report/example-report.js';
import { exampleEvidence } from '../verdicts/evidence.js';
import { mergeShards } from './merge-shards.js';

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

async function merge(...args: readonly string[]) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const folder = test.info().outputPath('merged');
  const code = await mergeShards(args, {
    environment: { CONFORMANCE_REPORTS: folder, CONFORMANCE_HISTORY: '0' },
    print: (text) => printed.push(text),
    complain: (sentence) => complaints.push(sentence),
  });
  return { code, printed: printed.join('\n'), complaints, report: join(folder, 'conformance.json') };
}

test('the shards below a folder are merged, and the report gives their number', async () => {
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

test('shards of different runs end with 2 and one sentence, and no report', async () => {
  const folder = test.info().outputPath('shards');
  leave(folder, 1);
  leave(folder, 2, { seed: 8 });
  const { code, printed, complaints, report } = await merge(folder);
  expect({ code, printed }).toEqual({ code: 2, printed: '' });
  expect(complaints).toEqual([
    expect.stringMatching(/are not of the same run: the seed is 7 in one and 8 in the other\.$/),
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

/** Arguments that can't be merged, and the sentence. */
const refused: readonly (readonly [args: readonly string[], says: RegExp])[] = [
  [[], /^npm run merge needs the folders of the shards: npm run merge -- FOLDER\.\.\.$/],
  [['--output', 'x'], /^npm run merge has no option "--output": it takes the folders of the shards\.$/],
  [['no-such-folder'], /^There is no folder no-such-folder: name the folders of the shards\.$/],
  [['src/cli'], /^Below src\/cli there is no evidence\.jsonl, the journal of a shard\.$/],
];

for (const [args, says] of refused)
  test(`merging ${args.join(' ') || 'nothing'} ends with 2 and one sentence`, async () => {
    const { code, complaints } = await merge(...args);
    expect(code).toBe(2);
    expect(complaints).toEqual([expect.stringMatching(says)]);
  });
