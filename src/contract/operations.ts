import { wireContract } from './closings/target.js';
import { contract, type JsonObject } from './document.js';
import { type methods, type Operation, readOperation } from './operation.js';
import { Place } from './place.js';
import type { OperationId } from './types.js';

export type { Operation } from './operation.js';

/**
 * Reads every operation of a contract document.
 *
 * @param document - the document's root
 * @returns the operations in the order of the document
 * @throws ContractError when something that every operation needs is missing
 */
export function readOperations(document: JsonObject): readonly Operation[] {
  const root = new Place(document, '');
  const prefix = root.at('servers', 0).text('url').replace('{base_url}', '');
  const found = root
    .entries('paths')
    .flatMap(([path, item]) =>
      methodNames
        .filter((method) => item.node[method] !== undefined)
        .map((method) => ({ path: prefix + path, method, place: item.at(method) })),
    );
  const ids = new Set(found.map(({ place }) => place.text('operationId')));
  const isOperationId = (id: string): id is OperationId => ids.has(id);
  return found.map(({ path, method, place }) => readOperation(path, method, place, isOperationId));
}

const methodNames = ['get', 'post', 'patch', 'delete'] as const satisfies readonly (keyof typeof methods)[];

/** The 30 operations of the contract (clause 4). */
export const operations: readonly Operation[] = readOperations(contract);

const onTheWire: readonly Operation[] = wireContract === contract ? operations : readOperations(wireContract);

/** The 7 operations whose requests are processed as a batch (clause 1). */
export const batchWrites: readonly Operation[] = operations.filter(
  ({ resultsOperation }) => resultsOperation !== undefined,
);

const byId: ReadonlyMap<string, Operation> = new Map(operations.map((each) => [each.operationId, each]));

/** Whether the contract has an operation with this id. */
export function isOperation(id: string): id is OperationId {
  return byId.has(id);
}

/**
 * Finds an operation.
 *
 * @param id - its operationId
 * @throws RangeError when the contract has no such operation
 */
export function operation(id: string): Operation {
  const found = byId.get(id);
  if (found === undefined) throw new RangeError(`the contract has no operation ${id}`);
  return found;
}

/**
 * An operation of the target's contract, in the target's words.
 *
 * @param id - its operationId
 */
export function wireOperation(id: OperationId): Operation {
  return onTheWire.find(({ operationId }) => operationId === id) ?? operation(id);
}
