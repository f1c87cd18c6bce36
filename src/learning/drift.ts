import type { BodySteps, TargetFile } from '../contract/closings/target-file.js';
import { assumedSignatureHeader } from '../http/delivery.js';
import { type LearnedDeliveries, signatureQuestion } from './deliveries.js';
import { errorsOf, type LearnedError } from './errors.js';
import { closingOf, type LearnedOperation, parts } from './learn-operation.js';
import type { Alignment, ProposedStep, Step } from './proposal.js';
import { byAPerson, commonRefusal, gapOfDeliveries, type LearnedTarget } from './target-yaml.js';

/**
 * In what a target differs from its file: steps that it needs and the file doesn't have, steps of the file that it has
 * otherwise, and a live description that changed. Steps of which nothing was seen now are no difference.
 *
 * @returns a line for each, empty where the target is as its file says
 */
export function differences(target: LearnedTarget, file: TargetFile | undefined): readonly string[] {
  const now = learnedFile(target);
  const lines: string[] = [];
  const [then, today] = [file?.learned?.digest, target.learned?.digest];
  if (then !== undefined && today !== undefined && then !== today)
    lines.push(`learned: the live description changed (digest ${then}, now ${today})`);
  const refusal = (each: TargetFile | undefined) => each?.refusal ?? 400;
  if (refusal(file) !== refusal(now)) lines.push(`refusal: ${refusal(file)}, now ${refusal(now)}`);
  const [before, after] = [flattened(file), flattened(now)];
  const seen = new Set(
    target.operations.filter(({ isKnown }) => isKnown).map((each) => each.operation.operationId as string),
  );
  const errors = new Set((target.errors ?? []).map(({ status }) => String(status)));
  for (const [place, value] of after) {
    const known = before.get(place);
    if (known === undefined) lines.push(`${place}: as assumed, now ${value}`);
    else if (known !== value) lines.push(`${place}: ${known}, now ${value}`);
  }
  const asked = new Set(
    target.operations.flatMap(({ operation, alignments }) =>
      Object.entries(alignments).flatMap(([part, { questions }]) =>
        questions.map(({ at }) => `${operation.operationId} ${part} ${at}`),
      ),
    ),
  );
  for (const [place, value] of before) {
    const [operation = '', part = '', , ...rest] = place.split(' ');
    if (operation === 'errors') {
      if (!after.has(place) && errors.has(part)) lines.push(`${place}: ${value}, now as assumed`);
      continue;
    }
    if (after.has(place) || !seen.has(operation) || asked.has(`${operation} ${part} ${rest.join(' ')}`))
      continue;
    if (!hasPair(target, operation, part, rest.join(' '))) continue;
    lines.push(`${place}: ${value}, now as assumed`);
  }
  return lines;
}

/** What was learned as a file says it. */
function learnedFile({ operations, errors: learned = [] }: LearnedTarget): TargetFile {
  const errors = errorsOf(learned);
  const refusal = commonRefusal(operations);
  const closings = operations.flatMap((each) => {
    const closing = closingOf(each);
    if (closing === undefined) return [];
    const { refusal: own, ...rest } = closing;
    const kept = own === undefined || own === refusal ? rest : closing;
    return Object.keys(kept).length === 0 ? [] : [[each.operation.operationId, kept] as const];
  });
  return {
    contract: '',
    operations: Object.fromEntries(closings),
    ...(refusal === undefined ? {} : { refusal }),
    ...(errors === undefined ? {} : { errors }),
  };
}

/** Every step by its place: `listOrders response rename items[].status`, `errors 422 rename message`. */
function flattened({ operations = {}, errors = {} }: Partial<TargetFile> = {}): Map<string, string> {
  const found = new Map<string, string>();
  for (const [id, closing] of Object.entries({ ...operations, errors }))
    for (const [part, steps] of Object.entries(Object(closing))) {
      if (typeof steps !== 'object' || steps === null) {
        found.set(`${id} ${part}`, String(steps));
        continue;
      }
      for (const [kind, entries] of Object.entries(steps)) {
        if (typeof entries === 'string') found.set(`${id} ${part} ${kind}`, entries);
        else
          for (const [at, value] of Array.isArray(entries)
            ? entries.map((each): [string, unknown] => [String(each), true])
            : Object.entries(Object(entries)))
            found.set(`${id} ${part} ${kind} ${at}`, JSON.stringify(value));
      }
    }
  return found;
}

/** Whether the element was found, so that nothing different about it means that it is as assumed. */
function hasPair({ operations }: LearnedTarget, id: string, part: string, at: string): boolean {
  const learned = operations.find(({ operation }) => operation.operationId === id);
  const [, alignment] = Object.entries(learned?.alignments ?? {}).find(([name]) => name === part) ?? [];
  return at === '' || (alignment?.pairs.some(({ ours }) => ours === at) ?? false);
}

/**
 * What was learned with what a person wrote into the file: steps at places where nothing was learned are kept, and questions
 * that they answer are not asked again. Where both say something else, what was learned is proposed: the difference shows it.
 */
export function withKept(target: LearnedTarget, file: TargetFile | undefined): LearnedTarget {
  if (file === undefined) return target;
  const { confirmed, refusal } = file;
  return {
    ...target,
    operations: target.operations.map((each) => operationWithKept(each, file)),
    errors: errorsWithKept(target.errors ?? [], file),
    deliveries: deliveriesWithKept(target.deliveries, file),
    ...(confirmed === undefined ? {} : { confirmed }),
    ...(refusal === undefined || target.operations.some(({ refusesAsAssumed }) => refusesAsAssumed)
      ? {}
      : { refusal }),
  };
}

/** The errors of each status: as a person described them, unless learning left nothing about them open. */
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
  const closing = file.operations?.[learned.operation.operationId];
  if (closing === undefined) return learned;
  const { absent, success, refusal } = closing;
  const alignments = { ...learned.alignments };
  for (const part of parts) alignments[part] = withSteps(learned.alignments[part], closing[part] ?? {});
  return {
    ...learned,
    alignments,
    ...(absent === undefined ? {} : { absent }),
    ...(learned.success === undefined && success !== undefined
      ? { success: { status: success, evidence: byAPerson } }
      : {}),
    ...(learned.refusal === undefined && !learned.refusesAsAssumed && refusal !== undefined
      ? { refusal: { status: refusal, evidence: byAPerson } }
      : {}),
  };
}

/** The same of deliveries: what a person wrote of them answers that none was received. */
function deliveriesWithKept(
  learned: LearnedDeliveries | undefined,
  { deliveries: kept, confirmed = [] }: TargetFile,
): LearnedDeliveries | undefined {
  if (kept === undefined && !confirmed.includes(gapOfDeliveries)) return learned;
  const {
    steps,
    questions,
    pairs = [],
    signature,
  }: LearnedDeliveries = learned ?? { steps: [], questions: [] };
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
  const isNew = (step: Step) =>
    steps.every(
      (each) => each.step.at !== step.at || each.step.kind !== step.kind || isOtherWord(each.step, step),
    );
  // What was found to be as assumed, and was not asked, has no need of a step from before.
  const isFound = (step: Step) => pairs.some(({ ours }) => ours === step.at) && !asked.has(step.at);
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
