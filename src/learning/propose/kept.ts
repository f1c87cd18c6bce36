import { mappedParts, stepsIn as stepsInFile } from '../../contract/mapping/file/file-steps.js';
import type { BodySteps, TargetFile } from '../../contract/mapping/file/target-file.js';
import { assumedSignatureHeader } from '../../http/transports/translated-transport.js';
import type { LearnedOperation } from '../learn-operation.js';
import type { LearnedError } from '../survey/errors.js';
import { type LearnedDeliveries, signatureQuestion } from '../trials/deliveries.js';
import { gapOfDeliveries, type LearnedTarget } from './learned-steps.js';
import type { Alignment, DraftStep, ProposedStep } from './proposal.js';
import { byAPerson } from './target-yaml.js';

/**
 * The learned facts, combined with the target's file: steps at places where nothing was learned are kept, and questions
 * that they answer are not asked again. If the two disagree, the learned step is proposed.
 */
export function withKept(target: LearnedTarget, file: TargetFile | undefined): LearnedTarget {
  if (file === undefined) return target;
  const { confirmed, refusal, equal } = file;
  return {
    ...target,
    operations: target.operations.map((each) => operationWithKept(each, file)),
    errors: errorsWithKept(target.errors ?? [], file),
    deliveries: deliveriesWithKept(target.deliveries, file),
    ...(target.equal === undefined && equal !== undefined
      ? { equal: { isSameBatch: true, evidence: byAPerson } }
      : {}),
    ...(confirmed === undefined ? {} : { confirmed }),
    ...(refusal === undefined ||
    target.operations.some(({ refusesAsAssumed }) => refusesAsAssumed !== undefined)
      ? {}
      : { refusal }),
  };
}

/** The errors of each status as a person described them, except where learning left no question open. */
function errorsWithKept(learned: readonly LearnedError[], file: TargetFile): readonly LearnedError[] {
  const known = new Set(
    learned.filter(({ questions }) => questions.length === 0).map(({ status }) => status),
  );
  const kept = Object.entries(file.errors ?? {})
    .filter(([status]) => !known.has(Number(status)))
    .map(([status, { type, ...steps }]): LearnedError => {
      return {
        status: Number(status),
        ...(type === undefined ? {} : { type: { value: type, evidence: byAPerson } }),
        steps: stepsIn(steps).map((step) => ({ step, evidence: byAPerson })),
        questions: [],
      };
    });
  const rest = learned.filter(({ status }) => !kept.some((each) => each.status === status));
  return [...rest, ...kept].sort((a, b) => a.status - b.status);
}

function operationWithKept(learned: LearnedOperation, file: TargetFile): LearnedOperation {
  const mapping = file.operations?.[learned.operation.operationId];
  if (mapping === undefined) return learned;
  const { success, refusal } = mapping;
  const alignments = { ...learned.alignments };
  for (const part of mappedParts) {
    // A response may differ from its description, so the description alone takes nothing back that a response showed.
    const isEvident = part !== 'response' || learned.isAnswered;
    alignments[part] = withSteps(learned.alignments[part], mapping[part] ?? {}, isEvident);
  }
  return {
    ...learned,
    alignments,
    ...(learned.success === undefined && success !== undefined && !learned.isAnswered
      ? { success: { status: success, evidence: byAPerson } }
      : {}),
    ...(learned.refusal === undefined && learned.refusesAsAssumed === undefined && refusal !== undefined
      ? { refusal: { status: refusal, evidence: byAPerson } }
      : {}),
  };
}

/** The same for deliveries: a person's steps for them answer the question that none was received. */
function deliveriesWithKept(
  learned: LearnedDeliveries | undefined,
  { deliveries: kept, confirmed = [] }: TargetFile,
): LearnedDeliveries | undefined {
  if (kept === undefined && !confirmed.includes(gapOfDeliveries)) return learned;
  const nothing: LearnedDeliveries = { steps: [], questions: [] };
  const { steps, questions, pairs = [], signature } = learned ?? nothing;
  const isUnsigned =
    learned === undefined || questions.some(({ at, asks }) => at === '' && asks === signatureQuestion);
  const isSigned = kept?.signature !== undefined || kept?.prefix !== undefined;
  const written = isUnsigned && isSigned;
  const body = withSteps({ steps, questions, pairs }, kept?.body ?? {}, true);
  const header = kept?.signature ?? assumedSignatureHeader;
  return {
    ...body,
    questions: body.questions.filter(({ asks }) => !written || asks !== signatureQuestion),
    ...(written ? { signature: { header, prefix: kept?.prefix ?? '', evidence: byAPerson } } : {}),
    ...(signature === undefined ? {} : { signature }),
  };
}

/** @param isEvident whether a place that was found to be as assumed no longer needs its step */
function withSteps({ steps, questions, pairs }: Alignment, kept: BodySteps, isEvident: boolean): Alignment {
  const asked = new Set(questions.map(({ at }) => at));
  const isNew = (step: DraftStep) =>
    steps.every(({ step: { at, kind, ...rest } }) => {
      const isOtherWord = 'word' in rest && 'word' in step && rest.word !== step.word;
      return at !== step.at || kind !== step.kind || isOtherWord;
    });
  // What was seen need not show every word of a place.
  const isFound = ({ at, kind }: DraftStep) =>
    isEvident &&
    kind !== 'values' &&
    !asked.has(at) &&
    (at === '' ? pairs.length > 0 : pairs.some(({ ours }) => ours === at));
  const added = stepsIn(kept)
    .filter((step) => isNew(step) && !isFound(step))
    .map((step): ProposedStep => ({ step, evidence: byAPerson }));
  const answered = new Set(added.map(({ step }) => step.at));
  return {
    pairs,
    steps: [...steps, ...added],
    questions: questions.filter(({ at }) => !answered.has(at)),
  };
}

/** The steps of a body, one by one. */
function stepsIn(body: BodySteps): readonly DraftStep[] {
  return stepsInFile(body, []).flatMap(({ kind, path: at, value, place }): readonly DraftStep[] => {
    if (kind === 'values')
      return Object.entries(Object(value)).map(([word, to]) => ({ kind, at, word, to: String(to) }));
    // Each step has a value of its kind's type: the schema of the file says so.
    return [{ kind, at, ...(typeof place.at(-1) !== 'number' && { to: value }) } as DraftStep];
  });
}
