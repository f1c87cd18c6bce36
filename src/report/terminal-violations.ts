import { requirement } from '../contract/requirements/catalogue.js';
import { type Finding, type FindingLine, findingLines, type Judgement } from '../verdicts/finding.js';
import { operationOf } from '../verdicts/finding-operation.js';
import { counted, placeOf } from './in-words.js';
import { inOrder, type Violated } from './summary.js';
import { type Line, type Style, styled, verbatim } from './terminal.js';

/** The number of requirements whose worst finding is printed in full; the next ones get a few lines, the others one. */
export const mostInFull = 3;
const mostInShort = 20;

/** The number of lines about further operations that a requirement gets. */
const mostFurther = 3;

/** The number of operations that a line names. */
const mostOperations = 4;

/** The longest line of a response that is shown, in characters. */
const longestBodyLine = 800;

/** The number of lines of one part of a finding: a trail, a counterexample, an exchange. */
const mostLines = 24;

const signs: Readonly<Record<Judgement, readonly [sign: string, style: Style]>> = {
  failed: ['✗', 'red'],
  warned: ['▲', 'yellow'],
  deviated: ['◆', 'yellow'],
};

/** A judgement as a sign, a word and a color. */
function judged(judgement: Judgement): Line {
  const [sign, style] = signs[judgement];
  return [styled(`${sign} ${judgement}`, 'bold', style)];
}

const styles: Readonly<Partial<Record<FindingLine['part'], Style>>> = {
  expected: 'green',
  actual: 'red',
  exchange: 'dim',
};

/** Below a finding that is listed as a known failure. */
const knownLine = '  known      this failure is listed, and accepted for a while: see Known failures below';

/** What was printed about a requirement. */
interface Printed {
  readonly operations: Set<string>;
  further: number;
}

/**
 * Prints the violations of a run as they become known: each requirement once, the first ones in full; operations that
 * show the same later get a line.
 */
export class ViolationLog {
  readonly #printed = new Map<string, Printed>();
  readonly #inFull = new Set<string>();

  /** The requirements with a finding that was printed in full. */
  get inFull(): ReadonlySet<string> {
    return this.#inFull;
  }

  /** The lines about the findings of one test. @param isKnown says which of them are known failures */
  linesOf(
    findings: readonly Finding[],
    isKnown: (finding: Finding) => boolean = () => false,
  ): readonly Line[] {
    return [...groupedByRequirement(findings)].flatMap(([id, own]) => {
      const before = this.#printed.get(id);
      const lines = before === undefined ? this.#first(id, own) : this.#further(id, own, before);
      return own.every(isKnown) ? [...lines, [styled(knownLine, 'yellow')]] : lines;
    });
  }

  #first(id: string, own: readonly [Finding, ...Finding[]]): readonly Line[] {
    const number = this.#printed.size;
    this.#printed.set(id, { operations: new Set(operationsOf(own)), further: 0 });
    const [finding] = own;
    if (number < mostInFull) {
      this.#inFull.add(id);
      return [[], ...inFull(own)];
    }
    return number < mostInShort
      ? [[], ...inShort(own)]
      : [headOf(finding, `at ${listed(operationsOf(own))}`)];
  }

  #further(id: string, own: readonly [Finding, ...Finding[]], before: Printed): readonly Line[] {
    const news = operationsOf(own).filter((operation) => !before.operations.has(operation));
    for (const operation of news) before.operations.add(operation);
    if (news.length === 0 || before.further >= mostFurther) return [];
    before.further += 1;
    const [{ judgement }] = own;
    return [[...judged(judgement), `: ${id}, also at ${listed(news)}`]];
  }
}

/** A violated requirement in two lines, for the end of a run. */
export function violationInShort({
  requirement: { id, strength, sentence },
  findings,
  worst,
}: Violated): readonly Line[] {
  return [
    ['  ', ...judged(worst.judgement), ': ', styled(id, 'bold'), ` (${strength}): ${sentence}`],
    [
      styled(
        `    at ${listed(operationsOf(inOrder(findings)))}, ${counted(findings.length, 'finding')}`,
        'dim',
      ),
    ],
  ];
}

/** A violated requirement with its worst finding in full. */
export function violationInFull({ findings }: Violated): readonly Line[] {
  return [...groupedByRequirement(findings).values()].flatMap(inFull);
}

/** The findings of each requirement, the worst first. */
function groupedByRequirement(
  findings: readonly Finding[],
): ReadonlyMap<string, readonly [Finding, ...Finding[]]> {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of inOrder(findings)) {
    const group = groups.get(finding.requirement);
    if (group === undefined) groups.set(finding.requirement, [finding]);
    else group.push(finding);
  }
  return groups;
}

function operationsOf(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.map(operationOf))];
}

function headOf({ requirement: id, judgement }: Finding, rest?: string): Line {
  const { strength, from, sentence } = requirement(id);
  const words = rest === undefined ? ` (${strength}, ${from}): ${sentence}` : ` (${strength}), ${rest}`;
  return [...judged(judgement), ': ', styled(id, 'bold'), words];
}

/** The first of a requirement's findings with everything that is known about it, and where else it was seen. */
function inFull(own: readonly [Finding, ...Finding[]]): readonly Line[] {
  const [finding, ...others] = own;
  const [, ...lines] = findingLines(finding, requirement(finding.requirement));
  const parts = new Map<FindingLine['part'], string[]>();
  for (const { part, text } of lines)
    parts.set(part, [...(parts.get(part) ?? []), ...(part === 'replay' ? [text] : text.split('\n'))]);
  return [
    headOf(finding),
    ...[...parts].flatMap(([part, texts]) => shortened(part, texts).map((text) => lineOf(part, text))),
    ...alsoSeen(finding, others),
  ];
}

/** What is expected and what came, without what led there. */
function inShort(own: readonly [Finding, ...Finding[]]): readonly Line[] {
  const [finding, ...others] = own;
  const { at: _at, ...elsewhere } = finding;
  const shown = { ...(finding.at === undefined ? elsewhere : finding), trail: [] };
  const wanted: readonly FindingLine['part'][] = ['place', 'expected', 'actual', 'replay'];
  return [
    headOf(finding),
    ...findingLines(shown, requirement(finding.requirement))
      .filter(({ part }) => wanted.includes(part))
      .map(({ part, text }) => lineOf(part, text)),
    ...alsoSeen(finding, others),
  ];
}

function lineOf(part: FindingLine['part'], text: string): Line {
  const style = styles[part];
  return [verbatim(text, ...(style === undefined ? [] : [style]))];
}

/** Other operations and places that showed the same. */
function alsoSeen(finding: Finding, others: readonly Finding[]): readonly Line[] {
  const operations = operationsOf(others).filter((each) => each !== operationOf(finding));
  const places = new Set(others.map(placeOf)).size;
  const where = [
    ...(operations.length === 0 ? [] : [listed(operations)]),
    ...(places > 1 ? [counted(places, 'other place')] : []),
  ];
  return where.length === 0 ? [] : [[`  also at    ${where.join(', ')}`]];
}

/** A part with its first lines, and a body with its first characters; a command stays whole. */
function shortened(part: FindingLine['part'], texts: readonly string[]): readonly string[] {
  const lines = texts.map((text) =>
    part === 'exchange' && text.length > longestBodyLine && !text.startsWith('    curl ')
      ? `${text.slice(0, longestBodyLine)}…`
      : text,
  );
  const more = lines.length - mostLines;
  if (more <= 1) return lines;
  return [...lines.slice(0, mostLines), `    ... and ${more} more lines; the report has them all`];
}

function listed(operations: readonly string[]): string {
  const more = operations.length - mostOperations;
  if (more <= 1) return operations.join(', ');
  return `${operations.slice(0, mostOperations).join(', ')} and ${more} more`;
}
