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
 * Draws items for a batch write, and creates everything that the items are about. Only the merchant's data or the
 * reference data shows what is wrong with the bad items of a mixture.
 */
export interface BatchItems extends Mixtures {
  /** Creates what well-formed items need, whether these succeed or fail. Several of the items may be equal. */
  wellFormed(): Promise<fc.Arbitrary<unknown>>;
  /** A well-formed item that can't have an effect, because the thing that it names doesn't exist. No two are equal. */
  readonly futile: fc.Arbitrary<unknown>;
  /**
   * A well-formed item whose texts are in no Unicode normal form, whose amounts have many digits and whose times, if
   * any, are in an unusual zone: if the target echoes it differently than it was sent, the difference shows. Whether
   * the target accepts such values is another question.
   */
  unusual(): Promise<fc.Arbitrary<unknown>>;
  /**
   * Batches of a given size, with good items where batches are known to go wrong and bad ones in between. Absent for
   * order items, because nobody can make that many.
   */
  large?(size: number): fc.Arbitrary<Mixture>;
  /** Creates what the items of a mixture are about, so that they can be submitted. */
  foreseen(mixture: Mixture): Promise<readonly ForeseenItem[]>;
  /** Reads the products and orders that may show an effect. */
  records(): Promise<Reading>;
}

/** For each batch write, the function that draws its items. */
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
 * Draws items for a batch write, and creates everything that the items are about.
 * @throws Error if the operation is not a batch write
 */
export async function drawnItemsOf(operationId: string, given: Prerequisites): Promise<BatchItems> {
  const itemsOf = kinds.get(operationId);
  if (itemsOf === undefined) throw new Error(`${operationId} is not a batch write.`);
  return itemsOf(given);
}

/** The largest number of items in a batch (gap G-16); undefined if it is unknown. */
export function largestBatch(operationId: OperationId): number | undefined {
  const { properties } = requestBodySchema(operationId);
  const most = memberOf(memberOf(properties, 'items'), 'maxItems');
  return typeof most === 'number' ? most : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
