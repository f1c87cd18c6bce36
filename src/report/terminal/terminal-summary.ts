import { beginningOf, counted, grouped, listed, theRest } from '../../contract/values/words.js';
import type { ConformanceReport } from '../data/conformance-report.js';
import { nextStep, type WaysOn } from '../summary/next-step.js';
import { type Entry, entryInWords, type Section } from '../summary/section.js';
import { type Summary, summaryOf, type VerdictCount } from '../summary/summary.js';
import { type Line, type Style, styled } from './terminal.js';
import { mostInFull, violationInShort } from './terminal-violations.js';
import { violationLines } from './violation-lines.js';

/** The number of violated requirements that are named. */
const shownRequirements = 30;

/** The number of entries of a list that are shown, and of the parts of each. */
const shownThings = 10;

/** The longest reason that is shown, in characters. */
const longestReason = 600;

/** The number of ids in a list. */
const shownIds = 12;

/** What the end of a run depends on besides its report. */
export interface Ending {
  /** Path of the report to open; empty if none is saved. */
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
  // The reason why nothing was tested, or nothing saved, names the way out.
  if ((isEmpty || file === '') && report.verdict === 'nothing can be said') return [verdict];
  const summary = summaryOf(report);
  const step = nextStep(report, ways);
  const next: Line = ['Next      ', styled(step, 'bold')];
  if (isEmpty || isQuiet) return [verdict, next];
  return [
    ...violations(summary, inFull, file),
    ...summary.sections.flatMap(sectionLines),
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
    ...unseen.flatMap(({ findings }) => [[], ...violationLines(findings, file)]),
    [],
    [styled('Violations', 'bold')],
    ...all.slice(0, shownRequirements).flatMap(violationInShort),
    ...theRest(all, shownRequirements, 'requirement').map((line) => [`  ${line}`]),
  ];
}

function sectionLines({ title, noun, entries }: Section): Line[] {
  return [[], [styled(title, 'bold')], ...entryLines(entries, '  ', noun)];
}

/** Entries, each with its parts below it. */
function entryLines(entries: readonly Entry[], indent: string, noun?: string): Line[] {
  return [
    ...entries.slice(0, shownThings).flatMap((entry) => {
      const { label = '', parts = [] } = entry;
      const text = entryInWords(entry, named, cut);
      return [
        [indent, styled(text.slice(0, label.length), 'yellow'), text.slice(label.length)],
        ...entryLines(parts, `${indent}  `),
      ];
    }),
    ...theRest(entries, shownThings, noun).map((line) => [indent + line]),
  ];
}

/** How the target closed the gaps. */
function gaps({ gaps: { file, kinds, confirming } }: Summary): Line[] {
  const lines = kinds.length === 0 ? [] : [...kinds, confirming ?? 'this run cannot confirm any of them'];
  return [
    ...(file === undefined ? [] : [[`Differs   as in ${file}`]]),
    ...lines.map((line, index) => [`${(index === 0 ? 'Open' : '').padEnd(10)}${line}`]),
  ];
}

/** A reason may name every operation. */
function cut(reason: string): string {
  return beginningOf(reason, longestReason, ' (more in the report)');
}

function named(ids: readonly string[]): string {
  return listed(ids, shownIds, 2);
}
