import { baseContract } from '../contract/base-document.js';
import { placesIn, shapeOf } from '../contract/coverage.js';
import { type Operation, readOperations } from '../contract/operations.js';
import type { Origin } from '../contract/origin.js';
import { Place } from '../contract/schema-compiler.js';

/** An element of the contract, in our words, that a target's file changes or moves. */
export interface ClosedElement {
  readonly operationId: string;
  readonly part: 'path' | 'query' | 'request' | 'response' | 'status' | 'error' | 'operation';
  /** In our words: `items[].status`, a parameter, a status, or a field of an error: `422 message`. */
  readonly ours: string;
  /** In the target's words, if they differ. */
  readonly theirs?: string;
  /** The steps of the file about the element itself: `rename: state`. */
  readonly steps?: readonly string[];
  /** The comments of these steps in the file. */
  readonly evidence?: string;
}

/** The contract of one operation before any target closes a gap, in our words. */
export interface ContractOperation {
  readonly operationId: string;
  readonly elements: readonly ContractElement[];
}

/** A parameter, a status, or a field of a request or of a success. */
export interface ContractElement extends Origin {
  readonly part: ClosedElement['part'];
  readonly ours: string;
}

/**
 * The parameters, requests and successes of all operations, down to the field (clauses 2 and 4), in the order of the
 * contract. All errors have the same body, which the description shows (clause 2.5).
 */
export function contractElements(): readonly ContractOperation[] {
  listed ??= readOperations(baseContract).map((operation) => ({
    operationId: operation.operationId,
    elements: elementsOf(operation),
  }));
  return listed;
}

let listed: readonly ContractOperation[] | undefined;

function elementsOf({ parameters, requestBody, responses, successStatuses }: Operation): ContractElement[] {
  const success = responses.find(({ status }) => successStatuses.includes(status));
  const refusal = responses.find(({ status }) => status === 400);
  return [
    ...parameters.map(({ name, in: part, origin }) => ({ part, ours: name, ...origin })),
    ...(requestBody === undefined ? [] : inBody('request', requestBody.schemaPointer, requestBody.origin)),
    ...[success, refusal].flatMap((each) =>
      each === undefined ? [] : [{ part: 'status' as const, ours: String(each.status), ...each.origin }],
    ),
    ...(success?.body !== 'json' || success.schemaPointer === undefined
      ? []
      : inBody('response', success.schemaPointer, success.origin)),
  ];
}

function inBody(part: 'request' | 'response', pointer: string, origin: Origin): readonly ContractElement[] {
  const shape = shapeOf(baseContract, new Place(baseContract, pointer).written, origin);
  return placesIn(shape).flatMap(({ path: ours, counts, origin: from }) =>
    counts ? [{ part, ours, ...from }] : [],
  );
}
