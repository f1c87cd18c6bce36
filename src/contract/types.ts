import type { components } from './types.generated.js';

type Operations = components['schemas']['Operations'];

/** The id of an operation (clause 4). */
export type OperationId = keyof Operations;

/**
 * The parts of a request of an operation: `path`, `query` and `body`, each only if the operation takes it, and optional
 * if nothing in it is required. `{}` for an operation that takes none of them.
 */
export type RequestOf<Id extends OperationId> = Omit<Operations[Id], 'success' | 'entryKey'>;

/**
 * The body of a success of an operation: the JSON value with the contract's type, bytes for a file (PDF, CSV), or
 * undefined if the contract documents no body.
 */
export type SuccessBodyOf<Id extends OperationId> = Operations[Id] extends { readonly success: infer Body }
  ? Body
  : undefined;

/** An item of a batch write. */
export type ItemOf<Id extends OperationId> =
  RequestOf<Id> extends { readonly body: { readonly items: readonly (infer Item)[] } } ? Item : never;

/** The field that distinguishes the entries of a list: without it, nothing can be found in the list. */
export type EntryKeyOf<Id extends OperationId> = Operations[Id] extends { readonly entryKey: infer Key }
  ? Key & string
  : never;
