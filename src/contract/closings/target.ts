import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { baseContract, type JsonObject } from '../base-document.js';
import { readTargetFile } from './read-target-file.js';
import { assumedContract, type TargetContract, targetContract } from './target-contract.js';
import type { TargetFile } from './target-file.js';
import type { OperationTranslation, Translation } from './translation.js';

/** The variable that holds the path of the target's file, for all processes of a run; without it all is as assumed. */
export const targetFileVariable = 'CONFORMANCE_TARGET_FILE';

/**
 * Where the file of a target lies.
 *
 * @param name - as in `--target NAME`
 * @param folder - of the project
 * @returns undefined where the target has none, and fills every gap as it is assumed
 */
export function targetFilePath(name: string | undefined, folder: string): string | undefined {
  if (name === undefined || !/^[\w.-]+$/.test(name)) return undefined;
  const path = join(folder, 'targets', `${name}.yaml`);
  return existsSync(path) ? path : undefined;
}

/**
 * Reads the file of a target, and makes the target's contract.
 *
 * @param path - of the file
 * @throws TargetFileError for the first mistake, as one sentence
 */
export function loadTarget(path: string): TargetContract & { readonly file: TargetFile } {
  const { file, refuse } = readTargetFile(path);
  return { file, ...targetContract(baseContract, file, refuse) };
}

/** The target's contract, read once: of the file that {@link targetFileVariable} names. */
export const target: TargetContract & { readonly file?: TargetFile } = ofEnvironment(process.env);

function ofEnvironment(environment: NodeJS.ProcessEnv): TargetContract & { readonly file?: TargetFile } {
  const path = environment[targetFileVariable];
  return path ? loadTarget(path) : assumedContract(baseContract);
}

export { baseContract };

/** The contract of the wire: valid OpenAPI 3.1, in the target's words. */
export const wireContract: JsonObject = target.theirs;

/** What an operation says and is told, in both vocabularies. */
export const translations: (operationId: string) => OperationTranslation = target.translations;

/** The bodies of deliveries, in both vocabularies. */
export const deliveryTranslation: Translation = target.deliveryTranslation;

/** The header that carries the signature of a delivery, where it isn't the contract's. */
export const deliverySignature: string | undefined = target.deliverySignature;
