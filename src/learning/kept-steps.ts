import type { BodySteps, TargetFile } from '../contract/closings/target-file.js';
import { type LearnedOperation, type Part, parts } from './learn-operation.js';
import type { ProposedStep, Step } from './proposal.js';
import type { LearnedTarget } from './target-yaml.js';

/**
 * What was learned with what a person wrote into the file: steps at places where nothing was learned are kept, and questions
 * that they answer are not asked again. Where both say something else, what was learned is proposed: the difference shows it.
 */
export function withKept(target: LearnedTarget, file: TargetFile | undefined): LearnedTarget {
  if (file === undefined) return target;
  return { ...target, operations: target.operations.map((each) => operationWithKept(each, file)) };
}

function operationWithKept(learned: LearnedOperation, file: TargetFile): LearnedOperation {
  const closing = file.operations?.[learned.operation.operationId];
  if (closing === undefined) return learned;
  const alignments = { ...learned.alignments };
  for (const part of parts) alignments[part] = withSteps(learned, part, closing[part] ?? {});
  const evidence = 'written by a person';
  return {
    ...learned,
    alignments,
    ...(learned.success === undefined && closing.success !== undefined
      ? { success: { status: closing.success, evidence } }
      : {}),
  };
}

function withSteps(learned: LearnedOperation, part: Part, kept: BodySteps) {
  const { steps, questions, pairs } = learned.alignments[part];
  const asked = new Set(questions.map(({ at }) => at));
  const isNew = (step: Step) =>
    steps.every(
      (each) => each.step.at !== step.at || each.step.kind !== step.kind || isOtherWord(each.step, step),
    );
  // What was found to be as assumed, and was not asked, has no need of a step from before.
  const isFound = (step: Step) => pairs.some(({ ours }) => ours === step.at) && !asked.has(step.at);
  const added = stepsIn(kept)
    .filter((step) => isNew(step) && !isFound(step))
    .map((step): ProposedStep => ({ step, evidence: 'written by a person' }));
  const answered = new Set(added.map(({ step }) => step.at));
  return {
    pairs,
    steps: [...steps, ...added],
    questions: questions.filter(({ at }) => !answered.has(at)),
  };
}

function isOtherWord(one: Step, other: Step): boolean {
  return one.kind === 'values' && other.kind === 'values' && one.word !== other.word;
}

/** The steps of a body, one by one; kinds that learning never proposes are left to the person. */
function stepsIn(body: BodySteps): readonly Step[] {
  const named = (['rename', 'move', 'inside', 'merged', 'rows', 'nested'] as const).flatMap((kind) =>
    Object.entries(body[kind] ?? {}).map(([at, to]): Step => ({ kind, at, to })),
  );
  const places = (['flat', 'require', 'optional', 'filled', 'absent'] as const).flatMap((kind) =>
    (body[kind] ?? []).map((at): Step => ({ kind, at })),
  );
  const constants = Object.entries(body.constant ?? {}).map(
    ([at, to]): Step => ({ kind: 'constant', at, to }),
  );
  const words = Object.entries(body.values ?? {}).flatMap(([at, each]) =>
    Object.entries(each).map(([word, to]): Step => ({ kind: 'values', at, word, to })),
  );
  const conversions = Object.entries(body.convert ?? {}).map(
    ([at, to]): Step => ({ kind: 'convert', at, to }),
  );
  const bounds = Object.entries(body.bound ?? {}).map(([at, to]): Step => ({ kind: 'bound', at, to }));
  return [...named, ...places, ...constants, ...words, ...conversions, ...bounds];
}
