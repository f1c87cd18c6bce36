import { counted, firstLines, listed } from '../../contract/values/words.js';
import { operationOf } from '../../verdicts/finding-operation.js';
import type { ConformanceReport } from '../data/conformance-report.js';
import { clausesInWords } from '../summary/in-words.js';
import { type Entry, entryInWords } from '../summary/section.js';
import { type Summary, summaryOf, type Violated } from '../summary/summary.js';
import { asBlock, asCode, asWords } from './markdown-text.js';

/** The number of shown entries of a list: a CI server limits the size of a page to 1 MiB. */
const shownEntries = 20;

/** A longer command appears only in the report: a truncated one would run something else. */
const longestCommand = 1500;

/** The number of acceptable responses that are shown. */
const shownAnswers = 3;

/**
 * The end of a run as Markdown, for the page of a CI job: the verdict, the counts, the violations and how to repeat
 * them, the changes, and the requirements that could not be exercised. Text from the target is never rendered, and
 * the summary stays below 512 KiB.
 * @param report with secrets redacted
 */
export function markdownSummary(report: ConformanceReport): string {
  const summary = summaryOf(report);
  const parts = [
    `## Conformance: ${asWords(report.verdict)}`,
    `**Exit code ${report.exitCode}:** ${asWords(report.reason)}`,
    facts(report, summary),
    counts(summary),
    ...violations(summary, report.clauses),
    ...summary.sections.flatMap(({ title, noun, entries }) => [
      `### ${asWords(title)}`,
      bullets(entries, '', noun).join('\n'),
    ]),
    ...gaps(summary),
  ];
  return `${parts.join('\n\n')}\n`;
}

function facts({ errors }: ConformanceReport, { facts: all, extent }: Summary): string {
  return [
    ...all.map(([label, says]) => `- ${label}: ${asWords(says)}`),
    `- ${extent}`,
    ...(errors.length > 1 ? [`- ${counted(errors.length - 1, 'more error')}; the report has them all`] : []),
  ].join('\n');
}

function counts({ counts: all }: Summary): string {
  const rows = all.map(
    (each) => `| ${[each.verdict, each.must, each.should, each.may, each.all, each.meaning].join(' | ')} |`,
  );
  return ['| verdict | must | should | may | all | |', '|---|--:|--:|--:|--:|---|', ...rows].join('\n');
}

/** The violations that decide the verdict of their requirement. */
function violations({ violations: all }: Summary, clauses: ConformanceReport['clauses']): string[] {
  const violated = all.filter(
    ({ requirement, findings: [worst] }) => requirement.verdict === worst.judgement,
  );
  const shown = violated.map((each) => violation(each, clauses));
  return shown.length === 0 ? [] : ['### Violated', ...firstLines(shown, shownEntries, 'requirement')];
}

/** A requirement with what its clauses say, and its worst finding. */
function violation({ requirement, findings }: Violated, clauses: ConformanceReport['clauses']): string {
  const { id, strength, sentence } = requirement;
  const [{ judgement, at, expected, actual, replay }] = findings;
  const answers = expected.slice(0, shownAnswers).map((each) => asCode(each));
  const more = expected.length > shownAnswers ? ` or ${expected.length - shownAnswers} more` : '';
  return [
    `**${asWords(id)}** (${asWords(strength)}, ${judgement}): ${asWords(sentence)}`,
    '',
    ...clausesInWords(requirement, clauses).map((each) => `- clause ${asWords(each)}`),
    `- operations: ${named([...new Set(findings.map(operationOf))])}`,
    ...(at === undefined ? [] : [`- where: ${asCode(at)}`]),
    `- expected: ${answers.join(' or ')}${more}`,
    `- actual: ${asCode(actual)}`,
    ...(findings.length > 1 ? [`- the first of ${findings.length} findings`] : []),
    '',
    replay.length > longestCommand ? 'The command that repeats it is in the report.' : asBlock(replay, 'sh'),
  ].join('\n');
}

/** How the target closed the gaps, and what to do about the open ones. */
function gaps({ gaps: { file, next, kinds, confirming } }: Summary): string[] {
  const parts = [
    ...(file === undefined ? [] : [`The service differs as in ${asWords(file)}.`]),
    ...(next === undefined ? [] : [`Next: ${asWords(next)}.`]),
    ...(kinds.length === 0 ? [] : [kinds.map((line) => `- ${asWords(line)}`).join('\n')]),
  ];
  if (parts.length === 0) return [];
  const toConfirm =
    confirming === undefined
      ? ['This run cannot confirm any of them.']
      : ['To confirm the assumptions that the target met:', asBlock(confirming, 'sh')];
  return ['### What the description leaves open', ...parts, ...(kinds.length === 0 ? [] : toConfirm)];
}

/** The first entries, each with its parts below it, and the number of the others. */
function bullets(entries: readonly Entry[], indent: string, noun?: string): string[] {
  const lines = entries.map((entry) =>
    [entryInWords(entry, named, (text) => asWords(text)), ...bullets(entry.parts ?? [], `${indent}  `)].join(
      '\n',
    ),
  );
  return firstLines(lines, shownEntries, noun).map((line) => `${indent}- ${line}`);
}

/** The first entries of a list within a line, each as words. */
function named(entries: readonly string[]): string {
  return listed(
    entries.map((each) => asWords(each)),
    shownEntries,
  );
}
