import { type Change, diffWordsWithSpace } from 'diff';
import { applyEdits, findNodeAtLocation, format, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { parsePath } from '../../../contract/values/path.js';
import type { Place } from '../../../contract/values/place.js';
import type { Finding, FoundValue } from '../../../verdicts/finding.js';

/** The maximum number of edited words in the search for a difference. */
const mostEdits = 200;

/** A piece of a text; a marked piece is not in the other text. */
export interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

/** One side of a comparison, in pieces. */
export interface Side {
  readonly pieces: readonly Piece[];
  /** The kind of a value, such as `string`; absent if the side is a sentence about values. */
  readonly kind?: string;
}

/** Each acceptable response next to the actual one. */
interface Comparison {
  readonly expected: readonly Side[];
  readonly actual: Side;
}

/**
 * Compares an actual response with the acceptable ones: as values where a side is one, otherwise as sentences. It marks
 * in each acceptable response the parts that are missing from the actual one, and in the actual response the parts that
 * are not in the nearest acceptable one.
 * @param shortened makes the words of a finding fit, which quote a target
 */
export function comparison(
  { expected, actual, values }: Pick<Finding, 'expected' | 'actual' | 'values'>,
  shortened: (words: string) => string = (words) => words,
): Comparison {
  const side = (words: string, value: FoundValue | null | undefined): ShownAnswer =>
    value ? { text: formattedBody(value.text).before, kind: value.kind } : { text: shortened(words) };
  const got = side(actual, values?.actual);
  const wanted = expected.map((each, index) => side(each, values?.expected[index]));
  const isComparable = wanted.some(({ kind }) => (kind === undefined) === (got.kind === undefined));
  const marked = isComparable
    ? markedDifference(
        wanted.map(({ text }) => text),
        got.text,
      )
    : unmarked(wanted, got);
  return {
    expected: wanted.map(({ kind }, index) => ({ kind, pieces: marked.expected[index] ?? [] })),
    actual: { kind: got.kind, pieces: marked.actual },
  };
}

interface ShownAnswer {
  readonly text: string;
  readonly kind?: string;
}

/** A sentence and a value have nothing to compare word by word; a value of many lines is not marked at all. */
function unmarked(expected: readonly ShownAnswer[], actual: ShownAnswer): MarkedDifference {
  return {
    expected: expected.map(({ text }) => [{ text, marked: false }]),
    actual: [{ text: actual.text, marked: !actual.text.includes('\n') }],
  };
}

/** Each acceptable response and the actual one, in pieces. */
interface MarkedDifference {
  readonly expected: readonly (readonly Piece[])[];
  readonly actual: readonly Piece[];
}

function markedDifference(expected: readonly string[], actual: string): MarkedDifference {
  const changes = expected.map((each) => changesBetween(each, actual));
  const nearest = changes.toSorted((a, b) => differing(a) - differing(b))[0];
  return {
    expected: changes.map((each) => pieces(each, 'removed')),
    actual: nearest === undefined ? [{ text: actual, marked: true }] : pieces(nearest, 'added'),
  };
}

/** Strings with almost nothing in common differ as a whole: a search for the rest would take long. */
function changesBetween(expected: string, actual: string): Change[] {
  return (
    diffWordsWithSpace(expected, actual, { maxEditLength: mostEdits }) ?? [
      { value: expected, removed: true, added: false, count: 1 },
      { value: actual, removed: false, added: true, count: 1 },
    ]
  );
}

function pieces(changes: readonly Change[], side: 'added' | 'removed'): Piece[] {
  const other = side === 'added' ? 'removed' : 'added';
  const own = changes.filter((change) => !change[other]);
  return joined(
    own.map((change, index) => ({
      text: change.value,
      // A blank that two differing words share is marked too, for easier reading.
      marked:
        change[side] ||
        (change.value.trim() === '' && [own[index - 1], own[index + 1]].every((at) => at?.[side])),
    })),
  );
}

function joined(all: readonly Piece[]): Piece[] {
  const found: Piece[] = [];
  for (const piece of all) {
    const last = found.at(-1);
    if (last?.marked === piece.marked) found[found.length - 1] = { ...last, text: last.text + piece.text };
    else found.push(piece);
  }
  return found;
}

function differing(changes: readonly Change[]): number {
  return changes.reduce((sum, { added, removed, value }) => sum + (added || removed ? value.length : 0), 0);
}

/** The most that a card and a terminal show of a value. */
export const longestExcerpt: Excerpt = { lines: 5, characters: 240 };

/** The size of an excerpt. */
export interface Excerpt {
  readonly lines: number;
  readonly characters: number;
}

/** The first lines with a mark, from the line before it; the first lines of a text without one. */
export function excerptOf(pieces: readonly Piece[], longest: Excerpt): readonly Piece[] {
  const [first, ...others] = pieces.filter(({ text }) => text !== '');
  if (first === undefined) return [];
  const isLate = !first.marked && others.length > 0;
  const start = isLate ? { ...first, text: endOf(first.text, Math.floor(longest.characters / 3)) } : first;
  const shown: Piece[] = [];
  let room = longest;
  for (const { text, marked } of [start, ...others]) {
    const cut = text.split('\n').slice(0, room.lines).join('\n').slice(0, room.characters);
    shown.push({ text: cut, marked });
    room = { lines: room.lines - cut.split('\n').length + 1, characters: room.characters - cut.length };
    if (cut.length < text.length) return [...shown, { text: '…', marked: false }];
  }
  return shown;
}

/** The last two lines of a string, cut at their beginning if they are long. */
function endOf(text: string, longest: number): string {
  const lines = text.split('\n');
  const end = lines.slice(-2).join('\n');
  if (end.length > longest) return `…${end.slice(-longest)}`;
  return lines.length > 2 ? `…\n${end}` : text;
}

/** A body for display: its text, and the part of it to which a finding refers. */
interface FormattedBody {
  readonly before: string;
  /** Empty if the place was not found. */
  readonly marked: string;
  readonly after: string;
}

/** Deeper bodies stay unformatted, because each level indents all levels below it. */
const deepest = 60;

/**
 * A JSON text with a line for each value and without changes to the values: numbers keep all their digits, and
 * duplicate keys stay. Text that is not JSON stays as it is.
 * @param place of a finding
 * @param isCut whether the text is only the beginning of a body, so that it can't be valid JSON
 */
export function formattedBody(text: string, place?: Place, isCut = false): FormattedBody {
  const parsed = parsedBody(text, isCut);
  if (parsed === undefined) return { before: text, marked: '', after: '' };
  const { formatted, root } = parsed;
  const found = nodeAt(root, segmentsOf(place));
  if (found === undefined) return { before: formatted, marked: '', after: '' };
  const { offset, length } = found;
  return {
    before: formatted.slice(0, offset),
    marked: formatted.slice(offset, offset + length),
    after: formatted.slice(offset + length),
  };
}

/** A JSON body with a line for each value, and its syntax tree; undefined if it is not JSON, or too deep. */
function parsedBody(
  text: string,
  isCut = false,
): { readonly formatted: string; readonly root: Node } | undefined {
  if (!/^\s*[[{]/.test(text) || depthOf(text) > deepest) return undefined;
  const formatted = applyEdits(text, format(text, undefined, { tabSize: 2, insertSpaces: true, eol: '\n' }));
  const errors: ParseError[] = [];
  const root = parseTree(formatted, errors, { disallowComments: true });
  return root === undefined || (errors.length > 0 && !isCut) ? undefined : { formatted, root };
}

/** Keys and indexes of a place in a body; undefined if the place is elsewhere, or is the whole body. */
function segmentsOf(place: Place | undefined): (string | number)[] | undefined {
  const path = place?.part === 'body' ? place.path : '';
  return path === '' ? undefined : parsePath(path)?.map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

/** The value at a place; if it is missing, the nearest value around it that is not the whole body. */
function nodeAt(root: Node, segments: readonly (string | number)[] | undefined): Node | undefined {
  for (let depth = segments?.length ?? 0; depth > 0; depth -= 1) {
    const node = findNodeAtLocation(root, [...(segments ?? [])].slice(0, depth));
    if (node !== undefined) return node.parent?.type === 'property' ? node.parent : node;
  }
  return undefined;
}

function depthOf(text: string): number {
  let [depth, most] = [0, 0];
  for (const character of text) {
    if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    most = Math.max(most, depth);
  }
  return most;
}
