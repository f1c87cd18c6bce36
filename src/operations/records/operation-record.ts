import type fc from 'fast-check';
import type { OperationId, RequestOf } from '../../contract/types.js';
import type { InvalidItem } from '../../data/invalid/invalid-item.js';
import type { Id as ListedId } from '../../data/unknown-id.js';
import type { Prerequisites } from '../prerequisites/prerequisites.js';
import type { BatchItems } from './batch-items.js';

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
   * The same, prepared without calling the operation itself: if the operation never answers, the request finds out
   * first, and not its preparation. Absent if `request` is prepared so.
   */
  readonly firstRequest?: (given: Prerequisites) => Promise<RequestOf<Id>>;
}

interface WithIdInPath {
  /** Every listed id of the things that the path names (clause 4.6). @throws Blocked if a list can't be read */
  readonly listedIds: (given: Prerequisites) => Promise<readonly ListedId[]>;
}

interface Write {
  /** The part of a request that the ledger of a shared merchant must remember. */
  readonly leaves: 'nothing' | 'products' | 'a status update' | 'a subscription' | 'texts of a subscription';
}

/** The part of the record of a batch write that is about its items. */
interface BatchWrite {
  /** Draws items, and creates everything that they refer to: what each changes, and where that is seen. */
  readonly items: (given: Prerequisites) => Promise<BatchItems>;
  /** Items with one mistake each that shows without a look at the merchant's data. */
  readonly mistakes: (given: Prerequisites) => Promise<readonly fc.Arbitrary<InvalidItem<unknown>>[]>;
}

/** The records of some operations. */
export type RecordsOf<Ids extends OperationId> = { readonly [Id in Ids]: OperationRecord<Id> };

/** For a list that needs nothing. */
export const listsAnything = { needs: 'nothing', request: async () => ({}) } as const;
