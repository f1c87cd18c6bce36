import { isJsonObject } from '../../contract/documents/document.js';
import type { ErrorWording } from '../../contract/mapping/file/target-file.js';
import { gapOfError, shownErrors } from '../../contract/mapping/mapped-errors.js';
import { refusalStatuses } from '../../contract/unspecified.js';
import { writePath } from '../../contract/values/path.js';
import { messageRank } from '../align/names.js';
import { bodySteps, type ProposedStep, type Question, type Source } from '../propose/proposal.js';
import { type Shape, unknownShape, withSamples } from './shape.js';

/** An error that a target returned. */
export interface SeenError {
  /** Its media type without parameters; empty if it declares none. */
  readonly type: string;
  readonly isEmpty: boolean;
  /** Undefined if the body isn't JSON. */
  readonly json: unknown;
}

/** The live description's view of an operation's error. */
export interface DescribedError {
  readonly type: string;
  /** The shape of its JSON. */
  readonly shape?: Shape;
}

/** How a target words the errors of one status, as far as that is known. */
export interface LearnedError {
  readonly status: number;
  readonly type?: { readonly value: string; readonly evidence: string; readonly source?: Source };
  readonly steps: readonly ProposedStep[];
  readonly questions: readonly Question[];
}

/** A string in the body of an error that may be its message. */
interface Text {
  readonly path: readonly string[];
  readonly values: readonly string[];
}

const problemType = 'application/problem+json';

/**
 * Learns how a target words its errors. It covers each status whose body the description doesn't show, if the status
 * was seen, or if it is described as a refusal of the input or of a further request. Seen bodies outweigh described
 * ones; a missing description of a body proves nothing.
 * @returns the known facts, in ascending order of status
 */
export function learnErrors(
  seen: ReadonlyMap<number, readonly SeenError[]>,
  described: ReadonlyMap<number, readonly DescribedError[]>,
): readonly LearnedError[] {
  const told = [...described.keys()].filter((status) => status === 429 || refusalStatuses.includes(status));
  const statuses = [...new Set([...seen.keys(), ...told])]
    .filter((status) => status >= 400 && status < 500 && !shownErrors.includes(status))
    .sort((a, b) => a - b);
  return statuses.map((status) => learned(status, seen.get(status) ?? [], described.get(status) ?? []));
}

function learned(
  status: number,
  seen: readonly SeenError[],
  described: readonly DescribedError[],
): LearnedError {
  const type = typeOf(seen, described);
  const about = { gap: gapOfError(status), source: seen.length > 0 ? 'answered' : 'described' } as const;
  const { gap, source } = about;
  const told =
    type === '' || type === 'application/json'
      ? {}
      : { type: { value: type, evidence: 'its media type', source } };
  const lacking = (at: '' | 'message', because: string): LearnedError => ({
    status,
    ...told,
    steps: [{ step: { kind: 'absent', at }, evidence: because, ...about }],
    questions: [],
  });
  if (seen.length > 0 && seen.every(({ isEmpty }) => isEmpty)) return lacking('', 'it has no body');
  const objects = seen.map(({ json }) => json).filter(isJsonObject);
  const shapes = described.flatMap(({ shape }) => shape ?? []);
  if (objects.length === 0 && (seen.length > 0 || (type !== '' && !/[/+]json$/.test(type))))
    return lacking('', 'its body is not a JSON object');
  const [shape] = shapes;
  const whole = withSamples(shape ?? unknownShape, objects, shape !== undefined);
  // What a body shows wins over what is described.
  const strings = textsIn(whole, []).filter(({ values }) => objects.length === 0 || values.length > 0);
  const isAsAssumed = strings.some(({ path }) => path.join('.') === 'message') || whole.fields.size === 0;
  if (isAsAssumed) return { status, ...told, steps: [], questions: [] };
  const names = [...whole.fields.keys()].slice(0, 5).join(', ');
  if (strings.length === 0) return lacking('message', `it has ${names}, and no text for people`);
  const chosen = messageAmong(strings, type);
  if (chosen !== undefined) return { status, ...told, steps: [stepTo(chosen, about)], questions: [] };
  const candidates = strings.map((text) => ({
    answer: text.path.join('.'),
    evidence: stepTo(text, about).evidence,
  }));
  const asks = `which part of the body of a ${status} is its message?`;
  return { status, ...told, steps: [], questions: [{ at: 'message', asks, candidates, gap }] };
}

function typeOf(seen: readonly SeenError[], described: readonly DescribedError[]): string {
  const { type = '' } = seen.find(({ isEmpty }) => !isEmpty) ?? described[0] ?? {};
  return isMediaType.test(type) ? type : '';
}

/** Names that a target's file can contain. */
const isMediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;
const isName = /^[^.[\]]+$/;

/** Deeper than the message of any error. */
const deepest = 3;

function textsIn({ fields }: Shape, at: readonly string[]): readonly Text[] {
  if (at.length >= deepest) return [];
  return [...fields].flatMap(([name, { shape }]): readonly Text[] => {
    if (!isName.test(name)) return [];
    const path = [...at, name];
    if (!shape.types.has('string') || shape.types.size > 1) return textsIn(shape, path);
    return [{ path, values: shape.samples.filter((each) => typeof each === 'string') }];
  });
}

/**
 * The text that says what was wrong: the detail of a problem (RFC 9457), otherwise the only text that is a sentence,
 * that differs from error to error, or whose name fits.
 */
function messageAmong(strings: readonly Text[], type: string): Text | undefined {
  const detail = strings.find(({ path }) => path.join('.') === 'detail');
  if (type === problemType && detail !== undefined) return detail;
  const narrowed = (all: readonly Text[], is: (text: Text) => boolean) => {
    const some = all.filter(is);
    return some.length > 0 ? some : all;
  };
  const sentences = narrowed(strings, ({ values }) => values.some((each) => /\S\s+\S/.test(each)));
  const telling = narrowed(sentences, ({ values }) => new Set(values).size > 1);
  const called = narrowed(telling, ({ path }) => messageRank(path.at(-1) ?? '') !== undefined);
  const [first, second] = called.toSorted((a, b) => rankOf(a) - rankOf(b));
  if (first === undefined || second === undefined) return first;
  return rankOf(first) < sureNames && rankOf(second) >= sureNames ? first : undefined;
}

/** The first names in the list of names for a message: they have no other use. */
const sureNames = 4;

function rankOf({ path }: Text): number {
  return messageRank(path.at(-1) ?? '') ?? Number.POSITIVE_INFINITY;
}

function stepTo({ path, values: [value] }: Text, about: Pick<ProposedStep, 'gap' | 'source'>): ProposedStep {
  const kind =
    value === undefined ? 'string, as described' : `string, such as ${JSON.stringify(value.slice(0, 80))}`;
  const evidence = `${path.join('.')}: ${kind}`;
  const [name = '', ...inner] = path;
  const step = inner.length === 0 ? { kind: 'rename', to: name } : { kind: 'move', to: writePath(path) };
  return { step: { ...step, at: 'message' } as ProposedStep['step'], evidence, ...about };
}

/** The learned facts about errors, as a target's file contains them; undefined if all is as assumed. */
export function errorsOf(
  errors: readonly LearnedError[],
): Readonly<Record<string, ErrorWording>> | undefined {
  const told = errors.filter(({ type, steps }) => type !== undefined || steps.length > 0);
  if (told.length === 0) return undefined;
  return Object.fromEntries(
    told.map(({ status, type, steps }) => [
      status,
      { ...(type === undefined ? {} : { type: type.value }), ...bodySteps(steps.map(({ step }) => step)) },
    ]),
  );
}
