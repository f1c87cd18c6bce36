import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { target } from '../../contract/documents/document.js';
import { joinedResidue } from '../../footprint/ledger/ledger.js';
import { hidingKeys } from '../../http/shown/printable.js';
import { buildReport, type RunRecord } from '../../report/data/build-report.js';
import type {
  ConformanceReport,
  TargetFileReport,
  TestReport,
} from '../../report/data/conformance-report.js';
import { damagedPart } from '../../report/data/report-file.js';
import { targetFileReport } from '../../report/data/target-file-report.js';
import { EarlierReport } from '../../report/run/earlier-report.js';
import {
  type Journal,
  JournalError,
  type JournalHeader,
  journalName,
  journalsIn,
  readJournal,
  recordOf,
} from '../../report/run/evidence-journal.js';
import { differenceOf } from '../../report/run/journal-header.js';
import { harmlessBlob } from '../../report/run/shard-blob.js';
import { linkBack, writeReports } from '../../report/run/write-reports.js';
import type { Output } from '../../report/terminal/terminal.js';
import { terminalSummary } from '../../report/terminal/terminal-summary.js';
import { runFolders } from '../../target/environment.js';
import { takeReports } from '../../target/folders/run-folder.js';
import { commandsAfter } from '../../target/run/commands.js';
import { historyIn, knownFailuresIn } from '../../target/run/run.js';
import { type Shard, shardAsText, stemOf } from '../../target/run/shard.js';
import { SettingsError } from '../../target/settings.js';
import { readableKnownFailures } from '../../verdicts/known-failures/known-failures.js';
import type { Terminal } from '../program.js';
import { playwrightCommand } from '../run/playwright-process.js';

/**
 * `npm run merge -- FOLDER...`: makes one report from the shards whose journals are below the folders.
 * @returns the exit code of the run as a whole; 2 if they can't be merged
 */
export async function mergeShards(
  folders: readonly string[],
  { environment, output, complain }: Pick<Terminal, 'environment' | 'complain'> & { readonly output: Output },
): Promise<number> {
  let release = () => {};
  try {
    const journals = journalsBelow(folders);
    const blobsOf = new Map(journals.map((journal) => [journal, blobsBeside(journal.file)]));
    const hasDetails = (journal: Journal) => blobsOf.get(journal)?.length === 1;
    const report = reportOf(journals, hasDetails, environment);
    const taken = takeReports(environment, (notice) => output.print([[notice]]));
    release = taken.release;
    const { folder } = taken;
    const earlier = new EarlierReport(folder);
    earlier.setAside();
    const blobs = [...blobsOf.values()].flat();
    const failed = blobs.length === 0 ? undefined : await mergeBlobs(blobs, environment);
    if (failed !== undefined) complain(failed);
    for (const journal of journals)
      if (!hasDetails(journal))
        complain(
          `There is no Playwright blob next to ${journal.file}: Playwright's report doesn't include that shard.`,
        );
    const { size } = historyIn(environment);
    const shared = runFolders(environment);
    const history = { folder: shared.history, size };
    const places = { folder, history, stepSummary: environment.GITHUB_STEP_SUMMARY };
    const written = await writeReports(report, places, hidingKeys);
    linkBack(join(folder, 'playwright', 'index.html'));
    for (const problem of written.problems) complain(problem);
    const ways = { report: commandsAfter(environment).report };
    const exitCode = written.isComplete ? report.exitCode : 2;
    const file = earlier.placeOf(written.file, exitCode);
    earlier.settle(exitCode, false);
    output.print(terminalSummary(written.report, { file, ways }));
    return exitCode;
  } catch (error) {
    const isExpected = [MergeError, JournalError, SettingsError].some((kind) => error instanceof kind);
    if (!(error instanceof Error) || !isExpected) throw error;
    complain(error.message);
    return 2;
  } finally {
    release();
  }
}

/** @throws MergeError if the journals are not from the same run, or one of them holds something other than a run */
function reportOf(
  journals: readonly Journal[],
  hasDetails: (journal: Journal) => boolean,
  environment: NodeJS.ProcessEnv,
): ConformanceReport {
  try {
    const run = mergedRun(journals, hasDetails);
    refuseOtherFile(run.target.file);
    const report = buildReport({
      ...run,
      knownFailures: readableKnownFailures(knownFailuresIn(environment), run.target.name),
    });
    const wrong = damagedPart(report);
    if (wrong !== undefined) throw new TypeError(`"${wrong}" would be wrong in the report`);
    return report;
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    throw new MergeError(
      `The shards can't be merged, because one of the journals is damaged: ${error.message}.`,
    );
  }
}

/** The report shows the contract of the shards, so the target's file must be the same here. */
function refuseOtherFile(ran: TargetFileReport | undefined): void {
  const here = targetFileReport(target);
  if (ran?.digest === here?.digest) return;
  const inWords = (file: TargetFileReport | undefined) =>
    file === undefined ? 'without a target file' : `with ${file.path} (digest ${file.digest})`;
  throw new MergeError(
    `The shards ran ${inWords(ran)}, but are being merged ${inWords(here)}: merge them with the same file.`,
  );
}

function journalsBelow(folders: readonly string[]): Journal[] {
  for (const folder of folders)
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new MergeError(`There is no folder ${folder}: name the folders of the shards.`);
  const journals = journalsIn(folders);
  if (journals.length === 0)
    throw new MergeError(`There is no ${journalName}, the journal of a shard, below ${folders.join(', ')}.`);
  return journals.map(readJournal);
}

function blobsBeside(journal: string): string[] {
  const folder = join(dirname(journal), 'blob');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.zip'))
    .map((name) => join(folder, name));
}

/**
 * Makes one Playwright report and one JUnit file from the blobs of all shards, in the folder of the run's reports.
 * @param blobs paths of their archives
 * @param environment names that folder
 * @returns a sentence if that failed
 */
async function mergeBlobs(
  blobs: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-blobs-'));
  try {
    for (const [index, blob] of blobs.entries())
      writeFileSync(join(folder, `report-${index + 1}.zip`), harmlessBlob(blob));
    const { args, env } = playwrightCommand(
      (fileOf) => ['merge-reports', `--config=${fileOf('src/report/run/merge.config')}`, folder],
      environment,
    );
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
    return status === 0
      ? undefined
      : `Playwright's reports could not be merged: ${errorIn(stderr + stdout)}.`;
  } catch (error) {
    return `Playwright's reports could not be merged: ${(error as Error).message}.`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function errorIn(output: string): string {
  const lines = stripVTControlCharacters(output)
    .trim()
    .split(/\s*\n\s*/);
  const line = lines.find((each) => /error/i.test(each)) || lines[0] || 'no reason given';
  return line.replace(/^Error: /, '').replace(/\.$/, '');
}

/** The shards can't be merged; the message is one sentence that names the files and the solution. */
class MergeError extends Error {
  override readonly name = 'MergeError';
}

type ShardJournal = Journal & { readonly run: JournalHeader & { readonly shard: Shard } };

/**
 * Makes one run from the journals of its shards. If a shard is missing or did not finish, the run says so.
 * @param journals one of each shard
 * @param hasDetails whether Playwright's report of a shard, where the reader finds its tests, is available
 * @throws MergeError if the journals are not from the same run
 */
export function mergedRun(
  journals: readonly Journal[],
  hasDetails: (journal: Journal) => boolean,
): RunRecord {
  const shards = inOrder(journals);
  const [{ run: first }] = shards;
  const total = first.shard.total;
  const present = shards.map(({ run }) => run.shard.current);
  const missing = Array.from({ length: total }, (_, index) => index + 1).filter(
    (number) => !present.includes(number),
  );
  const tests = first.ofAllShards ?? 0;
  if (missing.length === 0) refuseOtherSuite(shards, tests);
  const records = shards.map((shard) => recordOf(shard.run, shard, hasDetails(shard)));
  const began = Math.min(...shards.map(({ run }) => Date.parse(run.startedAt)));
  let workers = 0;
  return {
    ...recordOf(first, shards[0]),
    ran: records.flatMap(({ ran, startedAt }) => {
      const from = { after: Date.parse(startedAt) - began, worker: workers };
      workers += Math.max(
        0,
        ...ran.map(({ test }) => (test.began === undefined ? 0 : test.began.worker + 1)),
      );
      return ran.map((each) => ({ ...each, test: amongShards(each.test, from) }));
    }),
    errors: records.flatMap(({ errors }) => errors),
    interrupted: records.some(({ interrupted }) => interrupted),
    unfinished: unfinishedIn(shards, missing, total),
    shards: { total, missing },
    startedAt: new Date(began).toISOString(),
    durationMs:
      Math.max(...shards.map(({ run, durationMs }) => Date.parse(run.startedAt) + durationMs)) - began,
    residue: joinedResidue(records.flatMap(({ residue }) => residue ?? [])),
    tests,
  };
}

/** The shards by their numbers, after a check that they belong together. */
function inOrder(journals: readonly Journal[]): readonly [ShardJournal, ...ShardJournal[]] {
  const whole = journals.find(({ run }) => run.shard === undefined);
  if (whole !== undefined)
    throw new MergeError(`${whole.file} is from a whole run: only runs with --shard can be merged.`);
  const [first, ...others] = journals
    .filter((each): each is ShardJournal => each.run.shard !== undefined)
    .toSorted((a, b) => a.run.shard.current - b.run.shard.current);
  if (first === undefined) throw new MergeError('There is no journal of a shard to merge.');
  for (const [index, shard] of others.entries()) {
    refuseOther(first, shard);
    const before = others[index - 1] ?? first;
    if (shard.run.shard.current === before.run.shard.current)
      throw new MergeError(
        `Shard ${shardAsText(shard.run.shard)} was given twice: ${before.file} and ${shard.file}; name only the folders of one run.`,
      );
  }
  return [first, ...others];
}

function refuseOther(first: ShardJournal, shard: ShardJournal): void {
  const difference = differenceOf(first.run, shard.run);
  if (difference !== undefined) {
    const { name, before, now } = difference;
    throw new MergeError(
      `${first.file} and ${shard.file} are not from the same run: the ${name} is ${JSON.stringify(before ?? 'all')} in one and ${JSON.stringify(now ?? 'all')} in the other.`,
    );
  }
  // Without CONFORMANCE_RUN_PREFIX each shard made up its own prefix, and nothing shows that both are from the same
  // run.
  const [one, other] = [first, shard].map(({ run }) => stemOf(run.prefix, run.shard));
  if (one !== other)
    throw new MergeError(
      `${first.file} and ${shard.file} may not be from the same run: their generated names begin with ${one} in one and ${other} in the other; start all shards of a run with the same CONFORMANCE_RUN_PREFIX, a new one for each run.`,
    );
}

/** If all machines have the same suite, each test is in exactly one shard, and all tests are there. */
function refuseOtherSuite(shards: readonly ShardJournal[], tests: number): void {
  const seen = new Map<string, ShardJournal>();
  for (const shard of shards)
    for (const { id, path } of shard.run.tests) {
      const other = seen.get(id);
      if (other !== undefined)
        throw new MergeError(
          `${other.file} and ${shard.file} are not from the same suite: both have the test "${path}"; run all shards from the same version.`,
        );
      seen.set(id, shard);
    }
  if (seen.size !== tests)
    throw new MergeError(
      `The shards are not from the same suite: together they have ${seen.size} of ${tests} tests; run all of them from the same version.`,
    );
}

/** The reason why not all tests ended: missing shards, and shards that stopped before their last test. */
function unfinishedIn(
  shards: readonly ShardJournal[],
  missing: readonly number[],
  total: number,
): string | undefined {
  const reasons = [
    ...missing.map((current) => `shard ${shardAsText({ current, total })} is missing`),
    ...shards.flatMap(({ run, ended }) =>
      ended.length < run.tests.length
        ? `shard ${shardAsText(run.shard)} ended after ${ended.length} of its ${run.tests.length} tests`
        : [],
    ),
  ];
  return reasons.length === 0 ? undefined : `Not all tests ended: ${reasons.join(', ')}`;
}

/** A test with its place in the run as a whole. @param from where its shard has its place */
function amongShards(test: TestReport, from: NonNullable<TestReport['began']>): TestReport {
  if (test.began === undefined) return test;
  const { after, worker } = test.began;
  return { ...test, began: { after: from.after + after, worker: from.worker + worker } };
}
