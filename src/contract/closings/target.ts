import { baseContract, type JsonObject } from '../base-document.js';
import { loadTarget } from './load-target.js';
import type { TargetContract } from './target-contract.js';
import { targetFileVariable } from './target-file.js';
import { identity, type OperationTranslation, sameWords, type Translation } from './translation.js';

/** The target's contract, read once from the file that {@link targetFileVariable} names. */
export const target: TargetContract = ofEnvironment(process.env);

function ofEnvironment(environment: NodeJS.ProcessEnv): TargetContract {
  const path = environment[targetFileVariable];
  if (!path)
    return {
      ours: baseContract,
      theirs: baseContract,
      translations: () => sameWords,
      deliveryTranslation: identity,
      errors: new Map(),
      absent: new Map(),
    };
  return loadTarget(path);
}

export { baseContract };

/** The contract in the target's words: valid OpenAPI 3.1. */
export const wireContract: JsonObject = target.theirs;

/** The requests and answers of an operation, in both vocabularies. */
export const translations: (operationId: string) => OperationTranslation = target.translations;

/** The body of an error with a status, in both vocabularies. */
export function errorTranslation(status: number): Translation {
  return target.errors.get(status)?.translation ?? identity;
}

/** Whether an error with a status has a message; according to the contract, each has one (clause 2.5). */
export function hasMessage(status: number): boolean {
  return target.errors.get(status)?.hasMessage ?? true;
}

/** The bodies of deliveries, in both vocabularies. */
export const deliveryTranslation: Translation = target.deliveryTranslation;

/** The header that carries the signature of a delivery, if it isn't the contract's. */
export const deliverySignature: string | undefined = target.deliverySignature;

/** The text before the signature in its header. */
export const signaturePrefix: string = target.signaturePrefix ?? '';
