import { diffWordsWithSpace } from 'diff';
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

/**
 * Compares an actual response with the acceptable ones: as values where a side is one, otherwise as sentences. It marks
 * in each acceptable response the parts that are missing from the actual one, and in the actual response the parts that
 * are not in the nearest acceptable one.
 * @param shortened makes the words of a finding fit, which quote a target
 */
export function comparison(
  { expected, actual, values }: Pick<Finding, 'expected' | 'actual' | 'values'>,
  shortened: (words: string) => string = (words) => words,
): { readonly expected: readonly Side[]; readonly actual: Side } {
  const side = (words: string, value: FoundValue | null | undefined) =>
    value ? { text: formattedBody(value.text).before, kind: value.kind } : { text: shortened(words) };
  const got: { text: string; kind?: string } = side(actual, values?.actual);
  const wanted = expected.map((each, index): typeof got => side(each, values?.expected[index]));
  // A sentence and a value have nothing to compare word by word.
  if (!wanted.some(({ kind }) => (kind === undefined) === (got.kind === undefined)))
    return {
      expected: wanted.map(({ text, kind }) => ({ kind, pieces: [{ text, marked: false }] })),
      actual: { kind: got.kind, pieces: [{ text: got.text, marked: !got.text.includes('\n') }] },
    };
  const differences = wanted.map(({ text }) => differenceBetween(text, got.text));
  const [nearest] = differences.toSorted((a, b) => a.size - b.size);
  return {
    expected: wanted.map(({ kind }, index) => ({ kind, pieces: differences[index]?.expected ?? [] })),
    actual: { kind: got.kind, pieces: nearest?.actual ?? [{ text: got.text, marked: true }] },
  };
}

/** Strings with almost nothing in common differ as a whole: a search for the rest would take long. */
function differenceBetween(expected: string, actual: string) {
  const changes = diffWordsWithSpace(expected, actual, { maxEditLength: mostEdits }) ?? [
    { value: expected, removed: true, added: false },
    { value: actual, removed: false, added: true },
  ];
  const pieces: Record<'expected' | 'actual', Piece[]> = { expected: [], actual: [] };
  let size = 0;
  for (const { value, removed, added } of changes) {
    if (removed || added) size += value.length;
    if (!added) append(pieces.expected, { text: value, marked: removed });
    if (!removed) append(pieces.actual, { text: value, marked: added });
  }
  return { ...pieces, size };
}

function append(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  if (last?.marked === piece.marked) pieces[pieces.length - 1] = { ...last, text: last.text + piece.text };
  else pieces.push(piece);
}

/** The size of an excerpt. */
export interface Excerpt {
  readonly lines: number;
  readonly characters: number;
}

/** The most that a card and a terminal show of a value. */
export const longestExcerpt: Excerpt = { lines: 5, characters: 240 };

/** The first lines with a mark, from the line before it; the first lines of a text without one. */
export function excerptOf(pieces: readonly Piece[], longest: Excerpt): readonly Piece[] {
  const all = pieces.filter(({ text }) => text !== '');
  const first = Math.max(
    0,
    all.findIndex(({ marked }) => marked),
  );
  const before = all.slice(0, first).map(({ text }) => text);
  const start = { text: endOf(before.join(''), Math.floor(longest.characters / 3)), marked: false };
  const shown: Piece[] = [];
  let room = longest;
  for (const { text, marked } of [...(first === 0 ? [] : [start]), ...all.slice(first)]) {
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

/** A body for display: its text, and the part of it to which a finding refers; empty if it was not found. */
type FormattedBody = Readonly<Record<'before' | 'marked' | 'after', string>>;

/** Deeper bodies stay unformatted, because each level indents all levels below it. */
const deepest = 60;

/**
 * A JSON text with a line for each value and without changes to the values: numbers keep all their digits, and
 * duplicate keys stay. Text that is not JSON stays as it is.
 * @param place of a finding
 * @param isCut whether the text is only the beginning of a body, so that it can't be valid JSON
 */
export function formattedBody(text: string, place?: Place, isCut = false): FormattedBody {
  const unformatted = { before: text, marked: '', after: '' };
  if (!/^\s*[[{]/.test(text) || depthOf(text) > deepest) return unformatted;
  const formatted = applyEdits(text, format(text, undefined, { tabSize: 2, insertSpaces: true, eol: '\n' }));
  const errors: ParseError[] = [];
  const root = parseTree(formatted, errors, { disallowComments: true });
  if (root === undefined || (errors.length > 0 && !isCut)) return unformatted;
  const { offset, length } = nodeAt(root, place) ?? { offset: formatted.length, length: 0 };
  return {
    before: formatted.slice(0, offset),
    marked: formatted.slice(offset, offset + length),
    after: formatted.slice(offset + length),
  };
}

/** The value at a place; if it is missing, the nearest value around it that is not the whole body. */
function nodeAt(root: Node, place: Place | undefined): Node | undefined {
  const keys = place?.part === 'body' && place.path !== '' ? parsePath(place.path) : undefined;
  const segments = keys?.map((key) => (/^\d+$/.test(key) ? Number(key) : key)) ?? [];
  for (let depth = segments.length; depth > 0; depth -= 1) {
    const node = findNodeAtLocation(root, segments.slice(0, depth));
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
