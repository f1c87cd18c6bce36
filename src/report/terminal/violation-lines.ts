import { clauses, requirement } from '../../contract/requirements/catalogue.js';
import type { Place } from '../../contract/values/place.js';
import { beginningOf, counted, grouped, listed } from '../../contract/values/words.js';
import type { ShownExchange } from '../../http/shown/shown-exchange.js';
import { type Finding, type FindingLine, findingLines, type Judgement } from '../../verdicts/finding.js';
import { operationOf } from '../../verdicts/finding-operation.js';
import {
  comparison,
  type Excerpt,
  excerptOf,
  formattedBody,
  longestExcerpt,
  type Piece,
} from '../page/content/marked-difference.js';
import { clausesInWords, placeOf } from '../summary/in-words.js';
import { addressOf } from '../summary/summary.js';
import { type Line, type Style, styled, verbatim } from './terminal.js';

/** The most that a violation shows of a value, and how many acceptable responses. */
interface Size {
  readonly excerpt: Excerpt;
  readonly answers: number;
}
const full: Size = { excerpt: longestExcerpt, answers: 4 };
/** For one that doesn't fail the run, and for one after several others. */
const short: Size = { excerpt: { lines: 2, characters: 150 }, answers: 2 };

/** A step of a trail takes a few rows, a place one or two, and a longer command is left to the report. */
const [longestStep, longestPlace, longestCommand] = [300, 160, 400];

/** The number of steps that are shown of a trail, the last ones, and of those of a target's file. */
const mostSteps = 3;

/** The number of operations that a line names. */
const mostOperations = 4;

const signs: Readonly<Record<Judgement, readonly [sign: string, style: Style]>> = {
  failed: ['✗', 'red'],
  warned: ['▲', 'yellow'],
  deviated: ['◆', 'yellow'],
};

/** A judgement as a sign, a word and a color. */
export function judged(judgement: Judgement): Line {
  const [sign, style] = signs[judgement];
  return [styled(`${sign} ${judgement}`, 'bold', style)];
}

/** The operations of findings, each once. */
export function operationsOf(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.map(operationOf))];
}

/** The first operations of a list, and the number of the others. */
export function named(operations: readonly string[]): string {
  return listed(operations, mostOperations, 2);
}

/** The first line of a violation. @param rest replaces the sentence of the requirement */
export function headOf({ requirement: id, judgement }: Finding, rest?: string): Line {
  const { strength, from, sentence } = requirement(id);
  const words = rest === undefined ? ` (${strength}, ${from}): ${sentence}` : ` (${strength}), ${rest}`;
  return [...judged(judgement), ': ', styled(id, 'bold'), words];
}

/** The parts of a finding that a violation shows in full only. */
const furtherParts: readonly FindingLine['part'][] = ['trail', 'counterexample'];

/**
 * A violated requirement with its worst finding: what was expected and what came, the part of the response where they
 * differ, what led there, and how to repeat it. Everything is in the report, at the address in the last lines.
 * @param findings of the requirement, the worst first
 * @param page the file of the report's page, or of its data if there is no page
 * @param isShort whether it comes after several others
 * @param isKnown whether all its findings are known failures
 */
export function violationLines(
  [finding, ...others]: readonly [Finding, ...Finding[]],
  page: string,
  { isShort = false, isKnown = false }: { readonly isShort?: boolean; readonly isKnown?: boolean } = {},
): readonly Line[] {
  const isInFull = !isShort && finding.judgement === 'failed';
  const of = requirement(finding.requirement);
  const lines = findingLines(cutTo(isInFull ? full : short, finding), of);
  const linesOf = (isShown: (part: FindingLine['part']) => boolean) =>
    lines.filter(({ part }) => isShown(part)).flatMap(rowsOf);
  const { exchange, place, replay, trail } = finding;
  return [
    headOf(finding),
    ...clausesInWords(of, clauses)
      .slice(0, isInFull ? undefined : 1)
      .map((clause, index) => [styled(`  ${(index === 0 ? 'clause' : '').padEnd(11)}${clause}`, 'dim')]),
    ...linesOf(
      (part) =>
        !['requirement', 'replay', 'exchange'].includes(part) && (isInFull || !furtherParts.includes(part)),
    ),
    ...(isInFull ? responseLines(exchange.response, exchange.milliseconds, place) : []),
    ...(isShown(replay) ? linesOf((part) => part === 'replay') : [leftOut('replay ')]),
    ...(isInFull ? requestLines(exchange.curl, trail.length > 0) : []),
    [verbatim(`  in full    ${fullAddress(page, finding)}`)],
    ...alsoSeen(finding, others),
    ...(isKnown ? [[styled(knownLine, 'yellow')]] : []),
  ];
}

/** Below a finding that is listed as a known failure. */
const knownLine = '  known      this failure is listed, and accepted for a while: see Known failures below';

/** A finding whose parts take a few rows each. */
function cutTo({ excerpt, answers }: Size, finding: Finding): Finding {
  const { expected, actual } = answersOf(finding, excerpt);
  const { at, counterexample, steps, trail } = finding;
  const others = expected.length - answers;
  return {
    ...finding,
    expected: [...expected.slice(0, answers), ...(others > 0 ? [counted(others, 'other answer')] : [])],
    actual,
    trail: lastOf(trail),
    at: at && inShort(at, longestPlace),
    steps: steps && {
      ...steps,
      names: steps.names.slice(0, mostSteps).map((name) => inShort(name, longestPlace)),
    },
    counterexample: counterexample && {
      ...counterexample,
      value: textOf(excerptOf([whole(counterexample.value)], excerpt)),
    },
  };
}

const styles: Readonly<Partial<Record<FindingLine['part'], Style>>> = { expected: 'green', actual: 'red' };

/** A line of a finding, with a line for each of its rows. */
function rowsOf({ part, text }: FindingLine): readonly Line[] {
  const style = styles[part];
  const look = style === undefined ? [] : [style];
  return part === 'replay' ? [[verbatim(text)]] : text.split('\n').map((row) => [styled(row, ...look)]);
}

/** All acceptable responses and the actual one; of a long one, the part in which they differ. */
function answersOf(finding: Finding, excerpt: Excerpt): Pick<Finding, 'expected' | 'actual'> {
  const { expected, actual } = finding;
  const isLong = (text: string) => text.length > excerpt.characters || text.includes('\n');
  if (![...expected, actual].some(isLong)) return { expected, actual };
  const compared = comparison(finding);
  const cut = (text: string, { kind, pieces }: (typeof compared)['actual']) =>
    isLong(text)
      ? [...(kind === undefined ? [] : [kind]), textOf(excerptOf(pieces, excerpt))].join(' ')
      : text;
  return {
    expected: expected.map((each, index) => cut(each, compared.expected[index] ?? { pieces: [whole(each)] })),
    actual: cut(actual, compared.actual),
  };
}

function whole(text: string): Piece {
  return { text, marked: false };
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

/** The end of a trail, which is next to the finding. */
function lastOf(trail: Finding['trail']): Finding['trail'] {
  const before = trail.length - mostSteps;
  const last = trail
    .slice(-mostSteps)
    .map((step) =>
      typeof step === 'string'
        ? inShort(step, longestStep)
        : { ...step, did: inShort(step.did, longestStep) },
    );
  return before <= 0 ? last : [`after ${counted(before, 'other step')}:`, ...last];
}

/** The beginning of a text, in one line. */
function inShort(text: string, most: number): string {
  return beginningOf(text, most).replaceAll('\n', ' ');
}

/** The part of a response where it differs, with a few lines around it: of its headers or of its body. */
function responseLines(
  { status, headers, body }: ShownExchange['response'],
  milliseconds: number,
  place: Place | undefined,
): readonly Line[] {
  const size = body.bytes === 0 ? 'no body' : `${grouped(body.bytes)} bytes`;
  const kind = body.bytes > 0 && body.text === undefined ? ' that are not text' : '';
  const { before, marked, after } = formattedBody(body.text ?? body.hex ?? '', place, body.isCut);
  const pieces =
    place?.part === 'header'
      ? headerPieces(headers, place.path)
      : [whole(before), { text: marked, marked: true }, whole(after)];
  return [
    [`  response   ${status} after ${Math.round(milliseconds)} ms, ${size}${kind}`],
    ...indented(excerptOf(pieces, longestExcerpt)),
  ];
}

/** The headers of a response, a line each; the one that a finding names is marked. */
function headerPieces(headers: Readonly<Record<string, string>>, marked: string): readonly Piece[] {
  return Object.entries(headers).map(([name, value], index) => ({
    text: `${index === 0 ? '' : '\n'}${name}: ${value.replaceAll('\n', ' ')}`,
    marked: name === marked,
  }));
}

/** Pieces of a string as indented lines, so that no line of a target can pass for one of ours; the marked ones are bold. */
function indented(pieces: readonly Piece[]): readonly Line[] {
  const lines: ReturnType<typeof styled>[][] = [];
  for (const { text, marked } of pieces)
    for (const [index, row] of text.split('\n').entries()) {
      const line = index === 0 ? lines.pop() : [styled('    ')];
      lines.push([...(line ?? [styled('    ')]), styled(row, marked ? 'bold' : 'dim')]);
    }
  return lines;
}

/** A command is shown as a whole or not at all, because a part of it would do something else. */
function isShown(command: string): boolean {
  return command.length <= longestCommand;
}

function leftOut(label: string): Line {
  return [`  ${label}    too long to show here: see the report`];
}

/** The request as a command. @param hasTrail whether other requests came before it */
function requestLines(curl: string, hasTrail: boolean): readonly Line[] {
  if (!isShown(curl)) return [leftOut('request')];
  const note = '    sent alone, without the requests before it, it may get a different response';
  return [
    [`  request${hasTrail ? note : ''}`],
    ...curl.split('\n').map((row): Line => [verbatim(`    ${row}`, 'dim')]),
  ];
}

/** Where the report has everything about a finding. */
function fullAddress(page: string, finding: Finding): string {
  return page.endsWith('.html') ? `${page}#${addressOf(finding)}` : page;
}

/** Other operations and places that showed the same. */
function alsoSeen(finding: Finding, others: readonly Finding[]): readonly Line[] {
  const operations = operationsOf(others).filter((each) => each !== operationOf(finding));
  const places = new Set(others.map(placeOf)).size;
  const where = [
    ...(operations.length === 0 ? [] : [named(operations)]),
    ...(places > 1 ? [counted(places, 'other place')] : []),
  ];
  return where.length === 0 ? [] : [[`  also at    ${where.join(', ')}`]];
}
