import { applyEdits, findNodeAtLocation, format, type Node, type ParseError, parseTree } from 'jsonc-parser';

/** A body as it is shown: its text, and where in it the place of a finding is. */
export interface FormattedBody {
  readonly before: string;
  /** Empty where the place isn't found. */
  readonly marked: string;
  readonly after: string;
}

/** Deeper bodies stay as they are: each level indents all those below it. */
const deepest = 60;

/**
 * A JSON text on lines of its own, without a change to its values: numbers keep all their digits, and keys that stand
 * twice stand twice. What is no JSON stays as it is.
 * @param at where a finding is, as it says it itself: `body items[0].success`
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

/** Keys and indexes of a place in a body; undefined where it is none, or the whole body. */
function segmentsOf(at: string): (string | number)[] | undefined {
  const [, path] = /^body ?(.+)$/s.exec(at) ?? [];
  if (path === undefined) return undefined;
  const parts = path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\.?([\w$]+)/g);
  return [...parts].map(([, index, quoted, name]) =>
    index === undefined ? (name ?? unquoted(quoted ?? '')) : Number(index),
  );
}

/** A key as JSON has it, or as it stands where it is none: a place may come from anywhere. */
function unquoted(text: string): string {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The value at a place; where it is missing, the nearest around it that is not the whole body. */
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
