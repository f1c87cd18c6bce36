import { type Change, diffWordsWithSpace } from 'diff';

/** The largest number of edited words in the search for a difference. */
const mostEdits = 200;

/** A piece of a text; a marked piece is not in the other text. */
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
