import { baseContract } from '../contract/base-document.js';
import { operationTranslation } from '../contract/closings/target-contract.js';
import { type OperationTranslation, sameWords } from '../contract/closings/translation.js';
import { closingOf, type LearnedOperation } from './learn-operation.js';

/** What was learned of an operation so far, as a way to ask it and to read what it answers while learning goes on. */
export function wordsOfLearned(learned: LearnedOperation): OperationTranslation {
  const closing = closingOf(learned);
  if (closing === undefined) return sameWords;
  try {
    return operationTranslation(baseContract, learned.operation.operationId, closing, (_, problem) => {
      throw new Misfit(problem);
    });
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    return sameWords;
  }
}

/** A step that the contract refuses. */
class Misfit extends Error {}
