import { isJsonObject } from '../../contract/documents/document.js';
import { gapOfError, shownErrors } from '../../contract/mapping/mapped-errors.js';
import { refusalStatuses } from '../../contract/unspecified.js';
import { writePath } from '../../contract/values/path.js';
import { messageRank } from '../align/names.js';
import { type Findings, type Question, type Step, subjectOf } from '../propose/findings.js';
import type { DescribedError } from './parts.js';
import { type Shape, unknownShape, withSamples } from './shape.js';

/** An error that a target returned. */
export interface SeenError {
  /** Its media type without parameters; empty if it declares none. */
  readonly type: string;
  readonly isEmpty: boolean;
  /** Undefined if the body isn't JSON. */
  readonly json: unknown;
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
 */
export function learnErrors(
  seen: ReadonlyMap<number, readonly SeenError[]>,
  described: ReadonlyMap<number, readonly DescribedError[]>,
): readonly Findings[] {
  const told = [...described.keys()].filter((status) => status === 429 || refusalStatuses.includes(status));
  return [...new Set([...seen.keys(), ...told])]
    .filter((status) => status >= 400 && status < 500 && !shownErrors.includes(status))
    .map((status) => learned(status, seen.get(status) ?? [], described.get(status) ?? []));
}

function learned(status: number, seen: readonly SeenError[], described: readonly DescribedError[]): Findings {
  const about = { gap: gapOfError(status), source: seen.length > 0 ? 'answered' : 'described' } as const;
  const type = typeOf(seen, described);
  const isOtherType = type !== '' && type !== 'application/json';
  const typed = { kind: 'type', at: '', to: type, evidence: 'its media type' } as const;
  const message = messageOf(status, type, seen, described);
  const [step, question] = message && 'asks' in message ? [undefined, message] : [message];
  return {
    place: ['errors', String(status)],
    steps: [isOtherType ? typed : [], step ?? []].flat().map((each) => ({ ...each, ...about })),
    questions: question === undefined ? [] : [{ ...question, gap: about.gap }],
    found: new Set([typed, { at: '' }, { at: 'message' }].map(subjectOf)),
  };
}

type Told = Pick<Step, 'kind' | 'at' | 'to' | 'evidence'>;

/** How the message differs, or a question about it; undefined if it is as assumed. */
function messageOf(
  status: number,
  type: string,
  seen: readonly SeenError[],
  described: readonly DescribedError[],
): Told | Question | undefined {
  const lacking = (at: '' | 'message', evidence: string): Told => ({ kind: 'absent', at, evidence });
  if (seen.length > 0 && seen.every(({ isEmpty }) => isEmpty)) return lacking('', 'it has no body');
  const objects = seen.map(({ json }) => json).filter(isJsonObject);
  if (objects.length === 0 && (seen.length > 0 || (type !== '' && !/[/+]json$/.test(type))))
    return lacking('', 'its body is not a JSON object');
  const shape = described.find((each) => each.shape !== undefined)?.shape;
  const whole = withSamples(shape ?? unknownShape, objects, shape !== undefined);
  // A body that was seen wins over its description.
  const texts = textsIn(whole, []).filter(({ values }) => objects.length === 0 || values.length > 0);
  if (texts.some(({ path }) => path.join('.') === 'message') || whole.fields.size === 0) return undefined;
  const names = [...whole.fields.keys()].slice(0, 5).join(', ');
  if (texts.length === 0) return lacking('message', `it has ${names}, and no text for people`);
  const chosen = messageAmong(texts, type);
  if (chosen !== undefined) {
    const { path } = chosen;
    const [kind, to] =
      path.length === 1 ? (['rename', path[0]] as const) : (['move', writePath(path)] as const);
    return { kind, at: 'message', to, evidence: evidenceOf(chosen) };
  }
  return {
    at: 'message',
    asks: `which part of the body of a ${status} is its message?`,
    candidates: texts.map((text) => ({ answer: text.path.join('.'), evidence: evidenceOf(text) })),
  };
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
function messageAmong(texts: readonly Text[], type: string): Text | undefined {
  const detail = texts.find(({ path }) => path.join('.') === 'detail');
  if (type === problemType && detail !== undefined) return detail;
  const rankOf = ({ path }: Text) => messageRank(path.at(-1) ?? '');
  const tells: readonly ((text: Text) => boolean)[] = [
    ({ values }) => values.some((each) => /\S\s+\S/.test(each)),
    ({ values }) => new Set(values).size > 1,
    (text) => rankOf(text) < Number.POSITIVE_INFINITY,
    (text) => rankOf(text) < sureNames,
  ];
  const left = tells.reduce<readonly Text[]>((all, isTold) => {
    const some = all.filter(isTold);
    return some.length > 0 ? some : all;
  }, texts);
  return left.length === 1 ? left[0] : undefined;
}

/** The first names in the list of names for a message: they have no other use. */
const sureNames = 4;

function evidenceOf({ path, values: [value] }: Text): string {
  const shown = value === undefined ? ', as described' : `, such as ${JSON.stringify(value.slice(0, 80))}`;
  return `${path.join('.')}: string${shown}`;
}
