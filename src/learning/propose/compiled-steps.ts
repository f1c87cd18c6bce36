import { baseContract } from '../../contract/documents/base-document.js';
import { type FilePlace, mappedParts, type Refuse } from '../../contract/mapping/file/file-steps.js';
import type { OperationMapping } from '../../contract/mapping/file/target-file.js';
import { deliveriesOf, operationTranslation } from '../../contract/mapping/target-contract.js';
import { type OperationTranslation, sameWords } from '../../contract/mapping/translation.js';
import type { Operation } from '../../contract/operations.js';
import { type LearnedOperation, mappingOf } from '../learn-operation.js';
import type { LearnedDeliveries } from '../trials/deliveries.js';
import type { LearnedTarget } from './learned-steps.js';
import { type Alignment, bodySteps, type ProposedStep, type Question } from './proposal.js';

/** The learned steps of an operation, and their effect on the wire. */
export interface CompiledOperation {
  readonly learned: LearnedOperation;
  readonly translation: OperationTranslation;
}

/**
 * Turns the learned steps into a way to call an operation and to read its responses. A step that a target's file could
 * not contain, for example because it contradicts a different step, is left out and becomes a question.
 */
export function compiled(learned: LearnedOperation): CompiledOperation {
  const mapping = mappingOf(learned);
  if (mapping === undefined) return { learned, translation: sameWords };
  try {
    return { learned, translation: translationOf(learned.operation, mapping) };
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    const rest = without(learned, error);
    return rest === undefined ? { learned, translation: sameWords } : compiled(rest);
  }
}

/**
 * The same target, after removing learned steps of an operation or of deliveries that contradict a step that a person
 * wrote or chose.
 */
export function withoutMisfits(target: LearnedTarget): LearnedTarget {
  return {
    ...target,
    operations: target.operations.map((each) => compiled(each).learned),
    deliveries: target.deliveries && compiledDeliveries(target.deliveries),
  };
}

/**
 * The learned facts about deliveries, without the steps that a target's file could not contain: they become questions.
 */
function compiledDeliveries(learned: LearnedDeliveries): LearnedDeliveries {
  const { steps, questions, pairs = [] } = learned;
  try {
    const body = bodySteps(steps.map(({ step }) => step));
    deliveriesOf(baseContract, { contract: '', deliveries: { body } }, refuse);
    return learned;
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    const [, , ...place] = error.place;
    const rest = withoutStep({ steps, questions, pairs }, place, error.message);
    return rest === undefined ? learned : compiledDeliveries({ ...learned, ...rest });
  }
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

/** Learning repeats the same steps again and again. */
const known = new Map<string, OperationTranslation>();

function translationOf({ operationId: id }: Operation, mapping: OperationMapping): OperationTranslation {
  const key = JSON.stringify([id, mapping]);
  const translation = known.get(key) ?? operationTranslation(baseContract, id, mapping, refuse);
  known.set(key, translation);
  return translation;
}

/** The learned steps without the one that doesn't fit; undefined if there is no such step. */
function without(learned: LearnedOperation, { place, message }: Misfit): LearnedOperation | undefined {
  const [, , said = '', ...below] = place;
  if (said === 'success' || said === 'refusal') {
    const { [said]: _, ...rest } = learned;
    return rest;
  }
  const part = mappedParts.find((each) => each === said);
  const left = part === undefined ? undefined : learned.alignments[part];
  const alignment = left && withoutStep(left, below, message);
  if (part === undefined || alignment === undefined) return undefined;
  return { ...learned, alignments: { ...learned.alignments, [part]: alignment } };
}

/** The alignment without one step, which becomes a question. @param place of the step, below those of its body */
function withoutStep(left: Alignment, [kind, at, word]: FilePlace, message: string): Alignment | undefined {
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
  return { ...left, steps, questions: [...left.questions, ...asked] };
}

function questionAbout({ step, evidence, gap }: ProposedStep, problem: string): Question {
  const to = 'to' in step ? ` ${typeof step.to === 'string' ? step.to : JSON.stringify(step.to)}` : '';
  return {
    at: step.at,
    asks: `how does the target write ${step.at === '' ? 'the body' : step.at}?`,
    candidates: [{ answer: `${step.kind}${to}`, evidence: `${evidence}; but ${problem}` }],
    ...(gap === undefined ? {} : { gap }),
  };
}
