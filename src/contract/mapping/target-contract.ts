import type { JsonObject } from '../documents/base-document.js';
import type { OperationId } from '../types.js';
import { closedContract } from './closed-contract.js';
import { deliverySchema } from './delivery.js';
import type { Refuse } from './file/file-steps.js';
import { stepTree } from './file/step-tree.js';
import type { OperationMapping, TargetFile } from './file/target-file.js';
import { bodyLens, translationBy } from './lenses/body-lens.js';
import { type MappedError, mappedErrors } from './mapped-errors.js';
import { mappedOperation, operationsById } from './mapped-operation.js';
import { identity, type OperationTranslation, sameWords, type Translation } from './translation.js';

/** A target's contract in our words, and the translation from and to its own. */
export interface TargetContract {
  /** The contract with the target's required fields, bounds and responses: a valid OpenAPI 3.1 document. */
  readonly ours: JsonObject;
  translations(operationId: string): OperationTranslation;
  readonly deliveryTranslation: Translation;
  /** How errors differ, by their status. */
  readonly errors: ReadonlyMap<number, MappedError>;
  /** Undefined for a target that fills every gap as it is assumed. */
  readonly file?: TargetFile;
  /** The path of the file, as its reader knows it: `targets/staging.yaml`. */
  readonly path?: string;
}

/**
 * The contract of a target.
 * @param base - the contract of the description and the assumptions
 * @param file - how the target fills the gaps
 * @param refuse - called for the first impossible entry of the file, with its place
 */
export function targetContract(base: JsonObject, file: TargetFile, refuse: Refuse): TargetContract {
  const mapped = new Map(
    [...operationsById(base)].flatMap(([id, operation]) => {
      const mapping: OperationMapping | undefined = Object(file.operations)[id];
      return mapping === undefined ? [] : [[id, mappedOperation(base, operation, mapping, refuse)]];
    }),
  );
  const errors = mappedErrors(base, file, refuse);
  return {
    ours: closedContract(base, file, mapped, errors),
    errors,
    translations: (id) => mapped.get(id)?.translation ?? sameWords,
    deliveryTranslation: deliveriesOf(base, file, refuse),
  };
}

/**
 * The requests and responses of one operation, without the contract of the whole target.
 * @param base - the contract of the description and the assumptions
 * @param refuse - called for the first impossible entry of the mapping, with its place in a file
 */
export function operationTranslation(
  base: JsonObject,
  id: OperationId,
  mapping: OperationMapping,
  refuse: Refuse,
): OperationTranslation {
  const found = operationsById(base).get(id);
  return found === undefined ? sameWords : mappedOperation(base, found, mapping, refuse).translation;
}

/**
 * The bodies of deliveries, in both vocabularies (clause 6).
 * @param refuse - called for the first impossible step for them, with its place in the file
 */
export function deliveriesOf(base: JsonObject, { deliveries }: TargetFile, refuse: Refuse): Translation {
  if (deliveries?.body === undefined) return identity;
  const subject = {
    document: base,
    schema: deliverySchema,
    around: [],
    called: 'a delivery',
    holds: 'field',
  } as const;
  return translationBy(bodyLens(stepTree(deliveries.body, subject, ['deliveries', 'body'], refuse)));
}
