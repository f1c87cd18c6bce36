import { entriesOf, mappedParts, stepsIn as stepsInFile } from '../../contract/mapping/file/file-steps.js';
import type { BodySteps, TargetFile } from '../../contract/mapping/file/target-file.js';
import { assumedSignatureHeader } from '../../http/transports/translated-transport.js';
import type { LearnedOperation } from '../learn-operation.js';
import type { LearnedError } from '../survey/errors.js';
import { type LearnedDeliveries, signatureQuestion } from '../trials/deliveries.js';
import { gapOfDeliveries, type LearnedTarget } from './learned-steps.js';
import type { Alignment, DraftStep, ProposedStep } from './proposal.js';
import { byAPerson, learnedFile } from './target-yaml.js';

/**
 * How a target differs from its file: steps that it needs and the file lacks, steps of the file that it no longer fits,
 * and a changed live description. A step for which there is no evidence now is not a difference.
 * @returns a line for each difference, empty if the target matches its file
 */
export function differences(target: LearnedTarget, file: TargetFile | undefined): readonly string[] {
  const now = learnedFile(target);
  const lines: string[] = [];
  const [then, today] = [file?.learned?.digest, target.learned?.digest];
  if (then !== undefined && today !== undefined && then !== today)
    lines.push(`learned: the live description changed (digest ${then}, now ${today})`);
  const [refusal, refusalNow] = [file?.refusal ?? 400, now.refusal ?? 400];
  if (refusal !== refusalNow) lines.push(`refusal: ${refusal}, now ${refusalNow}`);
  const isSame = file?.equal === 'same-batch';
  if (target.equal !== undefined && target.equal.isSameBatch !== isSame)
    lines.push(`equal: ${isSame ? 'same-batch, now as assumed' : 'as assumed, now same-batch'}`);
  const [before, after] = [entriesByPlace(file), entriesByPlace(now)];
  for (const [place, { value }] of after) {
    const known = before.get(place)?.value ?? 'as assumed';
    if (known !== value) lines.push(`${place}: ${known}, now ${value}`);
  }
  for (const [place, { keys, value }] of before)
    if (!after.has(place) && isSeen(target, keys)) lines.push(`${place}: ${value}, now as assumed`);
  return lines;
}

/** The number of steps of a file for which there is no evidence now, so that they can't be compared. */
export function countUnseen(target: LearnedTarget, file: TargetFile | undefined): number {
  const now = entriesByPlace(learnedFile(target));
  return [...entriesByPlace(file)].filter(([place, { keys }]) => !now.has(place) && !isSeen(target, keys))
    .length;
}

/** Whether enough was seen of a place to conclude from a missing difference that the place is as assumed. */
function isSeen({ operations, errors = [] }: LearnedTarget, [id, part, , at = '']: Closing['keys']): boolean {
  if (id === 'errors') return errors.some(({ status }) => String(status) === part);
  const learned = operations.find(({ operation, isKnown }) => isKnown && operation.operationId === id);
  if (learned === undefined) return false;
  // A response may differ from its description, so the description alone takes nothing back that a response showed.
  if ((part === 'response' || part === 'success') && !learned.isAnswered) return false;
  if (part === 'refusal' && learned.refusal === undefined && learned.refusesAsAssumed === undefined)
    return false;
  const [, alignment] = Object.entries(learned.alignments).find(([name]) => name === part) ?? [];
  if (alignment?.questions.some((question) => question.at === at)) return false;
  return at === '' || (alignment?.pairs.some(({ ours }) => ours === at) ?? false);
}

/** An entry of a file: its operation, part, kind of step and path, and its value. */
interface Closing {
  readonly keys: readonly string[];
  readonly value: string;
}

/** The steps of a file by their places: `listOrders response rename items[].status`, `errors 422 rename message`. */
function entriesByPlace(file: TargetFile | undefined): ReadonlyMap<string, Closing> {
  const found = new Map<string, Closing>();
  for (const entry of file === undefined ? [] : entriesOf(file)) {
    const [section, ...below] = 'kind' in entry ? [...entry.place.slice(0, -1), entry.path] : entry.place;
    const value = 'kind' in entry ? JSON.stringify(entry.value) : String(entry.value);
    const keys = (section === 'errors' ? [section, ...below] : below).map(String);
    if (section === 'errors' || section === 'operations') found.set(keys.join(' '), { keys, value });
  }
  return found;
}

/**
 * The learned facts, combined with what a person wrote into the file: steps at places where nothing was learned are
 * kept, and questions that they answer are not asked again. If the two disagree, the learned step is proposed, and the
 * difference shows it.
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
  const { absent, success, refusal } = mapping;
  const alignments = { ...learned.alignments };
  for (const part of mappedParts) alignments[part] = withSteps(learned.alignments[part], mapping[part] ?? {});
  return {
    ...learned,
    alignments,
    ...(absent === undefined ? {} : { absent }),
    ...(learned.success === undefined && success !== undefined
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
  const body = withSteps({ steps, questions, pairs }, kept?.body ?? {});
  const header = kept?.signature ?? assumedSignatureHeader;
  return {
    ...body,
    questions: body.questions.filter(({ asks }) => !written || asks !== signatureQuestion),
    ...(written ? { signature: { header, prefix: kept?.prefix ?? '', evidence: byAPerson } } : {}),
    ...(signature === undefined ? {} : { signature }),
  };
}

function withSteps({ steps, questions, pairs }: Alignment, kept: BodySteps): Alignment {
  const asked = new Set(questions.map(({ at }) => at));
  const isNew = (step: DraftStep) =>
    steps.every(({ step: { at, kind, ...rest } }) => {
      const isOtherWord = 'word' in rest && 'word' in step && rest.word !== step.word;
      return at !== step.at || kind !== step.kind || isOtherWord;
    });
  // A place found to be as assumed, without a question, no longer needs its earlier step.
  const isFound = (step: DraftStep) => pairs.some(({ ours }) => ours === step.at) && !asked.has(step.at);
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
