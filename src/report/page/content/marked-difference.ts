import { type Change, diffWordsWithSpace } from 'diff';

/** Words that are looked at to turn one text into the other. */
const mostEdits = 200;

/** A piece of a text: what is marked is not in the other text. */
export interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

/** Each acceptable answer and the actual one, in pieces. */
export interface MarkedDifference {
  readonly expected: readonly (readonly Piece[])[];
  readonly actual: readonly Piece[];
}

/**
 * Marks where an actual answer differs from the acceptable ones: in each of these what is missing, in the actual one
 * what the nearest of them doesn't have.
 */
export function markedDifference(expected: readonly string[], actual: string): MarkedDifference {
  const changes = expected.map((each) => changesBetween(each, actual));
  const nearest = changes.toSorted((a, b) => differing(a) - differing(b))[0];
  return {
    expected: changes.map((each) => pieces(each, 'removed')),
    actual: nearest === undefined ? [{ text: actual, marked: true }] : pieces(nearest, 'added'),
  };
}

/** Texts that have next to nothing in common differ as a whole: to look for the little takes long. */
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
      // Two words that differ may have the blank between them in common: nobody wants to see that.
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
