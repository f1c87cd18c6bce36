import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { target } from '../contract/document.js';
import { buildReport } from '../report/build-report.js';
import type { TargetFileReport } from '../report/conformance-report.js';
import { type Journal, JournalError, journalName, readJournal } from '../report/evidence-journal.js';
import { linkBack } from '../report/history.js';
import { MergeError, mergedRun } from '../report/merged-run.js';
import { historySizeOf, knownFailuresOf } from '../report/run-environment.js';
import { targetFileReport } from '../report/target-file-report.js';
import { terminalSummary } from '../report/terminal-summary.js';
import { removeReports, writeReports } from '../report/write-reports.js';
import { historyFolder, reportsFolder } from '../target/environment.js';
import type { Terminal } from './terminal.js';

const config = fileURLToPath(new URL('../report/merge.config.ts', import.meta.url));

/**
 * Makes one Playwright report and one JUnit file from the blobs of all shards, in the folder of the run's reports.
 * @param blobs paths of their archives
 * @returns a sentence if that failed
 */
export function mergeBlobs(blobs: readonly string[]): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-blobs-'));
  try {
    for (const [index, blob] of blobs.entries()) copyFileSync(blob, join(folder, `report-${index + 1}.zip`));
    const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [cli, 'merge-reports', '--config', config, folder],
      { encoding: 'utf8' },
    );
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
    .split('\n')
    .map((line) => line.trim());
  return (lines.find((line) => /error/i.test(line)) ?? lines.find((line) => line !== '') ?? 'no reason given')
    .replace(/^Error: /, '')
    .replace(/\.$/, '');
}

/**
 * `npm run merge -- FOLDER...`: makes one report from the shards whose journals are below the folders.
 * @returns the exit code of the run as a whole; 2 if they can't be merged
 */
export async function mergeShards(
  args: readonly string[],
  { environment, print, complain }: Pick<Terminal, 'environment' | 'print' | 'complain'>,
): Promise<number> {
  try {
    const journals = journalsBelow(args);
    const blobsOf = new Map(journals.map((journal) => [journal, blobsBeside(journal.file)]));
    const hasDetails = (journal: Journal) => blobsOf.get(journal)?.length === 1;
    const run = mergedRun(journals, hasDetails);
    refuseOtherFile(run.target?.file);
    const folder = reportsFolder(environment);
    removeReports(folder);
    const blobs = [...blobsOf.values()].flat();
    const failed = blobs.length === 0 ? undefined : mergeBlobs(blobs);
    if (failed !== undefined) complain(failed);
    for (const journal of journals)
      if (!hasDetails(journal))
        complain(
          `There is no Playwright blob next to ${journal.file}: Playwright's report doesn't include that shard.`,
        );
    const report = buildReport({ ...run, ...knownFailuresOf(environment, run.target?.name) });
    const { GITHUB_STEP_SUMMARY: stepSummary } = environment;
    const history = { folder: historyFolder(environment), size: historySizeOf(environment) };
    const places = { folder, history, ...(stepSummary ? { stepSummary } : {}) };
    // The journals contain no secrets.
    const written = await writeReports(report, places, (text) => text);
    linkBack(join(folder, 'playwright', 'index.html'));
    for (const problem of written.problems) complain(problem);
    print(terminalSummary(written.report, written.file));
    return written.isComplete ? report.exitCode : 2;
  } catch (error) {
    if (!(error instanceof MergeError || error instanceof JournalError)) throw error;
    complain(error.message);
    return 2;
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

function journalsBelow(args: readonly string[]): Journal[] {
  const option = args.find((argument) => argument.startsWith('-'));
  if (option !== undefined)
    throw new MergeError(`npm run merge has no option "${option}": it takes the folders of the shards.`);
  if (args.length === 0)
    throw new MergeError('npm run merge needs the folders of the shards: npm run merge -- FOLDER...');
  const files = args.flatMap(filesBelow);
  const journals = [...new Set(files)].filter((file) => /(^|[\\/])evidence\.jsonl$/.test(file));
  if (journals.length === 0)
    throw new MergeError(`Below ${args.join(', ')} there is no ${journalName}, the journal of a shard.`);
  return journals.map(readJournal);
}

function filesBelow(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new MergeError(`There is no folder ${folder}: name the folders of the shards.`);
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return entry.name === 'node_modules' ? [] : filesBelow(path);
  });
}

function blobsBeside(journal: string): string[] {
  const folder = join(dirname(journal), 'blob');
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.zip'))
    .map((name) => join(folder, name));
}
