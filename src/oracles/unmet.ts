import { stripVTControlCharacters } from 'node:util';
import { inWords } from './in-words.js';

/** An oracle that doesn't hold: what would have been right, and what was there instead. */
export interface Unmet {
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

/** An oracle that had nothing to look at: what it is about was not there, so that it neither holds nor fails. */
export interface Unseen extends Readonly<Partial<Record<keyof Unmet, undefined>>> {
  /** What was not there, as a sentence without its full stop: `the list has no entries`. */
  readonly unseen: string;
  /** Gaps because of which it may rightly not have been there: `G-07` where a batch may end before it is first read. */
  readonly open?: readonly string[];
}

/** An assertion that had nothing to look at. */
export class UnseenError extends Error {
  override readonly name = 'UnseenError';
  /** Gaps because of which it may rightly not have been there. */
  readonly open: readonly string[];

  constructor(unseen: string, open: readonly string[] = []) {
    super(unseen);
    this.open = open;
  }
}

/** An assertion that failed, with what its oracle found. */
export class UnmetError extends Error {
  override readonly name = 'UnmetError';
  readonly unmet: Unmet;

  constructor(unmet: Unmet) {
    super(unmetMessage(unmet));
    this.unmet = unmet;
  }
}

/** What doesn't hold, as one line. */
export function unmetMessage(unmet: Unmet | undefined): string {
  if (unmet === undefined) return 'the oracle holds';
  const place = unmet.at === undefined ? '' : ` at ${unmet.at}`;
  return `expected ${unmet.expected.join(', or ')}${place}, but got ${unmet.actual}`;
}

/**
 * What a thrown error says about the target: the failed assertion in it.
 * @returns undefined when the error is no assertion, but a mistake of the suite or an interruption
 */
export function unmetIn(error: unknown): Unmet | undefined {
  if (error instanceof UnmetError) return error.unmet;
  if (!(error instanceof Error) || !('matcherResult' in error)) return undefined;
  const result = error.matcherResult;
  if (typeof result !== 'object' || result === null) return undefined;
  if ('unmet' in result && isUnmet(result.unmet)) return result.unmet;
  const fallback = stripVTControlCharacters(error.message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return {
    expected: ['expected' in result ? inWords(result.expected) : (fallback[0] ?? 'the assertion to hold')],
    actual: 'actual' in result ? inWords(result.actual) : fallback.slice(1).join(' '),
  };
}

function isUnmet(value: unknown): value is Unmet {
  return (
    typeof value === 'object' &&
    value !== null &&
    'expected' in value &&
    Array.isArray(value.expected) &&
    'actual' in value
  );
}
