import type { Unmet } from './unmet.js';

/** What a model says about the target, beside what was found there. */
interface Statement {
  readonly at: string;
  /** Every acceptable answer, in words. */
  readonly expected: readonly string[];
  readonly actual: string;
  /** Gaps on whose assumptions it rests. */
  readonly gaps?: readonly string[];
}

/** What was found is one of the answers that the model accepts. */
export function agreesWithTheModel({ at, expected, actual, gaps = [] }: Statement): Unmet | undefined {
  if (expected.includes(actual)) return undefined;
  return { expected, actual, at, gaps };
}
