import { loadTarget } from '../mapping/file/read-target-file.js';
import { targetFileIn } from '../mapping/file/target-file.js';
import type { TargetContract } from '../mapping/target-contract.js';
import { identity, type OperationTranslation, sameWords, type Translation } from '../mapping/translation.js';
import { baseContract, type JsonObject } from './base-document.js';

export { contractVersion, isJsonObject, type JsonObject } from './base-document.js';

/** The target's contract, read once. Importing this module throws a TargetFileError if the target's file is wrong. */
export const target: TargetContract = ofEnvironment(process.env);

function ofEnvironment(environment: NodeJS.ProcessEnv): TargetContract {
  const path = targetFileIn(environment);
  if (path !== undefined) return loadTarget(path);
  return {
    ours: baseContract,
    translations: () => sameWords,
    deliveryTranslation: identity,
    errors: new Map(),
  };
}

/**
 * The contract in our words. If the target has a file, it includes what that file closes: what the target requires, its
 * bounds, and its responses.
 */
export const contract: JsonObject = target.ours;

/** The requests and responses of an operation, in both vocabularies. */
export const translations: (operationId: string) => OperationTranslation = target.translations;

/** The body of an error with a status, in both vocabularies. */
export function errorTranslation(status: number): Translation {
  return target.errors.get(status)?.translation ?? identity;
}

/** Whether the target answers an equal submission with the id of the earlier batch, as its file says (gap G-21). */
export const equalIsSameBatch: boolean = target.file?.equal === 'same-batch';

/** Whether an error with a status has a message; according to the contract, each has one (clause 2.5). */
export function hasMessage(status: number): boolean {
  return target.errors.get(status)?.hasMessage ?? true;
}
