import { applyEdits, findNodeAtLocation, format, type Node, type ParseError, parseTree } from 'jsonc-parser';

/** A body for display: its text, and the part of it that a finding is about. */
export interface FormattedBody {
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
