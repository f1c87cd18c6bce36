import fc from 'fast-check';
import type { ForeseenItem } from '../batches/effect.js';

/** A drawn batch of good and bad items, before what they are about is there. */
export interface Mixture {
  /** Brings that about. */
  placed(): Promise<readonly ForeseenItem[]>;
}

/** An item as it was drawn. */
export type DrawnItem<Good, Bad> =
  | { readonly good: true; readonly item: Good }
  | { readonly good: false; readonly item: Bad };

const most = 6;

/**
 * Draws batches of 2 to 6 items, at least one of them good and one bad, in any order.
 * @param place brings about what the items are about, and says what must become of each
 */
export function mixtureOf<Good, Bad>(
  good: fc.Arbitrary<Good>,
  bad: fc.Arbitrary<Bad>,
  place: (drawn: readonly DrawnItem<Good, Bad>[]) => Promise<readonly ForeseenItem[]>,
): fc.Arbitrary<Mixture> {
  const item: fc.Arbitrary<DrawnItem<Good, Bad>> = fc.oneof(
    good.map((drawn) => ({ good: true as const, item: drawn })),
    bad.map((drawn) => ({ good: false as const, item: drawn })),
  );
  return fc
    .array(item, { minLength: 2, maxLength: most, size: 'max' })
    .filter((drawn) => new Set(drawn.map((each) => each.good)).size === 2)
    .map((drawn) => ({ placed: () => place(drawn), [fc.toStringMethod]: () => fc.stringify(drawn) }));
}
