/** What an oracle found wrong: the acceptable answers, and the actual one. */
export interface Violation {
  /** Every acceptable answer. */
  readonly expected: readonly string[];
  readonly actual: string;
  /** Where in the response: `status`, `header x-ratelimit-limit`, `body items[0].success`. */
  readonly at?: string;
  /** Present if the description also allows it: then it is never more than a warning. */
  readonly atMost?: 'warned';
  /**
   * Gaps whose assumptions the oracle rests on here: the violation may only mean that one of them doesn't hold. An
   * empty list says that the description shows enough, even if the requirement has an assumed part.
   */
  readonly gaps?: readonly string[];
}

/** The result of an oracle that had nothing to look at: it neither holds nor fails. */
export interface Unseen extends Readonly<Partial<Record<keyof Violation, undefined>>> {
  /** What was missing, as a sentence without its full stop: `the list has no entries`. */
  readonly unseen: string;
  /** Gaps that may explain why it was missing: `G-07` if a batch may end before its first read. */
  readonly open?: readonly string[];
}

/** What an oracle says about its subject: undefined if it holds. */
export type OracleResult = Violation | Unseen | undefined;

/** The result of applying an oracle to its subject. */
export interface Assertion {
  readonly result: OracleResult;
}

/** The same violation, resting on these gaps too. */
export function withGaps(violation: Violation, gaps: readonly string[]): Violation {
  const all = [...new Set([...(violation.gaps ?? []), ...gaps])];
  return all.length === 0 ? violation : { ...violation, gaps: all };
}

const longest = 80;

/** A received value in words, shortened to fit a line: `the string "abc"`, `the number 3`, `nothing`. */
export function inWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  const text = JSON.stringify(value) ?? String(value);
  const shown = text.length > longest ? `${text.slice(0, longest)}... (${text.length} characters)` : text;
  return `the ${Array.isArray(value) ? 'array' : typeof value} ${shown}`;
}

/** What a model says about the target, and what was found there. */
interface Statement extends Violation {
  readonly at: string;
}

/** The finding is one of the answers that the model accepts. */
export function agreeWithTheModel({ at, expected, actual, gaps = [] }: Statement): Violation | undefined {
  return expected.includes(actual) ? undefined : { expected, actual, at, gaps };
}
