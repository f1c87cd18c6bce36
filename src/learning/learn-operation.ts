import type { JsonObject } from '../contract/documents/document.js';
import { type MappedPart, mappedParts } from '../contract/mapping/file/file-steps.js';
import type { OperationMapping } from '../contract/mapping/file/target-file.js';
import { type Operation, temporaryRedirections } from '../contract/operations.js';
import { gapsOfRequest, gapsOfResponse, refusalStatuses } from '../contract/unspecified.js';
import { isAtOrBelow, lastName } from '../contract/values/path.js';
import type { DescribedOperation } from '../target/load-live-description.js';
import { align } from './align/align.js';
import type { Direction } from './align/align-value.js';
import { pagedByCursor } from './align/paged-by-cursor.js';
import type { Vocabulary } from './align/resemblance.js';
import { type SharedWords, sharedWordSteps, sharedWordsOf } from './align/shared-words.js';
import { askUnseen, namesInLinks } from './align/unseen-names.js';
import {
  type Alignment,
  bodySteps,
  gapOf,
  type ProposedStep,
  type Question,
  type Source,
} from './propose/proposal.js';
import { DescribedParts, oursOf } from './survey/contract-parts.js';
import { type Shape, withSamples } from './survey/shape.js';

/** A step of one part of a request. */
export interface RequestStep extends ProposedStep {
  readonly part: 'query' | 'request';
}

/** The evidence about a target's version of one operation. */
export interface OperationEvidence {
  /** From the live description; absent if the description lacks the operation, or there is none. */
  readonly described?: DescribedOperation;
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
  /** The target's words that other operations showed. */
  readonly sharedWords?: SharedWords;
  /** Our places for which an accepted request had a value. */
  readonly accepted?: ReadonlySet<string>;
  /** Names in its requests that responses of other operations showed, as long as nothing contradicts them. */
  readonly supposed?: readonly RequestStep[];
}

/** The learned facts about one operation. */
export interface LearnedOperation {
  readonly operation: Operation;
  readonly alignments: Readonly<Record<MappedPart, Alignment>>;
  readonly success?: ProposedStatus;
  readonly refusal?: ProposedStatus;
  /** What shows that it refuses with the assumed status; absent if that isn't known. */
  readonly refusesAsAssumed?: Source;
  /** Questions about statuses. */
  readonly questions: readonly Question[];
  /** The gaps that leave its response and its request open, the one about its success first. */
  readonly gaps: readonly string[];
  /** Whether anything was known about it, and whether from a description. */
  readonly isKnown: boolean;
  /** Whether a success was seen: if not, its responses are known from a description at most. */
  readonly isAnswered: boolean;
  readonly isDescribed: boolean;
}

/** A status and its evidence. */
interface ProposedStatus {
  readonly status: number;
  readonly evidence: string;
  /** Absent if a person wrote it. */
  readonly source?: Source;
}

/** Whether the success of an operation is a file. */
export function givesFile({ responses, successStatuses }: Operation): boolean {
  return responses.some(({ status, body }) => successStatuses.includes(status) && body === 'file');
}

/** The gap of refusals, which every operation has except the status results (clause 7). */
const gapOfRefusals = ['G-15'];

const nothing: Alignment = { steps: [], questions: [], pairs: [] };

/**
 * Learns how a target implements an operation.
 * @param document - the live description that contains `evidence.described`
 * @param vocabulary - the words that other operations showed
 */
export function learnOperation(
  operation: Operation,
  document: JsonObject,
  evidence: OperationEvidence,
  vocabulary: Vocabulary,
): LearnedOperation {
  const theirs = new DescribedParts(document, evidence.described);
  const ours = oursOf(operation);
  const context = [operation.tag, ...operation.path.split('/').slice(3, 4)];
  const aligned = (part: MappedPart, our: Shape, their: Shape, direction: Direction) => {
    const known = {
      ...(part === 'response' || part === 'request' ? { known: evidence.known ?? new Map() } : {}),
      ...(part === 'response' ? { words: evidence.words ?? new Map() } : {}),
    };
    return align(our, their, direction, { vocabulary, context, place: operation.operationId, ...known });
  };
  const response = withSamples(theirs.response, evidence.bodies, theirs.hasResponse);
  const isDescribed = evidence.described !== undefined;
  const { accepted: sent = new Set<string>(), bodies, successes, supposed = [] } = evidence;
  const query = aligned('query', ours.query, theirs.query, 'request');
  const request =
    ours.request === undefined ? nothing : aligned('request', ours.request, theirs.request, 'request');
  const statuses = statusesOf(operation, theirs.statuses, evidence);
  const inResponse =
    ours.response === undefined
      ? nothing
      : (bareResponse(ours.response, evidence) ?? aligned('response', ours.response, response, 'response'));
  const paged = pagedByCursor(ours.query, theirs.query, query, inResponse);
  const own = sharedWordsOf([{ operation, alignments: { ...paged, request } }]);
  const shared = (part: MappedPart, their: Shape, found: Alignment): Alignment => {
    const steps = sharedWordSteps(operation, part, their, found, own, evidence.sharedWords ?? new Map());
    return steps.length === 0 ? found : { ...found, steps: [...found.steps, ...steps] };
  };
  const accepted = (found: Alignment) => withAccepted(found, sent);
  const shown = (part: 'query' | 'request'): readonly ProposedStep[] =>
    supposed.flatMap(({ part: of, ...found }) => (of === part ? [found] : []));
  const links = isDescribed ? [] : namesInLinks(ours.query, bodies, inResponse.pairs);
  const names = {
    query: [...paged.query.steps, ...links, ...shown('query')],
    request: [...request.steps, ...shown('request')],
  };
  return {
    operation,
    alignments: {
      path: accepted(aligned('path', ours.path, theirs.path(operation), 'request')),
      query: accepted(shared('query', theirs.query, { ...paged.query, steps: names.query })),
      request: accepted(shared('request', theirs.request, { ...request, steps: names.request })),
      response: shared('response', response, paged.response),
    },
    ...statuses,
    questions: [
      ...statuses.questions,
      ...(isDescribed
        ? []
        : askUnseen(operation, ours, vocabulary, {
            steps: names,
            accepted: sent,
            isAnswered: successes.length > 0,
            refused: evidence.refused,
          })),
    ],
    gaps: [...new Set([...gapsOfResponse(operation), ...gapsOfRequest(operation, 2), ...gapOfRefusals])],
    isDescribed,
    isAnswered: bodies.length > 0 || successes.length > 0,
    isKnown: isDescribed || bodies.length > 0 || successes.length > 0,
  };
}

/** Steps that an accepted request proves, if it had a value for them. */
const provenByRequests: ReadonlySet<ProposedStep['step']['kind']> = new Set([
  'rename',
  'move',
  'inside',
  'flat',
  'convert',
]);

/** The same steps; those that an accepted request contains rest on that, and no longer on a description alone. */
function withAccepted(found: Alignment, accepted: ReadonlySet<string>): Alignment {
  const isSent = (at: string) => [...accepted].some((place) => isAtOrBelow(place, at));
  return {
    ...found,
    steps: found.steps.map((each) =>
      each.source !== 'answered' && provenByRequests.has(each.step.kind) && isSent(each.step.at)
        ? { ...each, source: 'accepted' }
        : each,
    ),
  };
}

/** Whether every seen success came without a body, and with a status that can have one. */
function bareResponse(
  { origin }: Shape,
  { isBare, bodies, successes }: OperationEvidence,
): Alignment | undefined {
  const isOpen = origin?.provenance === 'assumed';
  if (!isBare || !isOpen || bodies.length > 0 || successes.every((status) => status === 204))
    return undefined;
  const step = {
    step: { kind: 'absent', at: '' },
    evidence: 'its response had no body',
    source: 'answered',
    ...gapOf({ origin }),
  } as const;
  return { steps: [step], questions: [], pairs: [] };
}

/**
 * The steps of an operation as a target's file contains them; undefined if it does everything as assumed.
 * @param common - the status with which the target refuses invalid input, if the file states one for all operations
 */
export function mappingOf(learned: LearnedOperation, common?: number): OperationMapping | undefined {
  const { alignments, success, refusesAsAssumed } = learned;
  const usual = common !== undefined && refusesAsAssumed !== undefined ? 400 : undefined;
  const refusal = learned.refusal?.status ?? usual;
  const bodies = mappedParts
    .filter((part) => alignments[part].steps.length > 0)
    .map((part) => [part, bodySteps(alignments[part].steps.map(({ step }) => step))]);
  const mapping: OperationMapping = {
    ...(success && { success: success.status }),
    ...(refusal !== undefined && refusal !== common && { refusal }),
    ...Object.fromEntries(bodies),
  };
  return Object.keys(mapping).length === 0 ? undefined : mapping;
}

/** The names that operations revealed with certainty, as evidence for others. */
export function vocabularyOf(learned: readonly LearnedOperation[]): Vocabulary {
  const words = new Map<string, Map<string, Set<string>>>();
  for (const { operation, alignments } of learned)
    for (const part of mappedParts)
      for (const { step } of alignments[part].steps) {
        if (step.kind !== 'rename' && step.kind !== 'move') continue;
        const ours = lastName(step.at);
        const known = words.get(ours) ?? new Map<string, Set<string>>();
        const theirs = step.kind === 'move' ? lastName(step.to) : step.to;
        const places = known.get(theirs) ?? new Set();
        words.set(ours, known.set(theirs, places.add(`${operation.operationId} ${step.at}`)));
      }
  return words;
}

/** The statuses of success and refusal, if they are not as assumed. */
function statusesOf(
  operation: Operation,
  documented: readonly number[],
  { successes, refusals }: OperationEvidence,
): Pick<LearnedOperation, 'success' | 'refusal' | 'refusesAsAssumed' | 'questions'> {
  const questions: Question[] = [];
  const assumed = operation.responses.filter(({ origin }) => origin.provenance === 'assumed');
  const pick = (
    what: string,
    seen: readonly number[],
    told: readonly number[],
    isOurs: (status: number) => boolean,
  ) => {
    const [first, ...others] = new Set(seen.length > 0 ? seen : told);
    if (first === undefined) return undefined;
    if (others.length > 0) {
      const candidates = [first, ...others].map((status) => ({
        answer: String(status),
        evidence: 'documented or seen',
      }));
      if (![first, ...others].some(isOurs))
        questions.push({ at: '', asks: `with which status does it ${what}?`, candidates });
      return undefined;
    }
    if (isOurs(first)) return undefined;
    return seen.length > 0
      ? { status: first, evidence: 'the status of its response', source: 'answered' as const }
      : { status: first, evidence: 'no other status is documented', source: 'described' as const };
  };
  const { successStatuses } = operation;
  const accepting = documented.filter((status) => status >= 200 && status < 300);
  const leading = givesFile(operation)
    ? documented.filter((status) => temporaryRedirections.includes(status))
    : [];
  const isOpenSuccess = assumed.some(({ status }) => successStatuses.includes(status));
  const success = isOpenSuccess
    ? pick('succeed', successes, accepting.length > 0 ? accepting : leading, (status) =>
        successStatuses.includes(status),
      )
    : undefined;
  const isOpenRefusal = assumed.some(({ status }) => status === 400);
  const refusal = isOpenRefusal
    ? pick(
        'refuse invalid input',
        refusals,
        documented.filter((status) => refusalStatuses.includes(status)),
        (status) => status === 400,
      )
    : undefined;
  // If a different status is documented as well, 400 may be reserved for input that can't be parsed.
  const isOnlyBadRequest =
    documented.includes(400) && documented.filter((status) => refusalStatuses.includes(status)).length === 1;
  return {
    ...(success === undefined ? {} : { success }),
    ...(refusal === undefined ? {} : { refusal }),
    ...(isOpenRefusal &&
      refusal === undefined &&
      (refusals.includes(400) || isOnlyBadRequest) && {
        refusesAsAssumed: refusals.includes(400) ? 'answered' : 'described',
      }),
    questions,
  };
}
