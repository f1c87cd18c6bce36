import fc from 'fast-check';
import type { ForeseenItem } from '../../verdicts/batches/followed-batch.js';

/** A drawn batch of good and bad items, before the things that they are about exist. */
export interface Mixture {
  /** Creates those things. */
  placed(): Promise<readonly ForeseenItem[]>;
}

/** An item as it was drawn. */
export type DrawnItem<Good, Bad> =
  | { readonly good: true; readonly item: Good }
  | { readonly good: false; readonly item: Bad };

const most = 6;

/** Sizes at which services cut batches into parts, or count them wrongly. */
const seams = [50, 100, 250, 500];

/** Indexes of a batch's items where batches are known to go wrong: both ends, and both sides of each seam. */
export function landmarks(size: number): readonly number[] {
  const all = [0, 1, ...seams.flatMap((seam) => [seam - 1, seam]), size - 2, size - 1];
  return [...new Set(all)].filter((index) => index >= 0 && index < size);
}

/** Small batches of good and bad items. */
export interface Mixtures {
  /** Mixtures of 2 to 6 items, at least one of them good and one bad, in any order. */
  readonly mixtures: fc.Arbitrary<Mixture>;
  /** A good item, a bad one, and a good one: batches are known to go wrong at both ends. */
  readonly framed: fc.Arbitrary<Mixture>;
}

/**
 * Draws small batches of good and bad items.
 * @param place creates what the items are about, and states the right outcome of each
 */
export function mixturesOf<Good, Bad>(
  good: fc.Arbitrary<Good>,
  bad: fc.Arbitrary<Bad>,
  place: (drawn: readonly DrawnItem<Good, Bad>[]) => Promise<readonly ForeseenItem[]>,
): Mixtures {
  const goods = good.map((drawn): DrawnItem<Good, Bad> => ({ good: true, item: drawn }));
  const bads = bad.map((drawn): DrawnItem<Good, Bad> => ({ good: false, item: drawn }));
  const mixed = fc
    .array(fc.oneof(goods, bads), { minLength: 2, maxLength: most, size: 'max' })
    .filter((drawn) => new Set(drawn.map((each) => each.good)).size === 2);
  const shown = (drawn: readonly DrawnItem<Good, Bad>[]) => shownAs(drawn, place);
  return { mixtures: mixed.map(shown), framed: fc.tuple(goods, bads, goods).map(shown) };
}

/**
 * Draws batches of a given size, with good items at the landmarks and bad ones everywhere else: a few records are
 * enough to show the outcome of all of them.
 */
export function largeMixtureOf<Good, Bad>(
  size: number,
  good: fc.Arbitrary<Good>,
  bad: fc.Arbitrary<Bad>,
  place: (drawn: readonly DrawnItem<Good, Bad>[]) => Promise<readonly ForeseenItem[]>,
): fc.Arbitrary<Mixture> {
  const seen = landmarks(size);
  const exactly = (length: number) => ({ minLength: length, maxLength: length, size: 'max' }) as const;
  return fc
    .tuple(fc.array(good, exactly(seen.length)), fc.array(bad, exactly(size - seen.length)))
    .map(([goods, bads]) => {
      const [nextGood, nextBad] = [goods.values(), bads.values()];
      const drawn = Array.from(
        { length: size },
        (_, index): DrawnItem<Good, Bad> =>
          // As many of each were drawn as there are places for them.
          seen.includes(index)
            ? { good: true, item: nextGood.next().value as Good }
            : { good: false, item: nextBad.next().value as Bad },
      );
      return shownAs(drawn, place);
    });
}

function shownAs<Good, Bad>(
  drawn: readonly DrawnItem<Good, Bad>[],
  place: (drawn: readonly DrawnItem<Good, Bad>[]) => Promise<readonly ForeseenItem[]>,
): Mixture {
  return { placed: () => place(drawn), ...{ [fc.toStringMethod]: () => fc.stringify(drawn) } };
}
