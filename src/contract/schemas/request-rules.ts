import { contract } from '../documents/document.js';
import { DocumentNode } from '../documents/document-node.js';
import { boundKeywords } from '../mapping/file/target-file.js';
import { isOperation, operation } from '../operations.js';
import type { OperationId } from '../types.js';
import { eachEntry, parsePath } from '../values/path.js';
import { SchemaReader } from './schema-facts.js';

type NumericBounds = { readonly [Keyword in Exclude<(typeof boundKeywords)[number], 'pattern'>]?: number };

/** The rules of the target's contract, including its mapping, for the value at one place of a request. */
export interface Rules extends NumericBounds {
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
  const at = factsAt(operationId, place);
  if (at === undefined) return undefined;
  const { types, bounds } = at.facts;
  return {
    ...Object.fromEntries(
      boundKeywords.flatMap((keyword) => {
        const bound = bounds.get(keyword);
        return typeof bound === (keyword === 'pattern' ? 'string' : 'number') ? [[keyword, bound]] : [];
      }),
    ),
    types: [...(types ?? [])].filter((type) => type !== 'null'),
    isNullable: types?.has('null') === true,
    isRequired: at.isRequired,
  };
}

/** The fields of the object at a place of a request; none if there is no object, or no such place. */
export function fieldsAt(operationId: OperationId, place: string): readonly string[] {
  return [...(factsAt(operationId, place)?.facts.properties.keys() ?? [])];
}

/** The fields that the target requires of a request, or of one item of a batch write. */
export function requiredFields(operationId: OperationId): readonly string[] {
  return [...(factsAt(operationId, '')?.facts.required ?? [])];
}

/** Whether only whole numbers are allowed. */
export function isWhole({ types, multipleOf }: Pick<Rules, 'types' | 'multipleOf'>): boolean {
  return multipleOf === 1 || types.includes('integer');
}

/**
 * The range of whole numbers that a place allows. Where the contract sets no limit, it starts at 0 or ends at 1000000.
 */
export function wholeRange(rules: Rules | undefined): { readonly min: number; readonly max: number } {
  const none = Number.POSITIVE_INFINITY;
  const { minimum = -none, exclusiveMinimum = -none, maximum = none, exclusiveMaximum = none } = rules ?? {};
  const least = Math.max(Math.ceil(minimum), Math.floor(exclusiveMinimum) + 1);
  const most = Math.min(Math.floor(maximum), Math.ceil(exclusiveMaximum) - 1);
  const min = least === -none ? 0 : least;
  return { min, max: most === none ? Math.max(min, 1_000_000) : most };
}

const schemas = SchemaReader.of(contract);

/** The facts about a place of a request, or of one item of a batch write; undefined if there is no such place. */
function factsAt(operationId: OperationId, place: string) {
  if (!isOperation(operationId)) return undefined;
  const { itemSchemaPointer, requestBody } = operation(operationId);
  const pointer = itemSchemaPointer ?? requestBody?.schemaPointer;
  if (pointer === undefined) return undefined;
  let facts = schemas.facts(new DocumentNode(contract, pointer).written);
  let isRequired = true;
  for (const step of parsePath(place) ?? []) {
    const below = step === eachEntry ? (facts.items ?? facts.others) : facts.properties.get(step);
    if (below === undefined) return undefined;
    isRequired = facts.required.has(step);
    facts = schemas.facts(below);
  }
  return { facts, isRequired };
}

/**
 * The greatest number of items that this target accepts in a batch write; undefined if there is no bound (gap G-16).
 */
export function largestBatch(operationId: OperationId): number | undefined {
  const { requestBody } = operation(operationId);
  const body = schemas.facts(requestBody && new DocumentNode(contract, requestBody.schemaPointer).written);
  const most = schemas.facts(body.properties.get('items')).bounds.get('maxItems');
  return typeof most === 'number' ? most : undefined;
}

/** Items in order, in lists no longer than the batch that this target accepts (gap G-16). */
export function inBatches<Item>(
  operationId: OperationId,
  items: readonly Item[],
): readonly (readonly Item[])[] {
  const most = largestBatch(operationId) ?? 1000;
  return Array.from({ length: Math.ceil(items.length / most) }, (_, index) =>
    items.slice(index * most, (index + 1) * most),
  );
}
