import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, test } from '@playwright/test';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { exampleEvidence } from '#testing/example-finding';
import { exampleEnded, exampleHeader, journalText } from '#testing/example-report';
import { mergeShards } from '../src/cli/commands/merge-shards.js';
import * as folders from '../src/contract/documents/folders.js';
import { Output } from '../src/report/terminal/terminal.js';
import { textsIn } from './searched-texts.js';

/** A Playwright blob with one failed test for each error, and one more event. */
function blobOf(errors: readonly object[], more: object = {}): Uint8Array {
  const file = 'x.spec.ts';
  const location = { file, line: 1, column: 1 };
  const ids = errors.map((_, index) => `id-${index}`);
  const [title, tags, annotations] = ['A test', [], []] as const;
  const entries = ids.map((testId) => {
    return { testId, title, location, retries: 0, tags, repeatEachIndex: 0, annotations };
  });
  const tests = { testDir: '', testIgnore: [], testMatch: [], grep: [], grepInvert: [], timeout: 1 };
  const suites = [{ title: file, location: { ...location, line: 0 }, entries }];
  const named = { name: 'api', metadata: {}, outputDir: '', snapshotDir: '', use: {}, dependencies: [] };
  const project = { ...named, ...tests, repeatEach: 1, retries: 0, suites };
  const limits = { globalTimeout: 0, maxFailures: 0, workers: 1 };
  const config = { rootDir: '/specs', ...limits, metadata: {}, tags, version: '1' };
  const events = [
    { method: 'onBlobReportMetadata', params: { version: 2, pathSeparator: '/', ...more } },
    { method: 'onConfigure', params: { config } },
    { method: 'onProject', params: { project } },
    { method: 'onBegin' },
    ...errors.flatMap((error, index) => {
      const [testId, id] = [ids[index], `result-${index}`];
      const began = { id, retry: 0, workerIndex: 0, parallelIndex: 0, startTime: 1 };
      const step = { ...error, id: 'step', title: 'A step', category: 'test.step', startTime: 1 };
      const result = { id, duration: 1, status: 'failed', errors: [error], annotations, attachments: [] };
      const ended = { testId, expectedStatus: 'passed', timeout: 1, annotations };
      return [
        { method: 'onTestBegin', params: { testId, result: began } },
        { method: 'onStepBegin', params: { testId, resultId: id, step } },
        { method: 'onStepEnd', params: { testId, resultId: id, step: { id: 'step', duration: 1 } } },
        { method: 'onTestEnd', params: { test: ended, result } },
      ];
    }),
    { method: 'onEnd', params: { result: { status: 'failed', startTime: 1, duration: 1 } } },
  ];
  return zipSync({ 'report.jsonl': strToU8(journalText(...events)) });
}

/** Merges the only shard of a run, which left a blob. */
async function mergeWith(blob: Uint8Array) {
  const shard = test.info().outputPath('shards/shard-1');
  const folder = test.info().outputPath('merged');
  mkdirSync(join(shard, 'blob'), { recursive: true });
  const run = exampleHeader({
    shard: { current: 1, total: 1 },
    tests: [{ id: 'one', path: 'api x.spec.ts one' }],
    ofAllShards: 1,
    deselected: '--grep @LIM-04',
  });
  const evidence = exampleEvidence({ verified: { 'LIM-04': { listBrands: 1 } }, covers: ['LIM-04'] });
  const ended = { ended: exampleEnded('one', { evidence }), after: 5 };
  const closed = { errors: [], interrupted: false };
  writeFileSync(join(shard, 'evidence.jsonl'), journalText({ run }, ended, { closed, after: 9 }));
  writeFileSync(join(shard, 'blob/report-1.zip'), blob);
  const complaints: string[] = [];
  const code = await mergeShards([dirname(shard)], {
    environment: { CONFORMANCE_REPORTS: folder, CONFORMANCE_HISTORY: '0' },
    output: new Output({ write: () => {} }, {}),
    complain: (sentence) => complaints.push(sentence),
  });
  return { code, complaints, folder };
}

const { workingFolder: here, specsFolder: specs } = folders;

/** Ways to name a file, and the separator of paths in the blob. */
for (const [what, spelled, pathSeparator = '/'] of [
  ['by its whole path', (path: string) => path],
  ['from the folder of the specs', (path: string) => relative(specs, path)],
  ['from the folder of the user', (path: string) => relative(here, path)],
  ['by way of a source', (path: string) => `a.spec.ts/../${relative(specs, path)}`],
  ['as on Windows', (path: string) => relative(specs, path).replaceAll('/', '\\'), '\\'],
  ['with separators of its own', (path: string) => relative(specs, path).replaceAll('/', '@'), '@'],
] as const)
  test(`Playwright's report shows no line of a file that a blob names ${what}`, async () => {
    const secret = test.info().outputPath('.env.shop');
    writeFileSync(secret, 'CANARY\n'.repeat(9));
    const location = { file: spelled(secret), line: 2, column: 1 };
    const blob = blobOf([{ message: 'seen', location }], { pathSeparator });
    const { folder, complaints } = await mergeWith(blob);
    expect(complaints).toEqual([]);
    expect(namesOf(folder, 'seen')).toContain('junit.xml');
    expect(namesOf(folder, 'CANARY')).toEqual([]);
  });

test("Playwright's report shows the lines around a location in a source of the suite", async () => {
  const file = join(folders.suiteFolder, 'src/cli/main.ts');
  const { folder } = await mergeWith(blobOf([{ message: 'seen', location: { file, line: 2, column: 1 } }]));
  expect(namesOf(folder, 'pathToFileURL')).toEqual([expect.stringMatching(/^playwright\//)]);
});

/** The files below a folder, also those in archives, that contain a string. */
function namesOf(folder: string, text: string): readonly string[] {
  return [...textsIn(folder)].filter(([, each]) => each.includes(text)).map(([name]) => name);
}

const ofText = (text: string) => zipSync({ 'report.jsonl': strToU8(text) });

/** A blob whose entry claims a size, in the directory of the archive. */
function unpackingTo(size: number): Uint8Array {
  const blob = Buffer.from(blobOf([]));
  blob.writeUInt32LE(size, blob.indexOf('PK\u0001\u0002') + 24);
  return blob;
}

/** Archives that can't be merged, and the reason. */
for (const [what, blob, says] of [
  ['that is cut off', () => blobOf([]).slice(0, -30), /zip/],
  ['of something else', () => strToU8('hello'), /zip/],
  [
    'whose entry leads out of its folder',
    () => zipSync({ ...unzipSync(blobOf([])), '../../../led.txt': strToU8('led') }),
    /invalid relative path: \.\.\/\.\.\/\.\.\/led\.txt\.$/,
  ],
  [
    'that unpacks to more than any report',
    () => unpackingTo(0x7fffffff),
    / unpacks to more than 1073741824 bytes\.$/,
  ],
  ['with half a line', () => ofText('{"method":'), /JSON/],
  [
    'with lists nested too deep',
    () => ofText(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`),
    /is nested deeper than 150 levels\.$/,
  ],
  ['of a later version', () => blobOf([], { version: 99 }), /created with a newer version of Playwright\.$/],
] as const)
  test(`a blob ${what} is left out in one sentence, and the verdict stands`, async () => {
    const { code, complaints, folder } = await mergeWith(blob());
    expect(code).toBe(0);
    expect(complaints).toEqual([expect.stringMatching(/could not be merged: /)]);
    expect(complaints[0]).toMatch(says);
    expect(readdirSync(folder)).toContain('conformance.json');
    expect(readdirSync(folder)).not.toContain('playwright');
    expect(existsSync(join(tmpdir(), 'led.txt'))).toBe(false);
  });
