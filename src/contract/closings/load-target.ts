import { baseContract } from '../base-document.js';
import { readTargetFile, targetFileName } from './read-target-file.js';
import { type TargetContract, targetContract } from './target-contract.js';
import type { TargetFile } from './target-file.js';

/** A target's contract, and the file that it is based on. */
export interface LoadedTarget extends TargetContract {
  readonly file: TargetFile;
  readonly path: string;
}

/**
 * Reads the file of a target, and makes the target's contract.
 *
 * @param path - of the file
 * @throws TargetFileError for the first mistake, as one sentence
 */
export function loadTarget(path: string): LoadedTarget {
  const { file, refuse } = readTargetFile(path);
  return { file, path: targetFileName(path), ...targetContract(baseContract, file, refuse) };
}
