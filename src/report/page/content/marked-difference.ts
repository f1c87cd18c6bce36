import { type Change, diffWordsWithSpace } from 'diff';
import { applyEdits, findNodeAtLocation, format, type Node, type ParseError, parseTree } from 'jsonc-parser';

/** The maximum number of edited words in the search for a difference. */
const mostEdits = 200;

/** A piece of a text; a marked piece is not in the other text. */
export interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

/** Each acceptable answer and the actual one, in pieces. */
interface MarkedDifference {
  readonly expected: readonly (readonly Piece[])[];
  readonly actual: readonly Piece[];
}

/**
 * Marks where an actual answer differs from the acceptable ones: in each acceptable answer the parts that are missing
 * from the actual one, and in the actual answer the parts that are not in the nearest acceptable one.
 */
export function markedDifference(expected: readonly string[], actual: string): MarkedDifference {
  const changes = expected.map((each) => changesBetween(each, actual));
  const nearest = changes.toSorted((a, b) => differing(a) - differing(b))[0];
  return {
    expected: changes.map((each) => pieces(each, 'removed')),
    actual: nearest === undefined ? [{ text: actual, marked: true }] : pieces(nearest, 'added'),
  };
}

/** Texts with almost nothing in common differ as a whole: a search for the rest would take long. */
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
 * @param at the place of a finding, in its own notation: `body items[0].success`
 */
export function formattedBody(text: string, at = ''): FormattedBody {
  const asItIs = { before: text, marked: '', after: '' };
  if (!/^\s*[[{]/.test(text) || depthOf(text) > deepest) return asItIs;
  const formatted = applyEdits(text, format(text, undefined, { tabSize: 2, insertSpaces: true, eol: '\n' }));
  const errors: ParseError[] = [];
  const root = parseTree(formatted, errors, { disallowComments: true });
  if (root === undefined || errors.length > 0) return asItIs;
  const found = nodeAt(root, segmentsOf(at));
  if (found === undefined) return { before: formatted, marked: '', after: '' };
  const { offset, length } = found;
  return {
    before: formatted.slice(0, offset),
    marked: formatted.slice(offset, offset + length),
    after: formatted.slice(offset + length),
  };
}

/** Keys and indexes of a place in a body; undefined if the text is not a place, or is the whole body. */
function segmentsOf(at: string): (string | number)[] | undefined {
  const [, path] = /^body ?(.+)$/s.exec(at) ?? [];
  if (path === undefined) return undefined;
  const parts = path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\.?([\w$]+)/g);
  return [...parts].map(([, index, quoted, name]) =>
    index === undefined ? (name ?? unquoted(quoted ?? '')) : Number(index),
  );
}

/** A key in JSON notation, or the text itself if it is not JSON: a place may contain any text. */
function unquoted(text: string): string {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
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
