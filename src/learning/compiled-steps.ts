import { baseContract } from '../contract/base-document.js';
import type { FilePlace } from '../contract/closings/file-steps.js';
import type { Refuse } from '../contract/closings/step-tree.js';
import { operationTranslation } from '../contract/closings/target-contract.js';
import type { OperationClosing } from '../contract/closings/target-file.js';
import { type OperationTranslation, sameWords } from '../contract/closings/translation.js';
import type { Operation } from '../contract/operations.js';
import { closingOf, type LearnedOperation, parts } from './learn-operation.js';
import type { Alignment, ProposedStep, Question } from './proposal.js';
import type { LearnedTarget } from './target-yaml.js';

/** What was learned of an operation, and what its steps mean on the wire. */
export interface CompiledOperation {
  readonly learned: LearnedOperation;
  readonly translation: OperationTranslation;
}

/**
 * Makes of what was learned so far a way to ask an operation and to read its answers. A step that a target's file could not
 * have, as it contradicts another one, is left out and becomes a question.
 */
export function compiled(learned: LearnedOperation): CompiledOperation {
  const closing = closingOf(learned);
  if (closing === undefined) return { learned, translation: sameWords };
  try {
    return { learned, translation: translationOf(learned.operation, closing) };
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    const rest = without(learned, error);
    return rest === undefined ? { learned, translation: sameWords } : compiled(rest);
  }
}

/** The same target, where a step that a person wrote or chose contradicts what was learned of an operation. */
export function withoutMisfits(target: LearnedTarget): LearnedTarget {
  return { ...target, operations: target.operations.map((each) => compiled(each).learned) };
}

/** A step that the contract refuses, by its place in the file. */
class Misfit extends Error {
  readonly place: FilePlace;

  constructor(place: FilePlace, problem: string) {
    super(problem);
    this.place = place;
  }
}

const refuse: Refuse = (place, problem) => {
  throw new Misfit(place, problem);
};

/** Learning goes through the same steps again and again. */
const known = new Map<string, OperationTranslation>();

function translationOf({ operationId: id }: Operation, closing: OperationClosing): OperationTranslation {
  const key = JSON.stringify([id, closing]);
  const translation = known.get(key) ?? operationTranslation(baseContract, id, closing, refuse);
  known.set(key, translation);
  return translation;
}

/** What was learned without the step of a misfit; undefined where there is no such step. */
function without(learned: LearnedOperation, { place, message }: Misfit): LearnedOperation | undefined {
  const [, , said = '', kind, at, word] = place;
  if (said === 'success' || said === 'refusal') {
    const { [said]: _, ...rest } = learned;
    return rest;
  }
  const part = parts.find((each) => each === said);
  const left = part === undefined ? undefined : learned.alignments[part];
  if (part === undefined || left === undefined) return undefined;
  const ofKind = left.steps.filter(({ step }) => step.kind === kind);
  const misfits = new Set(
    kind === undefined
      ? left.steps
      : typeof at === 'number'
        ? ofKind.slice(at, at + 1)
        : ofKind.filter(
            ({ step }) =>
              step.at === at && (word === undefined || (step.kind === 'values' && step.word === word)),
          ),
  );
  if (misfits.size === 0) return undefined;
  const asked = [...misfits].map((each) => questionAbout(each, message));
  const steps = left.steps.filter((each) => !misfits.has(each));
  const alignment: Alignment = { ...left, steps, questions: [...left.questions, ...asked] };
  return { ...learned, alignments: { ...learned.alignments, [part]: alignment } };
}

function questionAbout({ step, evidence, gap }: ProposedStep, problem: string): Question {
  const to = 'to' in step ? ` ${typeof step.to === 'string' ? step.to : JSON.stringify(step.to)}` : '';
  return {
    at: step.at,
    asks: `how does it write ${step.at === '' ? 'the body' : step.at}?`,
    candidates: [{ answer: `${step.kind}${to}`, evidence: `${evidence}; but ${problem}` }],
    ...(gap === undefined ? {} : { gap }),
  };
}
