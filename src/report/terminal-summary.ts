import { requirement } from '../contract/requirements/catalogue.js';
import { residualThingInWords } from '../footprint/ledger/residue.js';
import { type Finding, findingAsText, judgements } from '../verdicts/finding.js';
import { inOrderOfStanding, nameOf } from '../verdicts/known-failures/known-failure.js';
import { verdicts } from '../verdicts/requirement-verdict.js';
import { type ConformanceReport, type MergedShards, meaningAmong } from './conformance-report.js';
import { fileInWords, gapsInWords, nextStepInWords } from './gaps-in-words.js';
import { openByReason } from './run-in-progress.js';

/**
 * How a run used the rate limits that its tests shared: `took 8.2 min, planned 7.9 min; no unprovoked 429`.
 * @returns undefined if each test had its own limits
 */
export function paceInWords({
  tests,
  durationMs,
  preflight,
}: Pick<ConformanceReport, 'tests' | 'durationMs' | 'preflight'>): string | undefined {
  const paced = tests.flatMap((test) => test.paced ?? []);
  if (paced.length === 0) return undefined;
  const refusals = paced.reduce((sum, each) => sum + each.refusals, 0);
  const met = refusals === 0 ? 'no unprovoked 429' : `${refusals} unprovoked 429`;
  const planned =
    preflight?.expectedMinutes === undefined ? '' : `, planned ${preflight.expectedMinutes.toFixed(1)} min`;
  return `took ${(durationMs / 60_000).toFixed(1)} min${planned}; ${met}`;
}

/** The shards of a merged run, as the end of a sentence: `3 of 4 shards, without 2`. */
export function shardsInWords({ total, missing }: MergedShards): string {
  if (missing.length === 0) return total === 1 ? '1 shard' : `all ${total} shards`;
  return `${total - missing.length} of ${total} shards, without ${missing.join(', ')}`;
}

/** The number of findings that are shown in full; the report has them all. */
const shownFindings = 5;

/** The number of things left by the run that are named. */
const shownThings = 10;

/**
 * The end of a run for a terminal: what failed, the counts, the verdict, and the path of the report.
 * @param file path of the report to open
 */
export function terminalSummary(report: ConformanceReport, file: string): string {
  if (report.totals.exchanges === 0 && report.errors.length > 0)
    return `Verdict   ${report.verdict} (exit ${report.exitCode}): ${report.reason}`;
  return [
    ...problems(report),
    ...knownFailures(report),
    ...residue(report),
    '',
    ...counts(report),
    '',
    ...verdict(report),
    ...gaps(report),
    `Report    ${file}`,
  ].join('\n');
}

function problems(report: ConformanceReport): string[] {
  const found = report.requirements.flatMap(({ findings }) => findings);
  const news = found.filter(({ known }) => known === undefined);
  const joined = joinedFindings(news).toSorted(
    ([a], [b]) => judgements.indexOf(a.judgement) - judgements.indexOf(b.judgement),
  );
  const shown = joined.slice(0, shownFindings).map(([finding, ...others]) => {
    const text = findingAsText(finding, requirement(finding.requirement));
    return [`\n${finding.judgement}: ${text}`, ...otherOperations(finding, others)].join('\n');
  });
  const more =
    joined.length > shownFindings
      ? [`\n... and ${joined.length - shownFindings} more findings; the report has them all`]
      : [];
  const open = openByReason(report).map(
    ({ verdict, reason, requirements }) =>
      `\n${verdict}: ${requirements.map(({ id }) => id).join(', ')}: ${reason}`,
  );
  return [...shown, ...more, ...open];
}

/** Each known failure with its standing, outdated entries first. */
function knownFailures({ knownFailures: known }: ConformanceReport): string[] {
  if (known === undefined || known.entries.length === 0) return [];
  const lines = inOrderOfStanding(known.entries).flatMap((entry) => [
    `  ${entry.standing.padEnd(14)}${nameOf(entry)}: ${entry.reason} (until ${entry.expires}, ${entry.link})`,
    ...(entry.standing === 'fails' ? [] : [`${' '.repeat(16)}${entry.says}`]),
  ]);
  return [`\nKnown failures listed in ${known.file}`, ...lines];
}

/** The things that could not be removed; empty if the run left nothing in the catalogue. */
function residue({ residue: found }: ConformanceReport): string[] {
  if (found === undefined || (found.left.length === 0 && found.problem === undefined)) return [];
  const shown = found.left.slice(0, shownThings).map((thing) => `  ${residualThingInWords(thing)}`);
  const more = found.left.length - shownThings;
  return [
    '\nresidue: some things that the run created may still be there; npm run cleanup tries again',
    ...shown,
    ...(more > 0 ? [`  ... and ${more} more; the report has them all`] : []),
    ...(found.problem === undefined ? [] : [`  ${found.problem}`]),
  ];
}

/** Joins findings that say the same about a requirement at the same place, whichever test or operation made them. */
function joinedFindings(findings: readonly Finding[]): readonly [Finding, ...Finding[]][] {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const { requirement: id, judgement, at = '' } = finding;
    const key = [id, judgement, at.replaceAll(/\[\d+\]/g, '[]')].join(' ');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [...groups.values()];
}

function otherOperations(finding: Finding, others: readonly Finding[]): string[] {
  if (others.length === 0) return [];
  const names = new Set(others.map(({ operationId }) => operationId));
  names.delete(finding.operationId);
  const where = names.size === 0 ? '' : `, by ${[...names].join(', ')}`;
  return [`  also       in ${others.length} more ${others.length === 1 ? 'test' : 'tests'}${where}`];
}

function counts({ totals, requirements }: ConformanceReport): string[] {
  const lines = verdicts
    .filter((verdict) => totals.verdicts[verdict] > 0)
    .map(
      (verdict) =>
        `${String(totals.verdicts[verdict]).padStart(7)} ${verdict.padEnd(13)} ${meaningAmong(verdict, requirements)}`,
    );
  return [
    `${requirements.length} requirements, ${totals.exchanges} exchanges in ${totals.tests} tests`,
    ...lines,
  ];
}

function verdict(report: ConformanceReport): string[] {
  return [
    `Verdict   ${report.verdict} (exit ${report.exitCode}): ${report.reason}`,
    `Target    ${report.target.name}${report.target.url === '' ? '' : `, ${report.target.url}`}`,
    `Contract  ${report.contractVersion}, profile ${report.profile}, seed ${report.seed}, ${(report.durationMs / 1000).toFixed(1)} s`,
    ...(report.shards === undefined ? [] : [`Merged    ${shardsInWords(report.shards)}`]),
    ...[paceInWords(report)].filter((pace) => pace !== undefined).map((pace) => `Limits    ${pace}`),
    ...(report.resumed ?? []).map(
      ({ at, kept }) => `Resumed   ${at}, ${kept} of ${report.totals.tests} tests kept`,
    ),
  ];
}

/** How the target closed the gaps, unless all are confirmed, and what to do about the open ones. */
function gaps(report: ConformanceReport): string[] {
  const told = gapsInWords(report);
  const lines = told === undefined ? [] : [...told.kinds, told.line ?? 'this run can confirm none of them'];
  const { file } = report.target;
  const next = nextStepInWords(report);
  return [
    ...(file === undefined ? [] : [`Closings  ${fileInWords(file)}`]),
    ...lines.map((line, index) => `${(index === 0 ? 'Gaps' : '').padEnd(10)}${line}`),
    ...(next === undefined ? [] : [`Next      ${next}`]),
  ];
}

/** The output stream, and whether it is a terminal. */
type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** A line that shows the progress of a run: rewritten in place in a terminal, one line for each tenth elsewhere. */
export class Progress {
  readonly #stream: Terminal;
  #total = 0;
  #done = 0;
  #failed = 0;

  constructor(stream: Terminal) {
    this.#stream = stream;
  }

  begin(total: number): void {
    this.#total = total;
    if (total > 0) this.#show();
  }

  /** Counts a test that ended. */
  ended(failed: boolean): void {
    const tenth = this.#tenth();
    this.#done += 1;
    if (failed) this.#failed += 1;
    if (this.#stream.isTTY || this.#tenth() > tenth) this.#show();
  }

  /** Ends the line, so that the next output starts on a new one. */
  finish(): void {
    if (this.#stream.isTTY) this.#stream.write('\n');
  }

  #tenth(): number {
    return Math.floor((this.#done * 10) / Math.max(this.#total, 1));
  }

  #show(): void {
    const line = `${this.#done}/${this.#total} tests, ${this.#failed} failed`;
    this.#stream.write(this.#stream.isTTY ? `\r${line}` : `${line}\n`);
  }
}
