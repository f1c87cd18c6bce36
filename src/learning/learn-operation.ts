import { type MappedPart, mappedParts } from '../contract/mapping/file/file-steps.js';
import { type Operation, temporaryRedirections } from '../contract/operations.js';
import { gapsOfRequest, gapsOfResponse, refusalStatuses } from '../contract/unspecified.js';
import { isAtOrBelow, lastName } from '../contract/values/path.js';
import { align } from './align/align.js';
import type { Vocabulary } from './align/resemblance.js';
import { type SharedWords, sharedWordSteps } from './align/shared-words.js';
import { askUnseen, namesInLinks } from './align/unseen-names.js';
import {
  type Alignment,
  type Findings,
  gapOf,
  gapOfRefusals,
  type Pair,
  type Question,
  type Step,
  subjectOf,
} from './propose/findings.js';
import { type DescribedParts, oursOf } from './survey/parts.js';
import { type Shape, unknownShape, withSamples } from './survey/shape.js';

/** The evidence about a target's version of one operation. */
export interface OperationEvidence {
  /** From the live description; absent if the description lacks the operation, or there is none. */
  readonly described?: DescribedParts;
  /** Bodies of successful responses. */
  readonly bodies: readonly unknown[];
  /** Statuses of successes, and of refusals of invalid input, in the order seen. */
  readonly successes: readonly number[];
  readonly refusals: readonly number[];
  /** Whether a success had no body at all. */
  readonly isBare?: boolean;
  /** Values that responses must show, by our path. */
  readonly known?: ReadonlyMap<string, readonly unknown[]>;
  /** How the last request that should have been accepted was refused: `400: "article is missing"`. */
  readonly refused?: string | undefined;
  /** The target's words for ours that responses showed, by our path. */
  readonly words?: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Our places for which an accepted request had a value. */
  readonly accepted?: ReadonlySet<string>;
  /** Names in its requests that responses of other operations showed, as long as nothing contradicts them. */
  readonly supposed?: readonly Step[];
}

/** The target's names and words that operations showed, as evidence for others. */
interface Elsewhere {
  readonly vocabulary: Vocabulary;
  readonly words: SharedWords;
}

/** The learned facts about one operation. */
export interface LearnedOperation extends Findings {
  readonly operation: Operation;
  /** Our elements that its responses have, with their counterparts. */
  readonly pairs: readonly Pair[];
}

/** Whether the success of an operation is a file. */
export function givesFile({ responses, successStatuses }: Operation): boolean {
  return responses.some(({ status, body }) => successStatuses.includes(status) && body === 'file');
}

const nothing: Alignment = { steps: [], questions: [], pairs: [] };

/** Learns how a target implements an operation. */
export function learnOperation(
  operation: Operation,
  evidence: OperationEvidence,
  { vocabulary, words }: Elsewhere,
): LearnedOperation {
  const { described, bodies, successes, accepted = new Set<string>(), supposed = [], known } = evidence;
  const ours = oursOf(operation);
  const theirs = {
    ...described,
    response: withSamples(described?.response ?? unknownShape, bodies, described?.response !== undefined),
  };
  const facts = {
    ...{ vocabulary, known, words: evidence.words, place: operation.operationId },
    context: [operation.tag, ...operation.path.split('/').slice(3, 4)],
  };
  const aligned = (part: MappedPart): Alignment => {
    const [our, their] = [ours[part], theirs[part]];
    const direction = part === 'response' ? 'response' : 'request';
    return our === undefined || their === undefined ? nothing : align(our, their, direction, facts);
  };
  const parts = {
    path: aligned('path'),
    query: aligned('query'),
    request: aligned('request'),
    response: (ours.response && bareResponse(ours.response, evidence)) ?? aligned('response'),
  };
  const links = described === undefined ? namesInLinks(ours.query, bodies, parts.response.pairs) : [];
  const own = mappedParts.flatMap((part) => parts[part].steps.map((step): Step => ({ ...step, part })));
  const named = [...own, ...links, ...supposed];
  const steps = [...named, ...sharedWordSteps(operation, theirs, parts, named, words)];
  const isAnswered = bodies.length > 0 || successes.length > 0;
  const statuses = statusesOf(operation, described?.statuses ?? [], evidence);
  const [gap] = [...gapsOfResponse(operation), ...gapsOfRequest(operation, 2), gapOfRefusals];
  const questions = [
    ...statuses.questions,
    ...(described === undefined ? askUnseen(operation, vocabulary, named, evidence) : []),
    ...mappedParts.flatMap((part) =>
      parts[part].questions.map((question): Question => ({ ...question, part })),
    ),
  ];
  // A response may differ from its description, so the description alone takes nothing back that a response showed.
  const evident = mappedParts.filter((part) => part !== 'response' || isAnswered);
  const found = evident.flatMap((part) =>
    parts[part].pairs.flatMap(({ ours: at }) => [at, ''].map((each) => subjectOf({ part, at: each }))),
  );
  return {
    operation,
    place: ['operations', operation.operationId],
    steps: [
      ...statuses.steps,
      ...mappedParts.flatMap((part) => steps.filter((step) => step.part === part)),
    ].map((step) => withAccepted({ ...step, gap: gapOfKind(step.kind, step.gap ?? gap) }, accepted)),
    questions,
    pairs: parts.response.pairs,
    found: new Set([...found, ...(isAnswered ? [subjectOf({ kind: 'success', at: '' })] : [])]),
  };
}

/** The name of a field is one gap, its bounds and whether it is required are another (clause 2.2). */
function gapOfKind(kind: Step['kind'], gap: string | undefined): string | undefined {
  const isBound = ['bound', 'require', 'optional', 'filled', 'convert'].includes(kind);
  return isBound && gap === 'G-03' ? 'G-02' : gap;
}

/** Steps that an accepted request proves, if it had a value for them. */
const provenByRequests: ReadonlySet<Step['kind']> = new Set(['rename', 'move', 'inside', 'flat', 'convert']);

/** The same step; one that an accepted request contains rests on that, and no longer on a description alone. */
function withAccepted(step: Step, accepted: ReadonlySet<string>): Step {
  const { part, kind, at, source } = step;
  const isProven = part !== 'response' && source !== 'answered' && provenByRequests.has(kind);
  const isSent = isProven && [...accepted].some((place) => isAtOrBelow(place, at));
  return isSent ? { ...step, source: 'accepted' } : step;
}

/** Whether every seen success came without a body, and with a status that can have one. */
function bareResponse(
  { origin }: Shape,
  { isBare, bodies, successes }: OperationEvidence,
): Alignment | undefined {
  const isOpen = origin?.provenance === 'assumed';
  if (!isBare || !isOpen || bodies.length > 0 || successes.every((status) => status === 204))
    return undefined;
  const evidence = 'its response had no body';
  const step = { kind: 'absent', at: '', evidence, source: 'answered', ...gapOf({ origin }) } as const;
  return { steps: [step], questions: [], pairs: [] };
}

/** The names that operations revealed with certainty, as evidence for others. */
export function vocabularyOf(learned: readonly LearnedOperation[]): Vocabulary {
  const words = new Map<string, Map<string, Set<string>>>();
  for (const { operation, steps } of learned)
    for (const { part, kind, at, to } of steps) {
      if (part === undefined || (kind !== 'rename' && kind !== 'move')) continue;
      const ours = lastName(at);
      const known = words.get(ours) ?? new Map<string, Set<string>>();
      const theirs = kind === 'move' ? lastName(String(to)) : String(to);
      const places = known.get(theirs) ?? new Set();
      words.set(ours, known.set(theirs, places.add(`${operation.operationId} ${at}`)));
    }
  return words;
}

/** The statuses of success and of refusal, if they are known and open. */
function statusesOf(
  operation: Operation,
  documented: readonly number[],
  { successes, refusals }: OperationEvidence,
): Pick<Findings, 'steps' | 'questions'> {
  const { responses, successStatuses } = operation;
  const isOpen = (status: number) =>
    responses.some((each) => each.status === status && each.origin.provenance === 'assumed');
  const accepting = documented.filter((status) => status >= 200 && status < 300);
  const leading = documented.filter(
    (status) => givesFile(operation) && temporaryRedirections.includes(status),
  );
  const refusing = documented.filter((status) => refusalStatuses.includes(status));
  const [steps, questions]: [Step[], Question[]] = [[], []];
  const learn = (
    about: Pick<Step, 'kind' | 'gap'>,
    asks: string,
    [seen, told, ours]: readonly (readonly number[])[],
  ) => {
    const all = [...new Set(seen?.length === 0 ? told : seen)];
    if (all.some((status) => ours?.includes(status))) return;
    const [to, ...others] = all;
    if (others.length > 0) {
      const candidates = all.map((status) => ({ answer: String(status), evidence: 'documented or seen' }));
      questions.push({ at: '', asks: `with which status does it ${asks}?`, candidates });
    } else if (to !== undefined)
      steps.push({
        ...{ ...about, at: '', to },
        ...(seen?.length === 0
          ? { evidence: 'no other status is documented', source: 'described' }
          : { evidence: 'the status of its response', source: 'answered' }),
      });
  };
  if (successStatuses.some(isOpen))
    learn({ kind: 'success' }, 'succeed', [
      successes,
      accepting.length > 0 ? accepting : leading,
      successStatuses,
    ]);
  if (!isOpen(400)) return { steps, questions };
  const refusal = { kind: 'refusal', gap: gapOfRefusals } as const;
  learn(refusal, 'refuse invalid input', [refusals, refusing, [400]]);
  // If a different status is documented as well, 400 may be reserved for input that can't be parsed.
  const isUsual = refusals.includes(400) || refusing.join() === '400';
  if (isUsual && !steps.some(({ kind }) => kind === 'refusal'))
    steps.push({
      ...{ ...refusal, at: '', to: 400, evidence: 'it refuses as the contract says' },
      source: refusals.includes(400) ? 'answered' : 'described',
    });
  return { steps, questions };
}
