import fc from 'fast-check';
import type { OperationId, RequestOf } from '../../contract/types.js';
import type { InvalidItem } from '../../data/invalid/invalid-item.js';
import type { Id as ListedId } from '../../data/valid/identifiers.js';
import type { ForeseenItem } from '../../verdicts/oracles/batches/followed-batch.js';
import type { Prerequisites } from '../prerequisites/prerequisites.js';
import type { Reading } from '../prerequisites/state.js';

/**
 * The knowledge that the suite needs about an operation, in addition to the contract. The compiler asks for each part.
 */
type OperationRecord<Id extends OperationId> = AnyOperation<Id> &
  (RequestOf<Id> extends { readonly path: unknown } ? WithIdInPath : unknown) &
  (RequestOf<Id> extends { readonly body: unknown } ? Write : unknown) &
  (RequestOf<Id> extends { readonly body: { readonly items: readonly unknown[] } } ? BatchWrite : unknown);

interface AnyOperation<Id extends OperationId> {
  /** The things that must exist before a request can succeed. Only customers can make orders. */
  readonly needs: 'nothing' | 'listed data' | 'a write' | 'an order';
  /** A request that the target must answer with success, after creating what the request needs. */
  readonly request: (given: Prerequisites) => Promise<RequestOf<Id>>;
  /**
   * The same request, prepared without calling the operation itself: if the operation never answers, the request itself
   * shows that, not its preparation. Absent if `request` is already prepared that way.
   */
  readonly firstRequest?: (given: Prerequisites) => Promise<RequestOf<Id>>;
  /**
   * A request that the target must answer with success, although its items may fail: it uses up as little as possible.
   * Absent if that is `request`.
   */
  readonly triedRequest?: (given: Prerequisites) => Promise<RequestOf<Id>>;
}

interface WithIdInPath {
  /** Every listed id of the things that the path names (clause 4.6). @throws Blocked if a list can't be read */
  readonly listedIds: (given: Prerequisites) => Promise<readonly ListedId[]>;
}

interface Write {
  /** The part of a request that the ledger of a shared merchant must remember. */
  readonly leaves:
    | 'nothing'
    | 'products'
    | 'a status update'
    | 'a subscription'
    | 'changes to a subscription';
}

/** The part of a batch write's record that concerns its items. */
interface BatchWrite {
  /**
   * Draws items, and creates everything that they refer to: what each item changes, and where the change can be read.
   */
  readonly items: (given: Prerequisites) => Promise<BatchItems>;
  /** Items with one mistake each, which can be seen without the merchant's data. */
  readonly mistakes: (given: Prerequisites) => Promise<readonly fc.Arbitrary<InvalidItem<unknown>>[]>;
}

/** The records of some operations. */
export type RecordsOf<Ids extends OperationId> = { readonly [Id in Ids]: OperationRecord<Id> };

/** For a list that needs nothing. */
export const listsAnything = { needs: 'nothing', request: async () => ({}) } as const;

/**
 * Draws items for a batch write, and creates everything that they refer to. Only the merchant's data or the
 * reference data shows what is wrong with the bad items of a mixture.
 */
export interface BatchItems {
  /** Creates what well-formed items need, whether these succeed or fail. Several of the items may be equal. */
  wellFormed(): Promise<fc.Arbitrary<unknown>>;
  /** A well-formed item that can't have an effect, because the thing that it names doesn't exist. No two are equal. */
  readonly futile: fc.Arbitrary<unknown>;
  /**
   * A well-formed item whose strings are in no Unicode normal form, whose amounts have many digits and whose times, if
   * any, are in an unusual zone: if the target echoes it differently than it was sent, the difference shows. Whether
   * the target accepts such values is a separate question.
   */
  unusual(): Promise<fc.Arbitrary<unknown>>;
  /**
   * Mixtures of 2 to 6 items, at least one of them good and one bad, in any order. Absent for the items of configured
   * orders, which are too few.
   */
  readonly mixtures?: fc.Arbitrary<Mixture>;
  /** A good item, a bad one, and a good one: batches are known to go wrong at both ends. */
  readonly framed: fc.Arbitrary<Mixture>;
  /**
   * Batches of a given size, with good items where batches are known to go wrong and bad ones in between. Absent for
   * order items, because that many can't be made.
   */
  large?(size: number): fc.Arbitrary<Mixture>;
  /**
   * Creates the things that the items of a mixture refer to, and says what each item must change and where the change
   * shows.
   */
  foreseen(mixture: Mixture): Promise<readonly ForeseenItem[]>;
  /** Reads the products and orders that may show an effect. */
  records(): Promise<Reading>;
}

/** A drawn batch of good and bad items, before the things that they refer to exist. */
interface Mixture {
  /** Creates those things. */
  placed(): Promise<readonly ForeseenItem[]>;
}

/** An item as it was drawn. */
type DrawnItem<Good, Bad> =
  | { readonly good: true; readonly item: Good }
  | { readonly good: false; readonly item: Bad };

/** Creates the things that drawn items refer to, and states the right outcome of each item. */
export type Place<Good, Bad> = (drawn: readonly DrawnItem<Good, Bad>[]) => Promise<readonly ForeseenItem[]>;

/** Draws the items of a batch write. */
interface Drawing<Good, Bad> extends Pick<BatchItems, 'futile' | 'unusual' | 'large' | 'records'> {
  /** Well-formed items, apart from the futile ones. */
  readonly usual: () => Promise<fc.Arbitrary<unknown>>;
  readonly good: fc.Arbitrary<Good>;
  readonly bad: fc.Arbitrary<Bad>;
  readonly place: Place<Good, Bad>;
}

const most = 6;

/** The items of a batch write, with mixtures of good and bad ones. */
export function batchItems<Good, Bad>(
  drawing: Drawing<Good, Bad>,
): BatchItems & Required<Pick<BatchItems, 'mixtures'>> {
  const { usual, good, bad, place, ...items } = drawing;
  const goods = good.map((item): DrawnItem<Good, Bad> => ({ good: true, item }));
  const bads = bad.map((item): DrawnItem<Good, Bad> => ({ good: false, item }));
  const mixed = fc
    .array(fc.oneof(goods, bads), { minLength: 2, maxLength: most, size: 'max' })
    .filter((drawn) => new Set(drawn.map((each) => each.good)).size === 2);
  return {
    ...items,
    wellFormed: async () =>
      fc.oneof({ arbitrary: await usual(), weight: 8 }, { arbitrary: items.futile, weight: 2 }),
    mixtures: mixed.map((drawn) => mixtureOf(drawn, place)),
    framed: fc.tuple(goods, bads, goods).map((drawn) => mixtureOf(drawn, place)),
    foreseen: (mixture) => mixture.placed(),
  };
}

/** Sizes at which services cut batches into parts, or count them wrongly. */
const seams = [50, 100, 250, 500];

/** Indexes of a batch's items where batches are known to go wrong: both ends, and both sides of each seam. */
function landmarks(size: number): readonly number[] {
  const all = [0, 1, ...seams.flatMap((seam) => [seam - 1, seam]), size - 2, size - 1];
  return [...new Set(all)].filter((index) => index >= 0 && index < size);
}

/**
 * Draws batches of a given size, with good items at the landmarks and bad ones everywhere else: a few records are
 * enough to show the outcome of all of them.
 */
export function largeMixtureOf<Good, Bad>(
  size: number,
  good: fc.Arbitrary<Good>,
  bad: fc.Arbitrary<Bad>,
  place: Place<Good, Bad>,
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
      return mixtureOf(drawn, place);
    });
}

function mixtureOf<Good, Bad>(drawn: readonly DrawnItem<Good, Bad>[], place: Place<Good, Bad>): Mixture {
  return { placed: () => place(drawn), ...{ [fc.toStringMethod]: () => fc.stringify(drawn) } };
}
