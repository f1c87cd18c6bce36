import { groupedBy } from '../../contract/values/groups.js';
import { beginningOf, counted, grouped, listed } from '../../contract/values/words.js';
import { durationInWords } from '../../http/shown/duration-in-words.js';
import { visibleText } from '../../http/shown/shown-exchange.js';
import { judgements } from '../../verdicts/finding.js';
import { momentInWords } from '../summary/in-words.js';
import { asBlock, asWords, section } from '../terminal/markdown-summary.js';
import { changeOf, type RunDifference, type ViolationDifference } from './causes.js';
import type { ComparedRun, ExercisedOnce, RunDifferences } from './differences.js';
import type { PlaceDifference, StatusDifference } from './response-differences.js';

/** The comparison of two runs in words, in reading order; text from a target is still raw. */
interface Told {
  readonly runs: readonly Fact[];
  readonly differences: readonly { readonly title: string; readonly facts: readonly Fact[] }[];
  readonly sections: readonly { readonly title: string; readonly lines: readonly string[] }[];
  readonly result: string;
}

/** A label and what it stands for; a command is shown so that it can be copied. */
interface Fact {
  readonly label: string;
  readonly says: string;
  readonly isCommand?: true;
}

/** The number of operations, requirements or tests that a line names. */
const mostNamed = 4;

/** The number of statuses and of places that a difference shows. */
const mostShown = 8;

/** The number of characters of a target's text that are shown. */
const longestText = 300;

const sides = ['a', 'b'] as const;
const nameOf = (side: 'a' | 'b') => (side === 'a' ? 'A' : 'B');

/** The comparison for a terminal. */
export function differencesAsText(compared: RunDifferences): string {
  const { runs, differences, sections, result } = told(compared);
  const facts = (all: readonly Fact[], indent: string) =>
    all.map(({ label, says }) => `${indent}${label.padEnd(10)}${inOneLine(says)}`);
  return [
    ...facts(runs, ''),
    ...differences.flatMap(({ title, facts: own }, index) => [
      '',
      `${index + 1}. ${title}`,
      ...facts(own, '   '),
    ]),
    ...sections.flatMap(({ title, lines }) => ['', title, ...lines.map((line) => `   ${inOneLine(line)}`)]),
    '',
    `Result    ${result}`,
  ].join('\n');
}

/** The comparison as Markdown; text from a target is never rendered. */
export function differencesAsMarkdown(compared: RunDifferences): string {
  const { runs, differences, sections, result } = told(compared);
  const bullet = ({ label, says, isCommand }: Fact) =>
    isCommand ? `\n${label}:\n\n${asBlock(says, 'sh')}\n` : `- ${label}: ${asWords(says)}`;
  const parts = [
    '## Comparison of two runs',
    `**${result}**`,
    runs.map(bullet).join('\n'),
    ...differences.flatMap(({ title, facts }, index) => section(`${index + 1}. ${title}`, facts.map(bullet))),
    ...sections.flatMap(({ title, lines }) =>
      section(
        title,
        lines.map((line) => `- ${asWords(line)}`),
      ),
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

function inOneLine(text: string): string {
  return visibleText(text.replaceAll(/\r\n|\r|\n/g, '⏎'));
}

function told(compared: RunDifferences): Told {
  const { a, b, contractVersion, profile, seed, differences } = compared;
  const exchanges = `${grouped(a.exchanges)} exchanges in A, ${grouped(b.exchanges)} in B`;
  return {
    runs: [
      { label: 'A', says: runInWords(a) },
      { label: 'B', says: runInWords(b) },
      {
        label: 'Both',
        says: `contract ${contractVersion}, profile ${profile}, seed ${seed}; ${exchanges}`,
      },
    ],
    differences: differences.map((each) => ({ title: titleOf(each), facts: factsOf(each) })),
    sections: sectionsOf(compared),
    result: resultInWords(compared),
  };
}

function runInWords({ file, target, url, verdict, exitCode, startedAt }: ComparedRun): string {
  const where = url === '' || url.endsWith(`//${target}`) ? target : `${target}, ${url}`;
  return `${file}: ${where}, ${verdict} (exit ${exitCode}), ${momentInWords(startedAt)}`;
}

function resultInWords({ differences, exitCode }: RunDifferences): string {
  const found = differences.length === 0 ? 'no difference' : counted(differences.length, 'difference');
  const incomplete = exitCode === 3 ? ', but one run could not exercise everything' : '';
  return `${found}${incomplete} (exit ${exitCode})`;
}

function titleOf({ operations, violations, limits }: RunDifference): string {
  const at = named(operations);
  if (violations.length === 0)
    return limits.length > 0 ? `${at}: a different limit` : `${at}: different responses`;
  const found = sides.flatMap((side) => {
    const own = byWeight(violations.filter(({ onlyIn }) => onlyIn === side));
    const ids = own.map(({ requirement }) => requirement);
    return ids.length === 0 ? [] : `only ${nameOf(side)} violates ${named(ids)}`;
  });
  return `${at}: ${found.join('; ')}`;
}

/** One violation of each requirement: those that fail a run first, then those that most tests found. */
function byWeight(violations: readonly ViolationDifference[]): readonly ViolationDifference[] {
  const sorted = violations.toSorted(
    (one, other) =>
      judgements.indexOf(one.finding.judgement) - judgements.indexOf(other.finding.judgement) ||
      other.tests.length - one.tests.length,
  );
  return [...groupedBy(sorted, ({ requirement }) => requirement).values()].map(([first]) => first);
}

function factsOf({ violations, statuses, places, limits }: RunDifference): readonly Fact[] {
  const requirements = byWeight(violations);
  const responses = [
    ...withSameChange(statuses.map(withoutRaw)).map(({ first, at, inTests }) => ({
      label: 'status',
      says: `${at}${requestInWords(first)}: ${statusesInWords(first.a)} in A, ${statusesInWords(first.b)} in B, ${inTests}`,
    })),
    ...withSameChange(places).map(({ first, at, inTests }) => ({
      label: 'response',
      says: `${at} ${first.status}, ${first.place}: ${seenInWords(first.a)} in A, ${seenInWords(first.b)} in B, ${inTests}`,
    })),
  ];
  const more = responses.length - mostShown;
  return [
    ...requirements.map(({ requirement, strength, sentence, verdicts }) => ({
      label: requirement,
      says: `${verdicts.a} in A, ${verdicts.b} in B (${strength}): ${sentence}`,
    })),
    ...requirements.slice(0, 1).flatMap(violationFacts),
    ...responses.slice(0, mostShown),
    ...(more > 0 ? [{ label: 'response', says: `... and ${more} more; --json prints them all` }] : []),
    ...limits.map(({ operationId, kind, a, b }) => ({
      label: 'limit',
      says:
        kind === 'declared'
          ? `${operationId}: A declares ${a} requests a minute, B ${b}`
          : `${operationId}: A accepted ${a} requests in a window, B ${b}`,
    })),
  ];
}

/** The heaviest violation of a difference in more detail; the reports have all of them. */
function violationFacts({ onlyIn, finding, tests }: ViolationDifference): readonly Fact[] {
  return [
    ...(finding.at === undefined ? [] : [{ label: 'where', says: cut(finding.at) }]),
    { label: 'expected', says: cut(finding.expected.join(', or ')) },
    { label: 'actual', says: cut(finding.actual) },
    { label: 'found by', says: `${counted(tests.length, 'test')} in ${nameOf(onlyIn)}: ${listed(tests, 1)}` },
    { label: 'replay', says: finding.replay, isCommand: true },
  ];
}

/** Differences with the same change, with the operations and the number of tests of all of them. */
function withSameChange<Each extends StatusDifference | PlaceDifference>(all: readonly Each[]) {
  return [...groupedBy(all, changeOf).values()].map((group) => ({
    first: group[0],
    at: named(group.map(({ operationId }) => operationId)),
    inTests: `in ${counted(new Set(group.flatMap(({ tests }) => tests)).size, 'test')}`,
  }));
}

/** A status difference for readers, who don't care whether a file could translate the request. */
function withoutRaw(each: StatusDifference): StatusDifference {
  return { ...each, request: each.request.replace(/-raw$/, '') };
}

function requestInWords({ request }: StatusDifference): string {
  if (request.startsWith('absent')) return ' without a key';
  return request.startsWith('wrong') ? ' with a wrong key' : '';
}

function statusesInWords(statuses: readonly number[]): string {
  return statuses.length === 0 ? 'nothing else' : statuses.join(', ');
}

function seenInWords(seen: readonly string[]): string {
  return seen.length === 0 ? 'missing' : cut(seen.join(' or '));
}

function sectionsOf(compared: RunDifferences): Told['sections'] {
  const lines = [
    ...compared.onlyOnce.map(exercisedInWords),
    ...sides.flatMap((side) => {
      const { endedEarly, deselected } = compared[side];
      return [
        ...(endedEarly ? [`${nameOf(side)} ended before all its tests had run.`] : []),
        ...(deselected === undefined ? [] : [`${nameOf(side)} ran only the tests that ${deselected} chose.`]),
      ];
    }),
    ...sides.flatMap((side) => {
      const tests = compared.testsOnlyOnce[side];
      return tests === 0 ? [] : [`${counted(tests, 'test')} ran only in ${nameOf(side)}.`];
    }),
  ];
  const times = compared.times.map(
    ({ operationId, a, b }) =>
      `${operationId}: a median of ${durationInWords(a.median)} in A (${grouped(a.answers)} answers), ${durationInWords(b.median)} in B (${grouped(b.answers)})`,
  );
  return [
    { title: 'Times, which depend on the machine too and do not count as differences', lines: times },
    { title: 'Not compared', lines },
  ].filter((section) => section.lines.length > 0);
}

function exercisedInWords({ requirements, notIn, verdict, reason }: ExercisedOnce): string {
  return `${verdict} in ${nameOf(notIn)}: ${listed(requirements, mostShown)}: ${cut(reason)}`;
}

/** The first of several names, each once, and the number of the others. */
function named(names: readonly string[]): string {
  return listed([...new Set(names)], mostNamed);
}

function cut(text: string): string {
  return beginningOf(text, longestText);
}
