import type fc from 'fast-check';
import { requestBodySchema } from '../../contract/request-schemas.js';
import type { OperationId } from '../../contract/types.js';
import type { ForeseenItem } from '../../verdicts/batches/effect.js';
import type { Mixture, Mixtures } from './mixture.js';
import { cancelMove, movedItems, returnMove, shipMove } from './moved-items.js';
import type { Prerequisites } from './prerequisites.js';
import { priceItems, stockItems } from './priced-and-stocked-items.js';
import type { Reading } from './records.js';
import { statusItems } from './status-items.js';
import { upsertItems } from './upsert-items.js';

/**
 * How to draw items for a batch write, with what they are about brought about. What is bad about the bad items of its
 * mixtures only the merchant's data or the reference data can tell.
 */
export interface BatchItems extends Mixtures {
  /** Brings about what is needed for an item that a batch may hold, whether it succeeds or fails; several of them may be equal. */
  wellFormed(): Promise<fc.Arbitrary<unknown>>;
  /** A well-formed item that can't have an effect, for what it is about isn't there. No two are equal. */
  readonly futile: fc.Arbitrary<unknown>;
  /**
   * A well-formed item whose texts are in no normal form, whose amounts have many digits and whose times are in a zone of
   * their own, where it has any: what is echoed otherwise than it was sent shows. Whether the target takes such values is another question.
   */
  unusual(): Promise<fc.Arbitrary<unknown>>;
  /**
   * Batches of so many items, good ones where batches are known to go wrong and bad ones between them. Absent for
   * order items, of which nobody can make so many.
   */
  large?(size: number): fc.Arbitrary<Mixture>;
  /** Brings about what the items of a mixture are about, so that they can be submitted. */
  foreseen(mixture: Mixture): Promise<readonly ForeseenItem[]>;
  /** Reads the products and orders that may show an effect. */
  records(): Promise<Reading>;
}

/** For each batch write, how to draw items for it. */
const kinds = new Map<string, (given: Prerequisites) => Promise<BatchItems>>([
  ['upsertProducts', upsertItems],
  ['updateProductStatus', statusItems],
  ['updateProductStock', stockItems],
  ['updateProductPrices', priceItems],
  ['cancelOrderItems', (given) => movedItems(given, cancelMove)],
  ['shipOrderItems', (given) => movedItems(given, shipMove)],
  ['returnOrderItems', (given) => movedItems(given, returnMove)],
]);

/**
 * How to draw items for a batch write, with what they are about brought about.
 * @throws Error when the operation is no batch write
 */
export async function drawnItemsOf(operationId: string, given: Prerequisites): Promise<BatchItems> {
  const itemsOf = kinds.get(operationId);
  if (itemsOf === undefined) throw new Error(`${operationId} is no batch write.`);
  return itemsOf(given);
}

/** The most items that a batch may hold (gap G-16); undefined where none is known. */
export function largestBatch(operationId: OperationId): number | undefined {
  const { properties } = requestBodySchema(operationId);
  const most = memberOf(memberOf(properties, 'items'), 'maxItems');
  return typeof most === 'number' ? most : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
