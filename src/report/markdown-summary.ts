import { type Residue, residualThingInWords, residueInWords } from '../footprint/ledger/residue.js';
import { judgements } from '../verdicts/finding.js';
import { inOrderOfStanding, nameOf } from '../verdicts/known-failures/known-failure.js';
import { verdicts } from '../verdicts/requirement-verdict.js';
import type { Comparison } from './comparison.js';
import { type ConformanceReport, meaningAmong, type RequirementReport } from './conformance-report.js';
import { fileInWords, gapsInWords, nextStepInWords } from './gaps-in-words.js';
import { openByReason } from './run-in-progress.js';
import { paceInWords, shardsInWords } from './terminal-summary.js';

/**
 * Characters that readers can't see, or that change how they see the rest: control and direction characters,
 * separators.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text without markup, mentions, references and links. */
const harmless = /^(?!.*(:\/\/|www\.))[^@#$<>&|\\[\]`~*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/iu;

/**
 * Untrusted text as Markdown within a line: unchanged if nothing in it can be markup, otherwise as code, in which
 * nothing is rendered, mentioned or linked.
 * @param most the largest number of shown characters
 */
export function asWords(text: string, most = 400): string {
  return harmless.test(text) && text.length <= most ? text : asCode(text, most);
}

/**
 * Untrusted text as Markdown code within a line; not for tables, whose cells end at a `|` even in code.
 * @param most the largest number of shown characters
 */
export function asCode(text: string, most = 300): string {
  const line = shown(text.slice(0, most).replaceAll(/\r\n|\r|\n/g, '⏎')).slice(0, most);
  const fence = '`'.repeat(longestRun(line) + 1);
  // A backtick next to the fence needs a space; Markdown removes a space at both ends from the code.
  const pad = /^[ `]|[ `]$/.test(line) ? ' ' : '';
  const code = `${fence}${pad}${line}${pad}${fence}`;
  const cut = text.length > most ? ` (the beginning of ${text.length} characters)` : '';
  return text === '' ? 'nothing' : code + cut;
}

/** Any text as a block of Markdown code. @param language of its syntax highlighting */
export function asBlock(text: string, language: string): string {
  const lines = text.split(/\r\n|\r|\n/).map(shown);
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return [`${fence}${language}`, ...lines, fence].join('\n');
}

/**
 * Shows invisible characters as their numbers, and half of a surrogate pair, which a cut can leave, as a question
 * mark.
 */
function shown(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

/** The number of shown entries of a list: a page of a CI server is limited to 1 MiB, and nobody reads that much. */
const shownEntries = 20;

/** A longer command is in the report only: a part of it would run something else. */
const longestCommand = 1500;

/** The number of acceptable answers that are shown. */
const shownAnswers = 3;

const strengths = ['must', 'should', 'may'] as const;

/**
 * The end of a run as Markdown, for the page of a CI job: the verdict, the counts, the violations and how to repeat
 * them, the changes, and the requirements that could not be exercised. Text from the target is never rendered, and
 * the summary stays below 512 KiB.
 * @param report with secrets redacted
 */
export function markdownSummary(report: ConformanceReport): string {
  const parts = [
    `## Conformance: ${asWords(report.verdict)}`,
    `**Exit code ${report.exitCode}:** ${asWords(report.reason)}`,
    facts(report),
    counts(report),
    ...violations(report),
    ...knownFailures(report),
    ...changes(report.since),
    ...openOnes(report),
    ...gaps(report),
    ...residue(report.residue),
  ];
  return `${parts.join('\n\n')}\n`;
}

function facts(report: ConformanceReport): string {
  const { target, totals, deselected, endedEarly, resumed = [], shards, errors } = report;
  const url = target.url === '' ? '' : `, ${asCode(target.url)}`;
  const others = errors.length - 1;
  const pace = paceInWords(report);
  return [
    `- target: ${asCode(target.name)}${url}`,
    `- contract ${asWords(report.contractVersion)}, profile ${asWords(report.profile)}, seed ${report.seed}`,
    `- ${totals.exchanges} exchanges in ${totals.tests} tests, ${(report.durationMs / 1000).toFixed(1)} s`,
    ...(pace === undefined ? [] : [`- limits: ${pace}`]),
    ...(deselected === undefined ? [] : [`- left out by ${asCode(deselected)}`]),
    ...(endedEarly === undefined ? [] : ['- ended before all tests had run']),
    ...(shards === undefined ? [] : [`- merged from ${shardsInWords(shards)}`]),
    ...resumed.map(
      ({ at, kept }) => `- resumed at ${asWords(at)}, with the evidence of ${testsInWords(kept)}`,
    ),
    ...(others > 0 ? [`- ${others} more ${others === 1 ? 'error' : 'errors'}; the report has them all`] : []),
  ].join('\n');
}

function testsInWords(tests: number): string {
  return tests === 1 ? '1 test' : `${tests} tests`;
}

function counts({ requirements }: ConformanceReport): string {
  const rows = verdicts.flatMap((verdict) => {
    const having = requirements.filter((each) => each.verdict === verdict);
    const each = strengths.map((strength) => having.filter((one) => one.strength === strength).length);
    const cells = [verdict, ...each, having.length, meaningAmong(verdict, requirements)];
    return having.length === 0 ? [] : [`| ${cells.join(' | ')} |`];
  });
  return ['| verdict | must | should | may | all | |', '|---|--:|--:|--:|--:|---|', ...rows].join('\n');
}

function violations({ requirements }: ConformanceReport): string[] {
  const violated = judgements.flatMap((judgement) =>
    requirements.filter(({ verdict, known }) => verdict === judgement && known === undefined),
  );
  if (violated.length === 0) return [];
  return [
    '### Violated',
    ...violated.slice(0, shownEntries).map(violation),
    ...(violated.length > shownEntries
      ? [`... and ${violated.length - shownEntries} more requirements; the report has them all`]
      : []),
  ];
}

/** A requirement with its most serious finding; known findings are left out. */
function violation({ id, verdict, strength, sentence, findings: all }: RequirementReport): string {
  const findings = all.filter(({ known }) => known === undefined);
  const first = findings.find(({ judgement }) => judgement === verdict) ?? findings[0];
  const head = `**${asWords(id)}** (${asWords(strength)}, ${verdict}): ${asWords(sentence)}`;
  if (first === undefined) return head;
  const { at, expected, actual, replay } = first;
  const operations = [...new Set(findings.map(({ operationId }) => operationId))];
  return [
    head,
    '',
    `- operations: ${listed(operations)}`,
    ...(at === undefined ? [] : [`- where: ${asCode(at)}`]),
    `- expected: ${acceptable(expected)}`,
    `- actual: ${asCode(actual)}`,
    ...(findings.length > 1 ? [`- the first of ${findings.length} findings`] : []),
    '',
    replay.length > longestCommand ? 'The command that repeats it is in the report.' : asBlock(replay, 'sh'),
  ].join('\n');
}

/** Each known failure with its standing, outdated entries first. */
function knownFailures({ knownFailures: known }: ConformanceReport): string[] {
  if (known === undefined || known.entries.length === 0) return [];
  const lines = inOrderOfStanding(known.entries)
    .slice(0, shownEntries)
    .map(
      (entry) =>
        `- ${entry.standing}: ${asWords(nameOf(entry))}: ${asWords(entry.reason)} (until ${entry.expires}, ${asCode(entry.link)}). ${asWords(entry.says)}`,
    );
  const more = known.entries.length - shownEntries;
  return [
    `### Known failures listed in ${asWords(known.file)}`,
    [...lines, ...(more > 0 ? [`- ... and ${more} more; the report has them all`] : [])].join('\n'),
  ];
}

function changes(since: Comparison | undefined): string[] {
  if (since === undefined) return [];
  const { run, newlyFailing, fixed, newlyCovered, noLongerVerified, noLongerRan } = since;
  const lists: readonly (readonly [what: string, entries: readonly string[]])[] = [
    ['newly failing', newlyFailing],
    ['fixed', fixed],
    ['newly covered', newlyCovered],
    ['no longer verified', noLongerVerified],
    ['tests that no longer ran', noLongerRan],
  ];
  const lines = lists
    .filter(([, entries]) => entries.length > 0)
    .map(([what, entries]) => `- ${what}: ${listed(entries)}`);
  return [
    `### Since the run of ${asWords(run.startedAt)} (profile ${asWords(run.profile)}, seed ${run.seed})`,
    lines.length === 0
      ? 'Nothing is newly failing, fixed, newly covered or no longer verified.'
      : lines.join('\n'),
  ];
}

/** The reasons why there is no verdict yet. Tests that the operator left out are not among them. */
function openOnes(report: ConformanceReport): string[] {
  const groups = openByReason(report);
  if (groups.length === 0) return [];
  const lines = groups
    .slice(0, shownEntries)
    .map(
      ({ verdict, reason, requirements }) =>
        `- ${verdict}: ${asWords(reason)} (${listed(requirements.map(({ id }) => id))})`,
    );
  const more = groups.length - shownEntries;
  return [
    '### Not exercised',
    [...lines, ...(more > 0 ? [`- ... and ${more} more reasons; the report has them all`] : [])].join('\n'),
  ];
}

/** How the target closed the gaps, unless all are confirmed, and what to do about the open ones. */
function gaps(report: ConformanceReport): string[] {
  const told = gapsInWords(report);
  const { file } = report.target;
  const next = nextStepInWords(report);
  const sentences = [
    ...(file === undefined ? [] : [`Closed by ${asWords(fileInWords(file))}.`]),
    ...(next === undefined ? [] : [`Next: ${asWords(next)}.`]),
  ];
  if (told === undefined) return sentences.length === 0 ? [] : ['### Gaps of the description', ...sentences];
  return [
    '### Gaps of the description',
    ...sentences,
    told.kinds.map((line) => `- ${asWords(line)}`).join('\n'),
    ...(told.line === undefined
      ? ['This run can confirm none of them.']
      : ['To confirm those at which the target did as assumed:', asBlock(told.line, 'sh')]),
  ];
}

/** The cleanup of the run, and the things that are still there. */
function residue(found: Residue | undefined): string[] {
  if (found === undefined) return [];
  const left = found.left.slice(0, shownEntries).map((thing) => `left: ${residualThingInWords(thing)}`);
  const more = found.left.length - shownEntries;
  const lines = [
    ...residueInWords(found),
    ...left,
    ...(more > 0 ? [`... and ${more} more things; the report has them all`] : []),
  ];
  return ['### What the run left behind', lines.map((line) => `- ${asWords(line)}`).join('\n')];
}

function acceptable(expected: readonly string[]): string {
  const more = expected.length - shownAnswers;
  const answers = expected.slice(0, shownAnswers).map((each) => asCode(each));
  return answers.join(' or ') + (more > 0 ? ` or ${more} more` : '');
}

/** The first entries of a list, each as words. */
function listed(entries: readonly string[]): string {
  const more = entries.length - shownEntries;
  const words = entries.slice(0, shownEntries).map((each) => asWords(each));
  return words.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
