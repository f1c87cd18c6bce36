import type { OperationClosing } from '../contract/closings/target-file.js';
import { contract, isJsonObject, type JsonObject } from '../contract/document.js';
import type { Operation } from '../contract/operations.js';
import { type Origin, originOf } from '../contract/origin.js';
import { Place } from '../contract/place.js';
import { refusalStatuses } from '../contract/unshown.js';
import type { DescribedOperation } from '../target/live-description.js';
import { align, type Direction } from './align.js';
import { type Alignment, bodySteps, type Question } from './proposal.js';
import type { Vocabulary } from './resemblance.js';
import { type Shape, type ShapeField, shapeOfSchema, unknownShape, withSamples } from './shape.js';

/** Parts of an operation that a target may write in its own way. */
export const parts = ['path', 'query', 'request', 'response'] as const;

export type Part = (typeof parts)[number];

/** What is known of how a target does one operation. */
export interface OperationEvidence {
  /** Of the live description; none where that doesn't have the operation, or there is none. */
  readonly described?: DescribedOperation;
  /** Bodies of successful answers. */
  readonly bodies: readonly unknown[];
  /** Statuses of successes, and of refusals of invalid input, as they came. */
  readonly successes: readonly number[];
  readonly refusals: readonly number[];
  /** Values that answers must show, by our path. */
  readonly known?: ReadonlyMap<string, readonly unknown[]>;
}

/** What was learned of one operation. */
export interface LearnedOperation {
  readonly operation: Operation;
  readonly alignments: Readonly<Record<Part, Alignment>>;
  readonly success?: ProposedStatus;
  readonly refusal?: ProposedStatus;
  /** Questions about statuses. */
  readonly questions: readonly Question[];
  /** Whether anything was known of it. */
  readonly isKnown: boolean;
}

/** A status, and how it is known. */
export interface ProposedStatus {
  readonly status: number;
  readonly evidence: string;
}

const nothing: Alignment = { steps: [], questions: [], pairs: [] };

/**
 * Learns how a target does an operation.
 *
 * @param document - the live description that `evidence.described` is of
 * @param vocabulary - what other operations showed
 */
export function learnOperation(
  operation: Operation,
  document: JsonObject,
  evidence: OperationEvidence,
  vocabulary: Vocabulary,
): LearnedOperation {
  const theirs = new DescribedParts(document, evidence.described);
  const ours = new ContractParts(operation);
  const context = [operation.tag, ...operation.path.split('/').slice(3, 4)];
  const aligned = (part: Part, our: Shape, their: Shape, direction: Direction) => {
    const known = part === 'response' ? { known: evidence.known ?? new Map() } : {};
    return align(our, their, direction, { vocabulary, context, place: operation.operationId, ...known });
  };
  const response = withSamples(theirs.response, evidence.bodies, theirs.hasResponse);
  return {
    operation,
    alignments: {
      path: aligned('path', ours.parameters('path'), theirs.path(operation), 'request'),
      query: aligned('query', ours.parameters('query'), theirs.query, 'request'),
      request:
        ours.request === undefined ? nothing : aligned('request', ours.request, theirs.request, 'request'),
      response:
        ours.response === undefined ? nothing : aligned('response', ours.response, response, 'answer'),
    },
    ...statusesOf(operation, theirs.statuses, evidence),
    isKnown: evidence.described !== undefined || evidence.bodies.length > 0 || evidence.successes.length > 0,
  };
}

/** The steps of an operation as a target's file holds them; undefined where it does everything as assumed. */
export function closingOf({ alignments, success, refusal }: LearnedOperation): OperationClosing | undefined {
  const bodies = parts
    .filter((part) => alignments[part].steps.length > 0)
    .map((part) => [part, bodySteps(alignments[part].steps.map(({ step }) => step))]);
  const closing: OperationClosing = {
    ...(success === undefined ? {} : { success: success.status }),
    ...(refusal === undefined ? {} : { refusal: refusal.status }),
    ...Object.fromEntries(bodies),
  };
  return Object.keys(closing).length === 0 ? undefined : closing;
}

/** What operations called things with certainty, for others to go by. */
export function vocabularyOf(learned: readonly LearnedOperation[]): Vocabulary {
  const words = new Map<string, Map<string, Set<string>>>();
  for (const { operation, alignments } of learned)
    for (const part of parts)
      for (const { step } of alignments[part].steps) {
        if (step.kind !== 'rename' && step.kind !== 'move') continue;
        const ours = lastOf(step.at);
        const known = words.get(ours) ?? new Map<string, Set<string>>();
        const places = known.get(lastOf(step.to)) ?? new Set();
        words.set(ours, known.set(lastOf(step.to), places.add(`${operation.operationId} ${step.at}`)));
      }
  return words;
}

function lastOf(path: string): string {
  return (path.split('.').at(-1) ?? '').replaceAll('[]', '');
}

/** The parts of an operation as the contract has them. */
class ContractParts {
  readonly #operation: Operation;

  constructor(operation: Operation) {
    this.#operation = operation;
  }

  parameters(location: 'path' | 'query'): Shape {
    const fields = this.#operation.parameters
      .filter((parameter) => parameter.in === location)
      .map(({ name, schema, origin, required }): [string, ShapeField] => [
        name,
        { shape: { ...shapeOfSchema(contract, schema, [origin]), origin }, required },
      ]);
    return objectOf(new Map(fields), { provenance: 'assumed' });
  }

  get request(): Shape | undefined {
    const body = this.#operation.requestBody;
    return body === undefined ? undefined : this.#at(body.schemaPointer, [body.origin]);
  }

  get response(): Shape | undefined {
    const { responses, successStatuses } = this.#operation;
    const success = responses.find(({ status, body }) => successStatuses.includes(status) && body === 'json');
    return success?.schemaPointer === undefined
      ? undefined
      : this.#at(success.schemaPointer, [success.origin]);
  }

  #at(pointer: string, around: readonly Origin[]): Shape {
    const slash = pointer.lastIndexOf('/');
    const holder = new Place(contract, pointer.slice(0, slash)).node;
    const schema = holder[pointer.slice(slash + 1)];
    // What stands next to a reference speaks of the reference.
    const own = isJsonObject(schema) ? (originOf(schema) ?? []) : [];
    return shapeOfSchema(contract, schema, [own, ...around].flat());
  }
}

/** The parts of an operation as a live description has them. */
class DescribedParts {
  readonly #document: JsonObject;
  readonly #described: DescribedOperation | undefined;

  constructor(document: JsonObject, described: DescribedOperation | undefined) {
    this.#document = document;
    this.#described = described;
  }

  get query(): Shape {
    return this.#parameters('query');
  }

  /** By their place in the path: their names don't matter. */
  path(operation: Operation): Shape {
    const names = operation.parameters.filter((each) => each.in === 'path').map(({ name }) => name);
    const theirs = [...this.#parameters('path').fields.values()];
    const fields = names.flatMap((name, index): [string, ShapeField][] => {
      const field = theirs[index];
      return field === undefined ? [] : [[name, field]];
    });
    return objectOf(new Map(fields));
  }

  get request(): Shape {
    const body = this.#resolved(this.#described?.operation.requestBody);
    return this.#schemaIn(body) ?? unknownShape;
  }

  get response(): Shape {
    return this.#success ?? unknownShape;
  }

  get hasResponse(): boolean {
    return this.#success !== undefined;
  }

  /** Statuses that it documents; those of a class or `default` not among them. */
  get statuses(): readonly number[] {
    return Object.keys(this.#responses).flatMap((status) => (/^\d{3}$/.test(status) ? [Number(status)] : []));
  }

  get #success(): Shape | undefined {
    for (const [status, response] of Object.entries(this.#responses)) {
      const shape = /^2(\d\d|XX)$/.test(status) ? this.#schemaIn(this.#resolved(response)) : undefined;
      if (shape !== undefined) return shape;
    }
    return undefined;
  }

  get #responses(): JsonObject {
    const { responses } = this.#described?.operation ?? {};
    return isJsonObject(responses) ? responses : {};
  }

  #parameters(location: 'path' | 'query'): Shape {
    const { operation, item } = this.#described ?? {};
    const declared = [item?.parameters, operation?.parameters].flatMap((list) =>
      Array.isArray(list) ? list.map((each) => this.#resolved(each)) : [],
    );
    const fields = declared
      .filter((each) => each.in === location && typeof each.name === 'string')
      .map(({ name, schema, required }): [string, ShapeField] => [
        String(name),
        { shape: shapeOfSchema(this.#document, schema), required: required === true },
      ]);
    return objectOf(new Map(fields));
  }

  #schemaIn(holder: JsonObject): Shape | undefined {
    const content = isJsonObject(holder.content) ? holder.content : {};
    const [, media] = Object.entries(content).find(([type]) => /[/+]json\b/.test(type)) ?? [];
    if (!isJsonObject(media) || !isJsonObject(media.schema)) return undefined;
    return shapeOfSchema(this.#document, media.schema);
  }

  #resolved(value: unknown): JsonObject {
    if (!isJsonObject(value)) return {};
    if (typeof value.$ref !== 'string') return value;
    try {
      return new Place(this.#document, value.$ref.replace(/^#/, '')).node;
    } catch {
      // A reference that leads nowhere says nothing.
      return {};
    }
  }
}

function objectOf(fields: ReadonlyMap<string, ShapeField>, origin?: Origin): Shape {
  return {
    ...unknownShape,
    types: new Set(['object']),
    fields,
    saysRequired: true,
    ...(origin === undefined ? {} : { origin }),
  };
}

/** The statuses of success and refusal, where they are not as assumed. */
function statusesOf(
  operation: Operation,
  documented: readonly number[],
  { successes, refusals }: OperationEvidence,
): Pick<LearnedOperation, 'success' | 'refusal' | 'questions'> {
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
    const evidence = seen.length > 0 ? 'as it answered' : 'the description documents no other';
    return isOurs(first) ? undefined : { status: first, evidence };
  };
  const { successStatuses } = operation;
  const isOpenSuccess = assumed.some(({ status }) => successStatuses.includes(status));
  const success = isOpenSuccess
    ? pick(
        'succeed',
        successes,
        documented.filter((status) => status >= 200 && status < 300),
        (status) => successStatuses.includes(status),
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
  return {
    ...(success === undefined ? {} : { success }),
    ...(refusal === undefined ? {} : { refusal }),
    questions,
  };
}
