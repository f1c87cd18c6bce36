import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../../contract/documents/document.js';
import { member } from '../../contract/values/path.js';
import { below, inWordsOf, type Place } from '../../contract/values/place.js';

/** A violation that an oracle found: the acceptable responses, and the actual one. */
export interface Violation {
  /** Every acceptable response. */
  readonly expected: readonly Shown[];
  readonly actual: Shown;
  /** Where in the response. */
  readonly at?: Place;
  /** The acceptable statuses, if the response has a different one. */
  readonly statuses?: readonly number[];
  /** Present if the description also allows the response, so that the violation is never more than a warning. */
  readonly atMost?: 'warned';
  /**
   * Gaps whose assumptions the oracle rests on here: the violation may only mean that one of them doesn't hold. An
   * empty list means that the description shows enough, even if the requirement has an assumed part.
   */
  readonly gaps?: readonly string[];
  /** Present if the target's file closes the violated point, so that no gap excuses the violation. */
  readonly closed?: true;
}

/** The result of an oracle that had nothing to look at: it neither holds nor fails. */
export interface Inconclusive extends Readonly<Partial<Record<keyof Violation, undefined>>> {
  /** What was missing, as a sentence without its full stop: `the list has no entries`. */
  readonly inconclusive: string;
  /** Gaps that may explain why it was missing: `G-07` if a batch may end before its first read. */
  readonly open?: readonly string[];
}

/** An oracle's judgement of its subject: undefined if the requirement holds. */
export type OracleResult = Violation | Inconclusive | undefined;

/** The result of applying an oracle to its subject. */
export interface Assertion {
  readonly result: OracleResult;
}

/**
 * A violation at a place in a response.
 * @param expected the acceptable response, or all of them
 */
export function violationAt(
  at: Place,
  expected: Shown | readonly Shown[],
  actual: Shown,
  gaps?: readonly string[],
): Violation {
  return { at, expected: [expected].flat(), actual, ...(gaps && { gaps }) };
}

/** The same result, except that a violation also rests on the given gaps. */
export function withGaps<Result extends OracleResult>(result: Result, gaps: readonly string[]): Result {
  if (result === undefined || 'inconclusive' in result) return result;
  const all = [...new Set([...(result.gaps ?? []), ...gaps])];
  return all.length === 0 ? result : { ...result, gaps: all };
}

/** Looks at the values in turn, and returns the first result that is not undefined. */
export function firstOf<Value, Result>(
  values: readonly Value[],
  look: (value: Value, index: number) => Result | undefined,
): Result | undefined {
  for (const [index, value] of values.entries()) {
    const result = look(value, index);
    if (result !== undefined) return result;
  }
  return undefined;
}

const longest = 80;

/** A response as a finding shows it: a value, or a sentence about what was expected or found. */
export type Shown = string | ShownValue;

/** A value that a finding shows; as text, it is described in words. */
export class ShownValue {
  readonly value: unknown;
  readonly kind: string;
  readonly #words: string;

  constructor(value: unknown, words: string, kind: string) {
    this.value = value;
    this.kind = kind;
    this.#words = words;
  }

  toString(): string {
    return this.#words;
  }
}

/** A received value, with words that fit on a line: `the string "abc"`, `the number 3`, `nothing`. */
export function asShown(value: unknown): Shown {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  const text = JSON.stringify(value) ?? String(value);
  const shown = text.length > longest ? `${text.slice(0, longest)}... (${text.length} characters)` : text;
  const kind = Array.isArray(value) ? 'array' : typeof value;
  return new ShownValue(value, `the ${kind} ${shown}`, kind);
}

/** A number that is shown without the words `the number`: a count, or the value of a header. */
export function numberShown(value: number): ShownValue {
  return new ShownValue(value, String(value), 'number');
}

/** A model's statement about the target, with the target's actual state. */
export interface Statement extends Pick<Violation, 'expected' | 'actual' | 'gaps'> {
  /** The subject, in words: `status of style 1 (ct-1)`. */
  readonly at: string;
}

/**
 * The actual state in a model's statement is one of the states that the model accepts; otherwise, it is a violation.
 */
export function agreeWithTheModel({ at, expected, actual, gaps = [] }: Statement): Violation | undefined {
  return expected.some((each) => `${each}` === `${actual}`)
    ? undefined
    : violationAt(inWordsOf('words', at), expected, actual, gaps);
}

/** Whether a value is a string that is not empty. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The entries of a list in a body; empty if there is no list. */
export function entriesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The entries of a page of a list: those in its member `items`. */
export function itemsOn(page: { readonly json: unknown } | undefined): readonly unknown[] {
  return entriesOf(member(page?.json, 'items'));
}

/**
 * A JSON value as text. Two values have the same text only if they are equal: members are sorted by name, and 0 differs
 * from -0.
 */
export function canonicalText(value: unknown): string {
  if (Object.is(value, -0)) return '-0';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalText(Reflect.get(value, name))}`).join(',')}}`;
}

/** The canonical text of a value as it is sent: JSON has neither undefined nor negative zero. */
export function sentText(value: unknown): string {
  const sent: unknown = JSON.parse(JSON.stringify(value));
  return canonicalText(sent);
}

/** A value with its null members removed, in all nested objects: a list may show them as null or omit them. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (each === null ? [] : [[name, withoutNulls(each)]])),
  );
}

/** A place where two values differ. */
export interface Change {
  /** Keys and indexes from the compared values to the place. */
  readonly path: readonly string[];
  readonly at: Place;
  readonly before: unknown;
  readonly after: unknown;
}

/** The first place, deepest first, where two values differ; undefined if they are equal. */
export function firstChange(before: unknown, after: unknown, at: Place): Change | undefined {
  if (isDeepStrictEqual(before, after)) return undefined;
  const isNested = before instanceof Object && after instanceof Object;
  for (const key of isNested ? new Set([before, after].flatMap(Object.keys)) : []) {
    const inner = firstChange(member(before, key), member(after, key), below(at, key));
    if (inner !== undefined) return { ...inner, path: [key, ...inner.path] };
  }
  return { at, before, after, path: [] };
}
