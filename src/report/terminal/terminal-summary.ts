import { beginningOf, counted, firstLines, grouped, listed, theRest } from '../../contract/values/words.js';
import { nameOf } from '../../verdicts/known-failures/known-failure.js';
import type { ConformanceReport } from '../data/conformance-report.js';
import { momentInWords } from '../summary/in-words.js';
import { nextStep, type WaysOn } from '../summary/next-step.js';
import { type Summary, summaryOf, type VerdictCount } from '../summary/summary.js';
import { type Line, type Style, styled } from './terminal.js';
import { mostInFull, violationInFull, violationInShort } from './terminal-violations.js';

/** The number of violated requirements that are named. */
const shownRequirements = 30;

/** The number of lines of a list that are shown. */
const shownThings = 10;

/** The number of missing parts that are named for each cause. */
const shownParts = 10;

/** The longest reason that is shown, in characters. */
const longestReason = 600;

/** The number of ids in a list. */
const shownIds = 12;

/** What the end of a run depends on besides its report. */
export interface Ending {
  /** Path of the report to open. */
  readonly file: string;
  readonly ways: WaysOn;
  /** Ids of the requirements with a finding that was printed in full when it became known. */
  readonly inFull?: ReadonlySet<string>;
  /** Whether only the verdict and the next step are wanted. */
  readonly isQuiet?: boolean;
}

/**
 * The end of a run for a terminal: what is violated, what could not be exercised, the counts, and the verdict, whose
 * last line is the next step.
 */
export function terminalSummary(
  report: ConformanceReport,
  { file, ways, inFull = new Set(), isQuiet = false }: Ending,
): readonly Line[] {
  const { totals, requirements } = report;
  const verdict: Line = [
    'Verdict   ',
    styled(`${report.verdict} (exit ${report.exitCode})`, 'bold', verdictStyle(report)),
    `: ${report.reason}`,
  ];
  const isEmpty = totals.exchanges === 0 && report.errors.length > 0;
  // The reason why nothing was tested names the way out.
  if (isEmpty && report.verdict === 'nothing can be said') return [verdict];
  const summary = summaryOf(report);
  const step = nextStep(report, ways);
  const next: Line = ['Next      ', styled(step, 'bold')];
  if (isEmpty || isQuiet) return [verdict, next];
  return [
    ...violations(summary, inFull, file),
    ...summary.open.flatMap(notVerified),
    ...knownFailures(summary),
    ...summary.lists.flatMap(({ title, noun, lines }): Line[] => [
      [],
      [styled(title, 'bold')],
      ...firstLines(lines, shownThings, noun).map((line) => [`  ${line}`]),
    ]),
    [],
    [`${counted(requirements.length, 'requirement')}, ${summary.extent}`],
    ...summary.counts.map(countLine),
    [],
    verdict,
    ['Decision  ', styled(summary.decision, 'bold', verdictStyle(report))],
    ...summary.facts
      .filter(([, says]) => says !== step)
      .map(([label, says]) => [`${label.padEnd(10)}${says}`]),
    // A few tests show too little of a gap to say how the target fills it.
    ...(report.deselected === undefined ? gaps(summary) : []),
    ...changes(report.since, summary),
    [`Report    ${file}`],
    next,
  ];
}

function verdictStyle({ verdict, exitCode }: ConformanceReport): Style {
  if (exitCode !== 0) return exitCode === 3 ? 'yellow' : 'red';
  return verdict === 'conformant' ? 'green' : 'yellow';
}

const styles: Readonly<Partial<Record<VerdictCount['verdict'], Style>>> = {
  passed: 'green',
  failed: 'red',
  inapplicable: 'dim',
  untested: 'dim',
};

function countLine({ verdict, all, meaning }: VerdictCount): Line {
  const style = styles[verdict] ?? 'yellow';
  return [styled(`${grouped(all).padStart(7)} ${verdict.padEnd(13)}`, style), ` ${meaning}`];
}

/** Each violated requirement once; the first ones in full, unless a reader has seen them already. */
function violations({ violations: all }: Summary, seen: ReadonlySet<string>, file: string): Line[] {
  if (all.length === 0) return [];
  const unseen = all.slice(0, mostInFull).filter(({ requirement: { id } }) => !seen.has(id));
  return [
    ...unseen.flatMap((violated) => [[], ...violationInFull(violated, file)]),
    [],
    [styled('Violations', 'bold')],
    ...all.slice(0, shownRequirements).flatMap(violationInShort),
    ...theRest(all, shownRequirements, 'requirement').map((line) => [`  ${line}`]),
  ];
}

/** The cause comes first, with the way out, then where each requirement was verified and which part is missing. */
function notVerified({ verdict, ids, reason, parts }: Summary['open'][number]): Line[] {
  const missing = parts.map((part) => `${named(part.ids)}: ${cut(part.where)}`);
  return [
    [],
    [styled(verdict, 'yellow'), `: ${parts.length === 0 ? `${named(ids)}: ` : ''}${cut(reason)}`],
    ...firstLines(missing, shownParts, 'part').map((line) => [`  ${line}`]),
  ];
}

function knownFailures({ knownFailures: known }: Summary): Line[] {
  if (known === undefined) return [];
  const lines = known.entries.flatMap((entry) => [
    `  ${entry.standing.padEnd(14)}${nameOf(entry)}: ${entry.reason} (until ${entry.expires}, ${entry.link})`,
    ...(entry.standing === 'fails' ? [] : [`${' '.repeat(16)}${entry.says}`]),
  ]);
  return [[], [`Known failures listed in ${known.file}`], ...lines.map((line) => [line])];
}

/** How the target closed the gaps. */
function gaps({ gaps: { file, kinds, confirming } }: Summary): Line[] {
  const lines = kinds.length === 0 ? [] : [...kinds, confirming ?? 'this run cannot confirm any of them'];
  return [
    ...(file === undefined ? [] : [[`Differs   as in ${file}`]]),
    ...lines.map((line, index) => [`${(index === 0 ? 'Open' : '').padEnd(10)}${line}`]),
  ];
}

/** What is different since the run that this one is compared with. */
function changes(since: ConformanceReport['since'], { changes: changed }: Summary): Line[] {
  if (since === undefined) return [];
  const kinds = changed.map(([kind, ids]) => `${kind}: ${named(ids)}`);
  const what = kinds.length === 0 ? 'nothing newly failing, fixed or newly covered' : kinds.join('; ');
  const isWorse = changed.some(([kind]) => kind === 'newly failing');
  return [['Since     ', `${momentInWords(since.run.startedAt)}: `, isWorse ? styled(what, 'red') : what]];
}

/** A reason may name every operation. */
function cut(reason: string): string {
  return beginningOf(reason, longestReason, ' (more in the report)');
}

function named(ids: readonly string[]): string {
  return listed(ids, shownIds, 2);
}
