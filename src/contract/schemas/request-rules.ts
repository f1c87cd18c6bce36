import { contract, isJsonObject } from '../documents/document.js';
import { boundKeywords } from '../mapping/file/target-file.js';
import { isOperation, operation } from '../operations.js';
import { eachEntry, parsePath } from '../path.js';
import type { OperationId } from '../types.js';
import { Place } from './schema-compiler.js';

type Bounds = { readonly [Keyword in Exclude<(typeof boundKeywords)[number], 'pattern'>]?: number };

/** The rules of the target's contract, including its closings, for the value at one place of a request. */
export interface Rules extends Bounds {
  /** The JSON types of the value, without null. */
  readonly types: readonly string[];
  readonly isNullable: boolean;
  /** Whether the object that contains it must have it. */
  readonly isRequired: boolean;
  readonly pattern?: string;
}

/**
 * Reads the rules for one place of a request body, so that only the contract states the bounds.
 * @param operationId an operation that takes a body
 * @param place such as `prices[].retail_price`: in one item of a batch write, or in the whole body for any other operation
 * @returns undefined if the target has no such operation or no such place
 */
export function rulesAt(operationId: OperationId, place: string): Rules | undefined {
  let at = bodyOf(operationId);
  let isRequired = true;
  for (const step of parsePath(place) ?? []) {
    isRequired = step !== eachEntry && requiredIn(at).includes(step);
    at = below(at, step);
  }
  if (at === undefined) return undefined;
  const { node } = at;
  const types = [node.type].flat().map(String);
  const bounds = boundKeywords.flatMap((keyword) =>
    typeof node[keyword] === 'number' ? [[keyword, node[keyword]]] : [],
  );
  return {
    ...Object.fromEntries(bounds),
    ...(typeof node.pattern === 'string' ? { pattern: node.pattern } : {}),
    types: types.filter((type) => type !== 'null'),
    isNullable: types.includes('null'),
    isRequired,
  };
}

/** The fields of the object at a place of a request; none if there is no object, or no such place. */
export function fieldsAt(operationId: OperationId, place: string): readonly string[] {
  const { properties } = (parsePath(place) ?? []).reduce(below, bodyOf(operationId))?.node ?? {};
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

/** The fields that the target requires of a request, or of one item of a batch write. */
export function requiredFields(operationId: OperationId): readonly string[] {
  return requiredIn(bodyOf(operationId));
}

/** Whether only whole numbers are allowed. */
export function isWhole({ types, multipleOf }: Pick<Rules, 'types' | 'multipleOf'>): boolean {
  return multipleOf === 1 || types.includes('integer');
}

/**
 * The range of whole numbers that a place allows. Where the contract sets no limit, it starts at 0 or ends at 1000000.
 */
export function wholeRange(rules: Rules | undefined): { readonly min: number; readonly max: number } {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = rules ?? {};
  const least = [
    ...(minimum === undefined ? [] : [Math.ceil(minimum)]),
    ...(exclusiveMinimum === undefined ? [] : [Math.floor(exclusiveMinimum) + 1]),
  ];
  const most = [
    ...(maximum === undefined ? [] : [Math.floor(maximum)]),
    ...(exclusiveMaximum === undefined ? [] : [Math.ceil(exclusiveMaximum) - 1]),
  ];
  const min = least.length === 0 ? 0 : Math.max(...least);
  return { min, max: most.length === 0 ? Math.max(min, 1_000_000) : Math.min(...most) };
}

function bodyOf(operationId: OperationId): Place | undefined {
  if (!isOperation(operationId)) return undefined;
  const { itemSchemaPointer, requestBody } = operation(operationId);
  const pointer = itemSchemaPointer ?? requestBody?.schemaPointer;
  return pointer === undefined ? undefined : new Place(contract, pointer);
}

function requiredIn(place: Place | undefined): readonly string[] {
  return place?.node.required === undefined ? [] : place.texts('required');
}

function below(place: Place | undefined, step: string): Place | undefined {
  if (place === undefined) return undefined;
  const { properties, items } = place.node;
  if (step !== eachEntry)
    return isJsonObject(properties) && Object.hasOwn(properties, step)
      ? place.at('properties', step)
      : undefined;
  const key = items === undefined ? 'additionalProperties' : 'items';
  return isJsonObject(place.node[key]) ? place.at(key) : undefined;
}

/**
 * The greatest number of items that this target accepts in a batch write; undefined if there is no bound (gap G-16).
 */
export function largestBatch(operationId: OperationId): number | undefined {
  const { requestBody } = operation(operationId);
  const body = requestBody && new Place(contract, requestBody.schemaPointer);
  const most = below(body, 'items')?.node.maxItems;
  return typeof most === 'number' ? most : undefined;
}
