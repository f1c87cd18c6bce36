import { commandLine } from '../contract/folders.js';
import { requirement } from '../contract/requirements/catalogue.js';
import { type Finding, findingAsText } from '../verdicts/finding.js';
import { nameOf } from '../verdicts/known-failures/known-failure.js';
import type { ConformanceReport } from './conformance-report.js';
import { counted, placeOf } from './in-words.js';
import { inOrder, type Summary, summaryOf } from './summary.js';

/** The number of findings that are shown in full. */
const shownFindings = 5;

/** The number of things left by the run that are named. */
const shownThings = 10;

/**
 * The end of a run for a terminal: the findings, the counts, the verdict, and the path of the report.
 * @param file path of the report to open
 */
export function terminalSummary(report: ConformanceReport, file: string): string {
  const { totals, target, requirements } = report;
  const verdict = `Verdict   ${report.verdict} (exit ${report.exitCode}): ${report.reason}`;
  if (totals.exchanges === 0 && report.errors.length > 0) return verdict;
  const summary = summaryOf(report);
  return [
    ...findings(requirements.flatMap((each) => each.findings)),
    ...summary.open.map((open) => `\n${open.verdict}: ${open.ids.join(', ')}: ${open.reason}`),
    ...knownFailures(summary),
    ...residue(summary, report.residue?.problem),
    '',
    `${requirements.length} requirements, ${totals.exchanges} exchanges in ${totals.tests} tests`,
    ...summary.counts.map(
      (count) => `${String(count.all).padStart(7)} ${count.verdict.padEnd(13)} ${count.meaning}`,
    ),
    '',
    verdict,
    `Target    ${target.name}${target.url === '' ? '' : `, ${target.url}`}`,
    `Contract  ${report.contractVersion}, profile ${report.profile}, seed ${report.seed}, ${(report.durationMs / 1000).toFixed(1)} s`,
    ...(summary.shards === undefined ? [] : [`Merged    ${summary.shards}`]),
    ...(summary.pace === undefined ? [] : [`Limits    ${summary.pace}`]),
    ...summary.resumed.map(({ at, kept }) => `Resumed   ${at}, ${kept}`),
    ...gaps(summary),
    `Report    ${file}`,
  ].join('\n');
}

function findings(all: readonly Finding[]): string[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of all.filter(({ known }) => known === undefined)) {
    const key = [finding.requirement, finding.judgement, placeOf(finding)].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  const joined = inOrder(
    [...groups.values()].flatMap(([first, ...alike]) => (first === undefined ? [] : [{ ...first, alike }])),
  );
  const shown = joined.slice(0, shownFindings).map((finding) => {
    const text = findingAsText(finding, requirement(finding.requirement));
    return [`\n${finding.judgement}: ${text}`, ...alsoFoundIn(finding, finding.alike)].join('\n');
  });
  const more = joined.length - shownFindings;
  return more > 0 ? [...shown, `\n... and ${more} more findings; the report has them all`] : shown;
}

/** Other tests that found the same, and the other operations that showed it. */
function alsoFoundIn({ operationId }: Finding, alike: readonly Finding[]): string[] {
  if (alike.length === 0) return [];
  const others = new Set(alike.map((each) => each.operationId).filter((each) => each !== operationId));
  const where = others.size === 0 ? '' : `, by ${[...others].join(', ')}`;
  return [`  also       in ${counted(alike.length, 'more test')}${where}`];
}

function knownFailures({ knownFailures: known }: Summary): string[] {
  if (known === undefined) return [];
  const lines = known.entries.flatMap((entry) => [
    `  ${entry.standing.padEnd(14)}${nameOf(entry)}: ${entry.reason} (until ${entry.expires}, ${entry.link})`,
    ...(entry.standing === 'fails' ? [] : [`${' '.repeat(16)}${entry.says}`]),
  ]);
  return [`\nKnown failures listed in ${known.file}`, ...lines];
}

/** The things that could not be removed; empty if the run left nothing in the catalogue. */
function residue({ residue: { left } = { outcome: [], left: [] } }: Summary, problem = ''): string[] {
  if (left.length === 0 && problem === '') return [];
  const more = left.length - shownThings;
  return [
    `\nresidue: some things that the run created may still be there; ${commandLine('cleanup')} tries again`,
    ...left.slice(0, shownThings).map((thing) => `  ${thing}`),
    ...(more > 0 ? [`  ... and ${more} more; the report has them all`] : []),
    ...(problem === '' ? [] : [`  ${problem}`]),
  ];
}

/** How the target closed the gaps, and what to do about the open ones. */
function gaps({ gaps: { file, kinds, confirming, next } }: Summary): string[] {
  const lines = kinds.length === 0 ? [] : [...kinds, confirming ?? 'this run can confirm none of them'];
  return [
    ...(file === undefined ? [] : [`Closings  ${file}`]),
    ...lines.map((line, index) => `${(index === 0 ? 'Gaps' : '').padEnd(10)}${line}`),
    ...(next === undefined ? [] : [`Next      ${next}`]),
  ];
}

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
