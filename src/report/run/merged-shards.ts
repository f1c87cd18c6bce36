import type { FullConfig, TestResult } from '@playwright/test/reporter';
import { contractVersion, target } from '../../contract/documents/document.js';
import { hidingKeys } from '../../http/shown/printable.js';
import { outputVariable, sharedFolders } from '../../target/environment.js';
import { publish } from '../../target/folders/run-folder.js';
import { commandsAfter } from '../../target/run/commands.js';
import { knownFailuresIn } from '../../target/run/run.js';
import { aboutRun, embeddedName } from '../../target/settings.js';
import { type Evidence, evidenceAttachment } from '../../verdicts/finding.js';
import { readableKnownFailures } from '../../verdicts/known-failures/known-failures.js';
import { buildReport, type RunRecord, targetFileReport } from '../data/build-report.js';
import { standardError, standardOutput } from '../terminal/terminal.js';
import { terminalSummary } from '../terminal/terminal-summary.js';
import { endedTest, firstLine, isSkipped, silenceOf } from './ended-test.js';
import type { Shards } from './merge-reporter.js';
import { writeReports } from './write-reports.js';

/**
 * A shard, as its blob describes it: everything about its run apart from its tests.
 * @internal tests make shards
 */
export interface ShardRecord extends Omit<RunRecord, 'ran'> {
  /** The number of shards. */
  readonly total: number;
  /** The version of the contract. */
  readonly contract: string;
}

/**
 * Lets the blob of a shard say which run it belongs to: in Playwright's metadata, under a name with the shard's number,
 * because a merge joins the metadata of all shards.
 * @param whole what all shards together are
 */
export function describeShard(
  { shard, metadata }: FullConfig,
  { ran: _, ...record }: RunRecord,
  whole: Pick<RunRecord, 'deselected' | 'keepsTestsOf' | 'tests' | 'covering'>,
): void {
  if (shard === null) return;
  const described: ShardRecord = { ...record, ...whole, total: shard.total, contract: contractVersion };
  metadata[`shard ${shard.current}`] = JSON.parse(hidingKeys(JSON.stringify(described)));
}

/** The shards of a merge, by their numbers, in their order. */
function shardsIn(metadata: FullConfig['metadata']): ReadonlyMap<number, ShardRecord> {
  const shards = Object.entries(metadata).flatMap(([name, shard]): [number, ShardRecord][] => {
    const number = /^shard (\d+)$/.exec(name)?.[1];
    return number === undefined ? [] : [[Number(number), shard]];
  });
  return new Map(shards.toSorted(([a], [b]) => a - b));
}

/**
 * Writes the reports of a run whose shards were merged.
 * @param durationMs from the beginning of the first shard to the end of the last
 * @returns the exit code of the run, and its last step, when Playwright's reports are written
 * @throws Error with a reason if they are not the shards of one run, or ran another contract than this process has
 */
export async function reportMerged(
  shards: Shards,
  durationMs: number,
): Promise<{ readonly exitCode: number; readonly finish: () => void }> {
  const { env } = process;
  const run = mergedRun(shards, durationMs);
  const knownFailures = readableKnownFailures(knownFailuresIn(env), run.target.name);
  const report = buildReport({ ...run, knownFailures });
  const { [outputVariable]: folder = '' } = env;
  const places = {
    folder,
    history: aboutRun.keepsHistory.readIn(env) ? sharedFolders.history : undefined,
    stepSummary: env.GITHUB_STEP_SUMMARY,
    linksTests: true,
  };
  const written = await writeReports(report, places, hidingKeys);
  for (const problem of written.problems) standardError.say(problem);
  const ways = { report: commandsAfter({}).report };
  const { exitCode } = written.report;
  return {
    exitCode,
    finish: () => {
      publish(folder, exitCode);
      standardOutput.print(terminalSummary(written.report, { file: written.file, ways }));
    },
  };
}

/**
 * Makes one run of its shards. If a shard is missing or ended early, the run says so.
 * @throws Error with a reason if they are not the shards of one run
 * @internal the refusals of shards are tried without writing a report
 */
export function mergedRun({ metadata, suite, ended, errors }: Shards, durationMs: number): RunRecord {
  const shards = shardsIn(metadata);
  const [first, ...others] = [...shards].map(([number, shard]): Named => [`shard ${number}`, shard]);
  if (first === undefined) throw new Error('there is none; start each run with --shard, such as --shard 1/2');
  const [, described] = first;
  // The report shows the contract that this process has read, so it must be that of the shards.
  const own = { ...described.target, file: targetFileReport(target) };
  const here: Named = ['this process', { ...described, contract: contractVersion, target: own }];
  for (const other of [...others, here]) refuseOther(first, other);
  const { total, contract: _, tests, ...run } = described;
  const missing = Array.from({ length: total }, (_, index) => index + 1).filter((each) => !shards.has(each));
  const planned = suite.allTests().length;
  if (planned > tests || (missing.length === 0 && planned < tests))
    throw new Error(
      `together they have ${planned} of ${tests} tests; run all of them from the same version, and give each once`,
    );
  const all = [...shards.values()];
  const interrupted = all.some((each) => each.interrupted === true);
  const silent: string[] = [];
  const ran = ended.map(([test, result]) => {
    const evidence = evidenceOf(result);
    if (evidence === undefined && !(interrupted && isSkipped(result))) silent.push(silenceOf(test, result));
    return endedTest(test, result, evidence);
  });
  const unfinished = [
    ...missing.map((each) => `shard ${each}/${total} is missing`),
    ...(missing.length === 0 && ran.length < tests ? [`${ran.length} of ${tests} did`] : []),
  ];
  return {
    ...run,
    ran,
    tests,
    errors: [...new Set([...all.flatMap((each) => each.errors), ...errors.map(firstLine), ...silent])],
    interrupted,
    unfinished: unfinished.length === 0 ? undefined : `Not all tests ended: ${unfinished.join(', ')}`,
    shards: { total, missing },
    startedAt: all.map((each) => each.startedAt).toSorted()[0] ?? run.startedAt,
    durationMs,
  };
}

/** What the shards of a run have in common, as a sentence names it. */
const common: Readonly<Record<string, (shard: ShardRecord) => unknown>> = {
  'number of shards': ({ total }) => total,
  target: ({ target }) => target.name,
  // Each machine starts the embedded sandbox on a different port.
  'address of the target': ({ target }) => (target.name === embeddedName ? '' : target.url),
  'file of the target': ({ target }) => target.file?.digest,
  contract: ({ contract }) => contract,
  seed: ({ seed }) => seed,
  profile: ({ profile }) => profile,
  '--strict': ({ strict }) => strict,
  'choice of tests': ({ deselected }) => deselected,
  'number of tests': ({ tests }) => tests,
};

type Named = readonly [name: string, shard: ShardRecord];

function refuseOther([first, a]: Named, [other, b]: Named): void {
  for (const [name, read] of Object.entries(common)) {
    const [one, two] = [a, b].map((shard) => JSON.stringify(read(shard) ?? 'none'));
    if (one !== two) throw new Error(`the ${name} is ${one} in ${first} and ${two} in ${other}`);
  }
}

/** The evidence of a test. Its place among the attachments stays, because steps name attachments by their places. */
function evidenceOf({ attachments }: TestResult): Evidence | undefined {
  const attachment = attachments.find(({ name }) => name === evidenceAttachment.name);
  if (attachment?.body === undefined) return undefined;
  const evidence = JSON.parse(attachment.body.toString('utf8'));
  delete attachment.body;
  return evidence;
}
