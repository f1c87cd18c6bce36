/** What an oracle found wrong with its subject: every answer that would have been right, and what was there instead. */
export interface Violation {
  /** Every answer that would have been acceptable. */
  readonly expected: readonly string[];
  readonly actual: string;
  /** Where in the response: `status`, `header x-ratelimit-limit`, `body items[0].success`. */
  readonly at?: string;
  /** The description allows it in other words: never more than a warning. */
  readonly atMost?: 'warned';
  /**
   * Gaps on whose assumptions the oracle rests here: what it found may only mean that one of them doesn't hold. An empty list
   * says that the description shows enough, also where the requirement has an assumed part.
   */
  readonly gaps?: readonly string[];
}

/** An oracle that had nothing to look at: its subject was not there, so that it neither holds nor fails. */
export interface Unseen extends Readonly<Partial<Record<keyof Violation, undefined>>> {
  /** What was not there, as a sentence without its full stop: `the list has no entries`. */
  readonly unseen: string;
  /** Gaps because of which it may rightly not have been there: `G-07` where a batch may end before it is first read. */
  readonly open?: readonly string[];
}

/** What an oracle says of its subject: undefined where it holds. */
export type OracleResult = Violation | Unseen | undefined;

/** An oracle that was applied to its subject. */
export interface Assertion {
  readonly result: OracleResult;
}

/** A violation that rests on these gaps too. */
export function withGaps(violation: Violation, gaps: readonly string[]): Violation {
  const all = [...new Set([...(violation.gaps ?? []), ...gaps])];
  return all.length === 0 ? violation : { ...violation, gaps: all };
}

const longest = 80;

/** A received value in words, cut so that it fits a line: `the string "abc"`, `the number 3`, `nothing`. */
export function inWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  const text = JSON.stringify(value) ?? String(value);
  const shown = text.length > longest ? `${text.slice(0, longest)}... (${text.length} characters)` : text;
  return `the ${Array.isArray(value) ? 'array' : typeof value} ${shown}`;
}

/** What a model says about the target, next to what was found there. */
interface Statement extends Violation {
  readonly at: string;
}

/** What was found is one of the answers that the model accepts. */
export function agreeWithTheModel({ at, expected, actual, gaps = [] }: Statement): Violation | undefined {
  return expected.includes(actual) ? undefined : { expected, actual, at, gaps };
}
