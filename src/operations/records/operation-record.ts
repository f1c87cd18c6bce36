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
  /** A request that the target must answer with success, after creating what the request needs. */
  readonly request: (given: Prerequisites) => Promise<RequestOf<Id>>;
  /**
   * A request that the target must answer with success, prepared without calling the operation itself and using up as
   * little as possible: the items of a batch may fail, and a batch whose result is read need not have finished. Absent
   * if that is `request`.
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
export const listsAnything = { request: async () => ({}) } as const;

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

/** An item as it was drawn, before the things that it refers to exist. */
type DrawnItem<Good, Bad> =
  | { readonly good: true; readonly item: Good }
  | { readonly good: false; readonly item: Bad };

/** A drawn batch of good and bad items. */
type Mixture<Good = unknown, Bad = unknown> = readonly DrawnItem<Good, Bad>[];

/** Draws the items of a batch write. */
interface Drawing<Good, Bad> extends Pick<BatchItems, 'futile' | 'unusual' | 'large' | 'records'> {
  /** Well-formed items, apart from the futile ones. */
  readonly usual: () => Promise<fc.Arbitrary<unknown>>;
  readonly good: fc.Arbitrary<Good>;
  readonly bad: fc.Arbitrary<Bad>;
  /** Creates the things that drawn items refer to, and states the right outcome of each item. */
  readonly place: (drawn: Mixture<Good, Bad>) => Promise<readonly ForeseenItem[]>;
}

/** The maximum number of items of a mixture. */
export const mostMixed = 6;

/** The items of a batch write, with mixtures of good and bad ones. */
export function batchItems<Good, Bad>(drawing: Drawing<Good, Bad>): BatchItems {
  const { usual, place, ...items } = drawing;
  const [good, bad] = [marked(drawing.good, true), marked(drawing.bad, false)];
  return {
    ...items,
    wellFormed: async () =>
      fc.oneof({ arbitrary: await usual(), weight: 8 }, { arbitrary: items.futile, weight: 2 }),
    mixtures: fc
      .array(fc.oneof(good, bad), { minLength: 2, maxLength: mostMixed, size: 'max' })
      .filter((drawn) => new Set(drawn.map((each) => each.good)).size === 2),
    framed: fc.tuple(good, bad, good),
    // Mixtures are drawn from these arbitraries only.
    foreseen: (mixture) => place(mixture as Mixture<Good, Bad>),
  };
}

function marked<Item, Good extends boolean>(items: fc.Arbitrary<Item>, good: Good) {
  return items.map((item) => ({ good, item }));
}

/**
 * Indexes of items where batches are known to go wrong: both ends, and both sides of the sizes at which services cut
 * batches into parts, or count them wrongly. Negative ones count from the end.
 */
const landmarks = [0, 1, 49, 50, 99, 100, 249, 250, 499, 500, -2, -1];

/**
 * Draws batches of a given size, with good items at the landmarks and bad ones everywhere else: a few records are
 * enough to show the outcome of all of them.
 */
export function largeMixture(
  size: number,
  good: fc.Arbitrary<unknown>,
  bad: fc.Arbitrary<unknown>,
): fc.Arbitrary<Mixture> {
  const seen = landmarks.map((index) => (index < 0 ? size + index : index));
  const [atLandmarks, elsewhere] = [marked(good, true), marked(bad, false)];
  const items = Array.from({ length: size }, (_, index) => (seen.includes(index) ? atLandmarks : elsewhere));
  return fc.tuple(...items);
}
